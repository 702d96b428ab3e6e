target_sources(neosig PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/api.c
  ${CMAKE_CURRENT_LIST_DIR}/backend.c
  ${CMAKE_CURRENT_LIST_DIR}/cpu.c
  ${CMAKE_CURRENT_LIST_DIR}/entropy.c
  ${CMAKE_CURRENT_LIST_DIR}/errors.c
  ${CMAKE_CURRENT_LIST_DIR}/nist.c
  ${CMAKE_CURRENT_LIST_DIR}/registry.c
  ${CMAKE_CURRENT_LIST_DIR}/schemes.c
  ${CMAKE_CURRENT_LIST_DIR}/wipe.c)
if(WIN32)
  target_link_libraries(neosig PRIVATE bcrypt)
endif()
