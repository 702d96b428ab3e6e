# A few of the mutants; `make mutants` runs all.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NEOSIG_VALGRIND AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED
   AND NOT NEOSIG_FUZZ)
  set(mutants ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/mutants.py --build ${CMAKE_CURRENT_BINARY_DIR}/mutants)
  add_test(NAME mutants COMMAND ${mutants} gf16-pivot-lanes snova-no-reason prepared-after-failure)
  add_test(NAME mutants-self-test COMMAND ${mutants} --self-test)
  foreach(name mutants mutants-self-test)
    neosig_test_properties(${name} "ct;slow")
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK mutants)
  endforeach()
endif()
