set(haetae ${CMAKE_CURRENT_LIST_DIR})
neosig_test(NAME haetae-poly SOURCES ${haetae}/poly.c ARGS ${haetae}/oracles/haetae.edges
  LABELS haetae kernels portable)
neosig_test(NAME haetae-rans SOURCES ${haetae}/rans.c LABELS haetae portable)
file(GLOB contexts ${haetae}/oracles/*-ctx.kat)
neosig_test(NAME haetae-scheme SOURCES ${haetae}/scheme.c ARGS ${contexts} LABELS haetae)

# Numbers from inside, by functions that the linker puts before the library's. The first lines of each file always, all
# of them under the label slow; 500 signatures are too many for a slow CPU.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  add_executable(test-haetae-oracles ${haetae}/oracles.c)
  target_include_directories(test-haetae-oracles PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR})
  target_link_libraries(test-haetae-oracles PRIVATE neosig_common neosig)
  foreach(function backend_now haetae_hyperball haetae_singular_value)
    target_link_options(test-haetae-oracles PRIVATE -Wl,--wrap=neosig_${function})
  endforeach()
  set(first_keys 40)
  set(first_tries 40)
  set(first_samples 20)
  set(first_candidates 10)
  set(first_older 5)
  set(first_many 1)
  foreach(kind keys tries samples candidates many older)
    foreach(mode 2 3 5)
      set(file ${haetae}/oracles/haetae${mode}.${kind})
      if(NOT (NEOSIG_SLOW_CPU AND kind STREQUAL many))
        neosig_test_run(NAME haetae${mode}-${kind} PROGRAM haetae-oracles ARGS ${file} --count ${first_${kind}}
          LABELS haetae)
      endif()
      neosig_test_run(NAME haetae${mode}-${kind}-all PROGRAM haetae-oracles ARGS ${file} LABELS haetae slow)
    endforeach()
  endforeach()
endif()
