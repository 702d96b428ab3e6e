# All of src/: files for one architecture are empty on others. Kernels ask for the instructions that their backend needs.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.c ${CMAKE_CURRENT_LIST_DIR}/*.S)
target_sources(neosig PRIVATE ${sources})
if(WIN32)
  target_link_libraries(neosig PRIVATE bcrypt)
endif()

set(src ${CMAKE_CURRENT_LIST_DIR})
if(NEOSIG_AARCH64)
  # GCC's first scheduling pass hoists loads until the tiles' registers do not suffice.
  set(keep_order $<$<C_COMPILER_ID:GNU>:-fno-schedule-insns>)
  set_source_files_properties(${src}/gf/gf16_neon.c PROPERTIES COMPILE_OPTIONS "${keep_order}")
  set_source_files_properties(${src}/gf/gf16_neon_sha3.c PROPERTIES COMPILE_OPTIONS "-march=armv8.2-a+sha3;${keep_order}")
  set_source_files_properties(${src}/gf/tower_neon_sha3.c ${src}/sym/keccak_f1600_neon_sha3.S
    PROPERTIES COMPILE_OPTIONS -march=armv8.2-a+sha3)
  set_source_files_properties(${src}/sym/aes_armv8.c PROPERTIES COMPILE_OPTIONS -march=armv8-a+crypto)
elseif(NEOSIG_X86_64)
  set_source_files_properties(${src}/gf/gf16_avx2.c ${src}/gf/tower_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(${src}/ntt/ntt_8380417_avx2.c PROPERTIES COMPILE_OPTIONS -mavx2)
  set_source_files_properties(${src}/mldsa/mldsa_poly_avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi2;-mpopcnt")
  set_source_files_properties(${src}/sym/aes_x86.c PROPERTIES COMPILE_OPTIONS "-maes;-mssse3")
  set_source_files_properties(${src}/sym/keccak_avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi;-mbmi2")
endif()
