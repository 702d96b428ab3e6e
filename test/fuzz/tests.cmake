# Fuzz targets. With clang and NEOSIG_FUZZ they are libFuzzer programs, with coverage. In a build with sanitizers each
# is a test that replays made-up inputs. The one of key files is tested also where sizes have 32 bits.
include(${CMAKE_CURRENT_LIST_DIR}/../ct/variant.cmake)
option(NEOSIG_FUZZ "Build the libFuzzer programs (clang)" OFF)
set(fuzz ${CMAKE_CURRENT_LIST_DIR})
set(fuzz_targets parse differential arguments kat acvp key armor json signers)
# A scheme's own target is test/<scheme>/fuzz.c.
foreach(scheme IN LISTS scheme_names)
  if(EXISTS ${fuzz}/../${scheme}/fuzz.c)
    list(APPEND fuzz_targets ${scheme})
    set(fuzz_${scheme}_main ${fuzz}/../${scheme}/fuzz.c)
  endif()
endforeach()
set(fuzz_kat_sources ${fuzz}/../kat/kat_file.c)
set(apps ${PROJECT_SOURCE_DIR}/apps)
set(fuzz_armor_sources ${apps}/armor.c ${apps}/mode.c ${apps}/app.c ${apps}/progress.c ${apps}/text.c)
set(fuzz_signers_sources ${apps}/signers.c ${apps}/text.c)
set(fuzz_json_sources ${apps}/json_reader.c)
set(fuzz_acvp_sources ${PROJECT_SOURCE_DIR}/common/known_answer.c ${PROJECT_SOURCE_DIR}/common/nist_drbg.c)

function(neosig_fuzz_program target library)
  set(main ${fuzz}/${target}.c)
  if(DEFINED fuzz_${target}_main)
    set(main ${fuzz_${target}_main})
  endif()
  add_executable(fuzz-${target} ${main} ${fuzz_${target}_sources}
    $<$<NOT:$<BOOL:${NEOSIG_FUZZ}>>:${fuzz}/replay.c>)
  target_include_directories(fuzz-${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/test
    ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(fuzz-${target} PRIVATE ${library} neosig_reference)
endfunction()

if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND NEOSIG_ASSERTIONS)
  neosig_fuzz_program(key neosig)
  add_dependencies(portable-tests fuzz-key)
  add_test(NAME fuzz-key COMMAND fuzz-key 1000)
  neosig_test_properties(fuzz-key "fuzz;portable")
elseif((NEOSIG_FUZZ OR NEOSIG_SANITIZED) AND NOT CMAKE_CROSSCOMPILING)
  set(fuzz_library neosig)
  if(NEOSIG_FUZZ)
    # Of what a pointer may be AddressSanitizer sees most, and the tests with sanitizers, which replay inputs, the rest.
    # Clang takes as long again to compile these checks as all others.
    neosig_variant(neosig_fuzz DEFINITIONS NEOSIG_ASSERTIONS OPTIONS -Wno-error -gline-tables-only -O1
      -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=alignment,null,object-size,pointer-overflow
      -fno-sanitize-recover=all -fprofile-instr-generate -fcoverage-mapping)
    set(fuzz_library neosig_fuzz)
  endif()
  add_custom_target(fuzz-programs)
  # An input that breaks a stated bound is found by the assertions alone.
  add_test(NAME assertions-fuzz COMMAND sh ${fuzz}/../core/assertions.sh ${CMAKE_NM} on $<TARGET_FILE:${fuzz_library}>)
  neosig_test_properties(assertions-fuzz fuzz)
  foreach(target IN LISTS fuzz_targets)
    neosig_fuzz_program(${target} ${fuzz_library})
    add_dependencies(fuzz-programs fuzz-${target})
    if(NEOSIG_FUZZ)
      target_link_options(fuzz-${target} PRIVATE -fsanitize=fuzzer)
    else()
      add_test(NAME fuzz-${target} COMMAND fuzz-${target} 60)
      if(target STREQUAL differential) # compares what was read well
        neosig_test_properties(fuzz-${target} fuzz)
      else()
        neosig_test_properties(fuzz-${target} "fuzz;parses")
        add_dependencies(quick-tests fuzz-${target})
      endif()
    endif()
  endforeach()
endif()
