if(UNIX AND NOT APPLE AND NOT NEOSIG_SANITIZED)
  set(shared "")
  if(TARGET neosig_shared)
    set(shared $<TARGET_FILE:neosig_shared>)
  endif()
  add_test(NAME symbols COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/symbols.sh
    ${CMAKE_NM} ${PROJECT_SOURCE_DIR}/include $<TARGET_FILE:neosig> ${shared})
  set_tests_properties(symbols PROPERTIES LABELS package)
  if(TARGET neosig_shared AND NOT CMAKE_CROSSCOMPILING)
    add_test(NAME package COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/package.sh
      ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/package ${CMAKE_C_COMPILER})
    set_tests_properties(package PROPERTIES LABELS package TIMEOUT 300)
  endif()
endif()
