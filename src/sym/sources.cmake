target_sources(neosig PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/aes_portable.c
  ${CMAKE_CURRENT_LIST_DIR}/keccak_portable.c
  ${CMAKE_CURRENT_LIST_DIR}/sha2.c
  ${CMAKE_CURRENT_LIST_DIR}/shake.c)
if(NEOSIG_AARCH64)
  enable_language(ASM)
  target_sources(neosig PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/aes_armv8.c
    ${CMAKE_CURRENT_LIST_DIR}/aes_neon.c
    ${CMAKE_CURRENT_LIST_DIR}/keccak_aarch64.c
    ${CMAKE_CURRENT_LIST_DIR}/keccak_aarch64.S
    ${CMAKE_CURRENT_LIST_DIR}/keccak_neon_sha3.c
    ${CMAKE_CURRENT_LIST_DIR}/keccak_neon_sha3.S)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/aes_armv8.c PROPERTIES COMPILE_OPTIONS -march=armv8-a+crypto)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/keccak_neon_sha3.S
    PROPERTIES COMPILE_OPTIONS -march=armv8.2-a+sha3)
elseif(NEOSIG_X86_64)
  target_sources(neosig PRIVATE ${CMAKE_CURRENT_LIST_DIR}/aes_x86.c ${CMAKE_CURRENT_LIST_DIR}/keccak_avx2.c)
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/aes_x86.c PROPERTIES COMPILE_OPTIONS "-maes;-mssse3")
  set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/keccak_avx2.c PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi;-mbmi2")
endif()
