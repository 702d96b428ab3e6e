neosig_test(NAME fft SOURCES ${CMAKE_CURRENT_LIST_DIR}/fft.c LABELS fft)
target_link_libraries(test-fft PRIVATE m)
