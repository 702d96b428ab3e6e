# The provider for OpenSSL with real programs: the system's, and a newer one beside it (tools/newer-openssl.sh).
if(TARGET neosigprovider AND TARGET neosig-program AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED)
  set(openssl ${CMAKE_CURRENT_LIST_DIR})
  # openssl_test(NAME SCRIPT [ARGUMENT...]): SCRIPT.sh with both versions, and the labels in the list `labels`.
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
  openssl_test(sets sets ${kat_first} dilithium3 haetae5 falcon-1024 falcon-padded-512 fn-dsa-512-pre snova-i-k
    snova-24-5-16-4-esk rainbow-I-circumzenithal)
  openssl_test(keys keys)
  openssl_test(sign sign)
  openssl_test(x509 x509)
  openssl_test(tls tls)
  openssl_test(contexts contexts)
  openssl_test(options options)
  openssl_test(cost cost 2 3)
  openssl_test(docs docs)
  openssl_test(interoperate interoperate ${PROJECT_SOURCE_DIR}/build-openssl/openssl)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND)
    openssl_test(cryptography cryptography ${Python3_EXECUTABLE})
  endif()
  add_test(NAME openssl-points COMMAND sh ${openssl}/points.sh $<TARGET_FILE:neosigprovider> openssl
    $<TARGET_FILE:neosig-program>)
  neosig_test_properties(openssl-points openssl)
  add_test(NAME openssl-nginx COMMAND sh ${openssl}/nginx.sh $<TARGET_FILE:neosigprovider>
    ${PROJECT_SOURCE_DIR}/build-openssl/openssl $<TARGET_FILE:neosig-program>)
  neosig_test_properties(openssl-nginx openssl)
  add_test(NAME openssl-handshakes COMMAND sh ${openssl}/handshakes.sh $<TARGET_FILE:neosigprovider>
    ${PROJECT_SOURCE_DIR}/build-openssl/openssl $<TARGET_FILE:neosig-program> 2 3)
  neosig_test_properties(openssl-handshakes openssl)
  set(labels slow)
  openssl_test(all-sets sets)
endif()
