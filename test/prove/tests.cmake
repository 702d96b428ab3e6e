# Proofs by enumeration. The fields and the pieces of memory are proved in every run of the tests, the roundings (some
# 10^10 results) by make prove, which also has the proofs that need a tool of their own.
neosig_test(NAME prove-fields SOURCES ${CMAKE_CURRENT_LIST_DIR}/exhaustive_fields.c LABELS prove)
neosig_test(NAME prove-regions SOURCES ${CMAKE_CURRENT_LIST_DIR}/exhaustive_regions.c LABELS prove)
neosig_test(NAME prove-rounding SOURCES ${CMAKE_CURRENT_LIST_DIR}/exhaustive_rounding.c LABELS prove slow)
if(NOT NEOSIG_SLOW_CPU)
  neosig_test_run(NAME prove-fields-self-test PROGRAM prove-fields ARGS --self-test LABELS prove)
  neosig_test_run(NAME prove-regions-self-test PROGRAM prove-regions ARGS --self-test LABELS prove)
  neosig_test_run(NAME prove-rounding-self-test PROGRAM prove-rounding ARGS --self-test LABELS prove slow)
endif()

find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME prove-documents COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/prove.py
    --check ${PROJECT_SOURCE_DIR}/docs/security.md)
  neosig_test_properties(prove-documents "docs;sources")
  add_test(NAME prove-cbmc COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cbmc.py --quick)
  neosig_test_properties(prove-cbmc "sources")
  set_tests_properties(prove-cbmc PROPERTIES COST 100) # long: begun first
endif()
