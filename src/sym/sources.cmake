target_sources(neosig PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/aes_portable.c
  ${CMAKE_CURRENT_LIST_DIR}/keccak_portable.c
  ${CMAKE_CURRENT_LIST_DIR}/sha2.c
  ${CMAKE_CURRENT_LIST_DIR}/shake.c)
