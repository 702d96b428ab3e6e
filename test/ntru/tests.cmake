# Numbers from inside key generation, by functions that the linker puts before the library's. The first lines of each
# file always, all of them under the label slow.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  add_executable(test-ntru-oracles ${CMAKE_CURRENT_LIST_DIR}/oracles.c)
  target_include_directories(test-ntru-oracles PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
  target_link_libraries(test-ntru-oracles PRIVATE neosig_common neosig)
  foreach(function backend_now ntru_solve falcon_is_short falcon_is_dual_short falcon_is_invertible)
    target_link_options(test-ntru-oracles PRIVATE -Wl,--wrap=neosig_${function})
  endforeach()
  set(first 10)
  if(NEOSIG_SLOW_CPU)
    set(first 2)
  endif()
  foreach(set falcon-512 falcon-1024 fn-dsa-512-pre fn-dsa-1024-pre)
    foreach(kind keys tries babai)
      set(file ${CMAKE_CURRENT_LIST_DIR}/../falcon/oracles/${set}.${kind})
      neosig_test_run(NAME ${set}-${kind} PROGRAM ntru-oracles ARGS ${file} --count ${first} LABELS falcon ntru)
      neosig_test_run(NAME ${set}-${kind}-all PROGRAM ntru-oracles ARGS ${file} LABELS falcon ntru slow)
    endforeach()
  endforeach()
endif()

neosig_test(NAME ntru-kernels SOURCES ${CMAKE_CURRENT_LIST_DIR}/kernels.c LABELS ntru kernels portable)
