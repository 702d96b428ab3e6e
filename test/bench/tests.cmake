# What the benchmarks repeat, and that the kernels they compare do the same.
if(TARGET neosig_harness)
  neosig_test(NAME bench-case SOURCES ${CMAKE_CURRENT_LIST_DIR}/case.c LABELS bench)
  target_link_libraries(test-bench-case PRIVATE neosig_harness)
  add_test(NAME bench-kernels COMMAND neosig-bench kernels --list)
  set_tests_properties(bench-kernels PROPERTIES LABELS bench TIMEOUT 600)
endif()
