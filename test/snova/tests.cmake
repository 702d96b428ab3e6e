neosig_test(NAME snova-flips SOURCES ${CMAKE_CURRENT_LIST_DIR}/flips.c LABELS snova)
