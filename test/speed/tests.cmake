# The tables of speed are current.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND NOT NEOSIG_SANITIZED)
  add_test(NAME speed-documents COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/stale.py documents)
  if(NEOSIG_AARCH64 AND CMAKE_CROSSCOMPILING)
    add_test(NAME speed-counts COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/stale.py counts
      ${CMAKE_CURRENT_BINARY_DIR}/counts)
    set_tests_properties(speed-counts PROPERTIES SKIP_RETURN_CODE 77 LABELS qemu TIMEOUT 900)
  endif()
endif()
