# Threads and fork; on the host also under ThreadSanitizer.
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT NEOSIG_SANITIZED)
  neosig_test(NAME fork SOURCES ${CMAKE_CURRENT_LIST_DIR}/fork.c LABELS robust)
  if(NOT CMAKE_CROSSCOMPILING)
    include(${CMAKE_CURRENT_LIST_DIR}/../ct/variant.cmake)
    neosig_variant(neosig_tsan OPTIONS -fsanitize=thread -g -O1)
    add_executable(test-tsan ${CMAKE_CURRENT_LIST_DIR}/fork.c)
    target_include_directories(test-tsan PRIVATE ${CMAKE_CURRENT_LIST_DIR}/..)
    target_link_libraries(test-tsan PRIVATE neosig_tsan Threads::Threads)
    neosig_test_run(NAME tsan PROGRAM tsan LABELS robust)
    # The forked child ends without the threads of its parent.
    set_tests_properties(tsan PROPERTIES ENVIRONMENT TSAN_OPTIONS=report_thread_leaks=0)
  endif()
endif()
