# Fuzz targets. With clang and NEOSIG_FUZZ they are libFuzzer programs, with coverage; else each is a test that replays
# made-up inputs under AddressSanitizer.
include(${CMAKE_CURRENT_LIST_DIR}/../ct/variant.cmake)
option(NEOSIG_FUZZ "Build the libFuzzer programs (clang)" OFF)
set(fuzz ${CMAKE_CURRENT_LIST_DIR})
set(fuzz_targets parse differential arguments kat acvp key haetae falcon hawk armor json)
set(fuzz_kat_sources ${fuzz}/../kat/kat_file.c)
set(apps ${PROJECT_SOURCE_DIR}/apps)
set(fuzz_armor_sources ${apps}/armor.c ${apps}/mode.c ${apps}/app.c ${apps}/progress.c)
set(fuzz_json_sources ${apps}/json_reader.c)
set(fuzz_acvp_sources ${PROJECT_SOURCE_DIR}/common/known_answer.c ${PROJECT_SOURCE_DIR}/common/nist_drbg.c)

if(NEOSIG_FUZZ)
  set(checks -Wno-error -g -O2 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
    -fprofile-instr-generate
    -fcoverage-mapping)
else()
  set(checks -Wno-error -g -O2 -fsanitize=address,undefined -fno-sanitize-recover=all)
endif()

if(NEOSIG_INSTRUMENTED AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED AND NOT WIN32)
  neosig_variant(neosig_fuzz OPTIONS ${checks})
  add_custom_target(fuzz-programs)
  foreach(target IN LISTS fuzz_targets)
    add_executable(fuzz-${target} ${fuzz}/${target}.c ${fuzz_${target}_sources}
      $<$<NOT:$<BOOL:${NEOSIG_FUZZ}>>:${fuzz}/replay.c>)
    target_include_directories(fuzz-${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/test)
    target_link_libraries(fuzz-${target} PRIVATE neosig_fuzz neosig_reference)
    add_dependencies(fuzz-programs fuzz-${target})
    if(NEOSIG_FUZZ)
      target_link_options(fuzz-${target} PRIVATE -fsanitize=fuzzer)
    else()
      add_test(NAME fuzz-${target} COMMAND fuzz-${target} 60)
      neosig_test_properties(fuzz-${target} fuzz)
    endif()
  endforeach()
endif()
