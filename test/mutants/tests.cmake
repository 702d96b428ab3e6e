# A few of the mutants; `make mutants` runs all.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NEOSIG_VALGRIND AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED
   AND NOT NEOSIG_FUZZ)
  add_test(NAME mutants COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/mutants.py
    --build ${CMAKE_CURRENT_BINARY_DIR}/mutants gf16-pivot-words snova-no-reason prepared-after-failure)
  neosig_test_properties(mutants "ct;slow")
endif()
