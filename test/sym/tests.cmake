foreach(area keccak aes chacha20 sha2)
  neosig_test(NAME sym-${area} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${area}.c LABELS sym kernels portable)
endforeach()
