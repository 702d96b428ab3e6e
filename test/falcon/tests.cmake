set(falcon ${CMAKE_CURRENT_LIST_DIR})
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  neosig_test(NAME falcon-scheme SOURCES ${falcon}/scheme.c
    ARGS ${falcon}/oracles/fn-dsa-512-pre.kat ${falcon}/oracles/fn-dsa-1024-pre.kat LABELS falcon)
  target_link_options(test-falcon-scheme PRIVATE -Wl,--wrap=neosig_shake_absorb)
endif()
