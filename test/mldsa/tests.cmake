neosig_test(NAME mldsa-ring SOURCES ${CMAKE_CURRENT_LIST_DIR}/ring.c LABELS mldsa)

# The vectors of ACVP and Wycheproof are kept compressed; CMake itself unpacks them.
set(vectors ${CMAKE_CURRENT_BINARY_DIR}/mldsa-vectors)
if(${CMAKE_CURRENT_LIST_DIR}/vectors.tar.xz IS_NEWER_THAN ${vectors}/unpacked)
  file(ARCHIVE_EXTRACT INPUT ${CMAKE_CURRENT_LIST_DIR}/vectors.tar.xz DESTINATION ${vectors})
  file(TOUCH ${vectors}/unpacked)
endif()
add_executable(test-mldsa-vectors ${CMAKE_CURRENT_LIST_DIR}/vectors.c)
target_include_directories(test-mldsa-vectors PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(test-mldsa-vectors PRIVATE neosig_test_helpers neosig)
foreach(name acvp-keygen acvp-siggen acvp-siggen-hedged acvp-sigver acvp-session wycheproof-44 wycheproof-65)
  neosig_test_run(NAME mldsa-${name} PROGRAM mldsa-vectors ARGS ${vectors}/${name}.txt LABELS kat mldsa)
endforeach()
