# neosig_vectors(<scheme> <file> [OPTIONS <option>...] LABELS <label>...) runs vectors of ACVP or Wycheproof as the test
# <scheme>-<file>. test/<scheme>/vectors.tar.xz holds them, which convert.py has made, and CMake itself unpacks them.
include_guard(GLOBAL)
add_executable(test-vectors ${CMAKE_CURRENT_LIST_DIR}/vectors.c)
target_include_directories(test-vectors PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/test)
target_link_libraries(test-vectors PRIVATE neosig_common)

function(neosig_vectors scheme file)
  cmake_parse_arguments(PARSE_ARGV 2 v "" "" "OPTIONS;LABELS")
  set(archive ${CMAKE_CURRENT_SOURCE_DIR}/${scheme}/vectors.tar.xz)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${scheme}-vectors)
  if(${archive} IS_NEWER_THAN ${folder}/unpacked)
    file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder})
    file(TOUCH ${folder}/unpacked)
  endif()
  neosig_test_run(NAME ${scheme}-${file} PROGRAM vectors ARGS ${v_OPTIONS} ${folder}/${file}.txt
    LABELS ${v_LABELS} ${scheme})
endfunction()
