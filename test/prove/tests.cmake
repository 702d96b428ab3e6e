# Proofs by enumeration: the fields in every run of the tests, the roundings (some 10^10 results) by make prove.
neosig_test(NAME prove-fields SOURCES ${CMAKE_CURRENT_LIST_DIR}/exhaustive_fields.c LABELS prove)
neosig_test(NAME prove-rounding SOURCES ${CMAKE_CURRENT_LIST_DIR}/exhaustive_rounding.c LABELS prove slow)
if(NOT NEOSIG_SLOW_CPU)
  neosig_test_run(NAME prove-fields-self-test PROGRAM prove-fields ARGS --self-test LABELS prove)
  neosig_test_run(NAME prove-rounding-self-test PROGRAM prove-rounding ARGS --self-test LABELS prove slow)
endif()
