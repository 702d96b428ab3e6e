target_sources(neosig PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/expand.c
  ${CMAKE_CURRENT_LIST_DIR}/keygen.c
  ${CMAKE_CURRENT_LIST_DIR}/message.c
  ${CMAKE_CURRENT_LIST_DIR}/params.c
  ${CMAKE_CURRENT_LIST_DIR}/scheme.c
  ${CMAKE_CURRENT_LIST_DIR}/sign.c
  ${CMAKE_CURRENT_LIST_DIR}/verify.c)
