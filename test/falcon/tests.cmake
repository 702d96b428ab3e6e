set(falcon ${CMAKE_CURRENT_LIST_DIR})
neosig_test(NAME falcon-kernels SOURCES ${falcon}/kernels.c LABELS falcon kernels portable)
neosig_test(NAME falcon-bounds SOURCES ${falcon}/bounds.c LABELS falcon)
neosig_test(NAME falcon-ties OWN SOURCES ${falcon}/ties.c LABELS falcon)
neosig_test(NAME falcon-key-bounds SOURCES ${falcon}/key_bounds.c LABELS falcon)
neosig_test(NAME falcon-floating SOURCES ${falcon}/floating.c LABELS falcon)

# The walk through a block of the tree, with a sampler that the linker puts before the library's.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  neosig_test(NAME falcon-block OWN SOURCES ${falcon}/block.c LABELS falcon kernels portable)
  target_link_options(test-falcon-block PRIVATE -Wl,--wrap=neosig_falcon_sample_vartime)
endif()

neosig_test(NAME falcon-scheme SOURCES ${falcon}/scheme.c
  ARGS ${falcon}/oracles/fn-dsa-512-pre.kat ${falcon}/oracles/fn-dsa-1024-pre.kat LABELS falcon)

# Attempts are refused by a function that the linker puts before the library's.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  neosig_test(NAME falcon-attempts OWN SOURCES ${falcon}/attempts.c LABELS falcon)
  target_link_options(test-falcon-attempts PRIVATE -Wl,--wrap=neosig_falcon_pack_signature_vartime)
endif()

# Numbers from inside signing, by a function that the linker puts before the sampler. The first lines of each file
# always, all of them under the label slow; 500 signatures are too many for a slow CPU.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  add_executable(test-falcon-sign-oracles ${falcon}/sign_oracles.c)
  target_include_directories(test-falcon-sign-oracles PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
  target_link_libraries(test-falcon-sign-oracles PRIVATE neosig_common neosig)
  target_link_options(test-falcon-sign-oracles PRIVATE -Wl,--wrap=neosig_falcon_sample_vartime)
  set(first_samples 4)
  set(first_many 1)
  foreach(set falcon-512 falcon-1024 falcon-padded-512 falcon-padded-1024 fn-dsa-512-pre fn-dsa-1024-pre)
    foreach(kind samples many)
      set(file ${falcon}/oracles/${set}.${kind})
      if(NOT EXISTS ${file})
        continue()
      endif()
      if(NOT (NEOSIG_SLOW_CPU AND kind STREQUAL many))
        neosig_test_run(NAME ${set}-${kind} PROGRAM falcon-sign-oracles ARGS ${file} --count ${first_${kind}}
          LABELS falcon)
      endif()
      neosig_test_run(NAME ${set}-${kind}-all PROGRAM falcon-sign-oracles ARGS ${file} LABELS falcon slow)
    endforeach()
  endforeach()

  # The same where binary64 is computed by integers, as on machines whose floating point is not trusted.
  file(GLOB sources ${PROJECT_SOURCE_DIR}/src/fft/*.c ${PROJECT_SOURCE_DIR}/src/falcon/*.c
    ${PROJECT_SOURCE_DIR}/src/ntru/*.c ${PROJECT_SOURCE_DIR}/src/api/backend.c)
  list(FILTER sources EXCLUDE REGEX "falcon_sampler.c$")
  add_executable(test-falcon-integers ${falcon}/sign_oracles.c ${sources})
  target_compile_definitions(test-falcon-integers PRIVATE NEOSIG_REAL_INTEGER=1)
  target_include_directories(test-falcon-integers PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
  target_link_libraries(test-falcon-integers PRIVATE neosig_common neosig)
  target_link_options(test-falcon-integers PRIVATE -Wl,--wrap=neosig_falcon_sample_vartime)
  foreach(set falcon-512 fn-dsa-1024-pre)
    neosig_test_run(NAME ${set}-integers PROGRAM falcon-integers ARGS ${falcon}/oracles/${set}.samples --count 2
      LABELS falcon)
  endforeach()
endif()
