set(gf ${CMAKE_CURRENT_LIST_DIR})
target_sources(neosig PRIVATE ${gf}/gf16.c ${gf}/gf16_solve.c ${gf}/gf16_portable.c
  ${gf}/gf256.c ${gf}/gf256_portable.c)
if(NEOSIG_AARCH64)
  target_sources(neosig PRIVATE ${gf}/gf16_neon.c ${gf}/gf16_neon_sha3.c
    ${gf}/gf256_neon.c ${gf}/gf256_neon_sha3.c)
  # GCC's first scheduling pass hoists loads until the tiles' registers do not suffice.
  set(keep_order $<$<C_COMPILER_ID:GNU>:-fno-schedule-insns>)
  set_source_files_properties(${gf}/gf16_neon.c PROPERTIES COMPILE_OPTIONS "${keep_order}")
  set_source_files_properties(${gf}/gf16_neon_sha3.c PROPERTIES COMPILE_OPTIONS "-march=armv8.2-a+sha3;${keep_order}")
  set_source_files_properties(${gf}/gf256_neon_sha3.c PROPERTIES COMPILE_OPTIONS -march=armv8.2-a+sha3)
elseif(NEOSIG_X86_64)
  target_sources(neosig PRIVATE ${gf}/gf16_avx2.c ${gf}/gf256_avx2.c)
  set_source_files_properties(${gf}/gf16_avx2.c ${gf}/gf256_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
endif()
