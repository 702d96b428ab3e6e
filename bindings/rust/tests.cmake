# The Rust crate's tests, linked to the library of this build, by the machine's cargo. `make test-rust` has the rest.
if(UNIX AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED AND NOT NEOSIG_FUZZ)
  add_test(NAME rust COMMAND ${CMAKE_COMMAND} -E env CC=${CMAKE_C_COMPILER} sh ${CMAKE_CURRENT_LIST_DIR}/quick.sh
    $<TARGET_FILE_DIR:neosig> ${CMAKE_CURRENT_BINARY_DIR}/rust)
  neosig_test_properties(rust "rust;sources")
  # Without cargo it is skipped.
  set(without ${CMAKE_CURRENT_BINARY_DIR}/no-cargo)
  file(WRITE ${without}/cargo "#!/bin/sh\nexit 127\n")
  file(CHMOD ${without}/cargo PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  add_test(NAME rust-skipped
    COMMAND sh -c "PATH=${without}:$PATH sh ${CMAKE_CURRENT_LIST_DIR}/quick.sh . .; [ $? = 77 ]")
  neosig_test_properties(rust-skipped "rust;sources")
endif()
