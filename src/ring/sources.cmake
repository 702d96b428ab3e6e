target_sources(neosig PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/ring_portable.c
  ${CMAKE_CURRENT_LIST_DIR}/ring_tables.c)
if(NEOSIG_AARCH64)
  target_sources(neosig PRIVATE ${CMAKE_CURRENT_LIST_DIR}/ring_neon.c)
elseif(NEOSIG_X86_64)
  target_sources(neosig PRIVATE ${CMAKE_CURRENT_LIST_DIR}/ring_avx2.c)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/ring_avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi2;-mpopcnt")
endif()
