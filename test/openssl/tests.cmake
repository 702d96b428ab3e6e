# The provider for OpenSSL with real programs: the system's, and a newer one beside it (tools/newer-openssl.sh).
if(TARGET neosigprovider AND TARGET neosig-program AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED)
  set(openssl ${CMAKE_CURRENT_LIST_DIR})
  # openssl_test(NAME [ARGUMENT...]): NAME.sh with both versions, labels from the list `labels`.
  function(openssl_test name script)
    foreach(version system newer)
      set(program openssl)
      if(version STREQUAL newer)
        set(program ${PROJECT_SOURCE_DIR}/build-openssl/openssl)
      endif()
      add_test(NAME openssl-${name}-${version} COMMAND sh ${openssl}/${script}.sh $<TARGET_FILE:neosigprovider>
        ${program} $<TARGET_FILE:neosig-program> ${ARGN})
      neosig_test_properties(openssl-${name}-${version} "openssl;${labels}")
    endforeach()
  endfunction()

  set(labels "")
  openssl_test(sets sets ml-dsa-44 dilithium3 haetae5 falcon-1024 falcon-padded-512 fn-dsa-512-pre hawk512 snova-i-k
    snova-24-5-16-4-esk rainbow-I-circumzenithal)
  openssl_test(keys keys)
  set(labels slow)
  openssl_test(all-sets sets)
endif()
