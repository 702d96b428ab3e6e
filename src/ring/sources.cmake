target_sources(neosig PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/ring_portable.c
  ${CMAKE_CURRENT_LIST_DIR}/ring_tables.c)
if(NEOSIG_AARCH64)
  target_sources(neosig PRIVATE ${CMAKE_CURRENT_LIST_DIR}/ring_neon.c)
endif()
