neosig_test(NAME gf16 SOURCES ${CMAKE_CURRENT_LIST_DIR}/gf16.c LABELS gf kernels portable)
neosig_test(NAME tower SOURCES ${CMAKE_CURRENT_LIST_DIR}/tower.c LABELS gf kernels portable)
