set(mayo ${CMAKE_CURRENT_LIST_DIR})
neosig_test(NAME mayo-reference SOURCES ${mayo}/reference.c LABELS mayo reference)
neosig_test(NAME mayo-flips SOURCES ${mayo}/flips.c LABELS mayo)
neosig_test(NAME mayo-exact SOURCES ${mayo}/exact.c LABELS mayo)
# Attempts are refused by a function that the linker puts before the library's.
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  neosig_test(NAME mayo-attempts OWN SOURCES ${mayo}/attempts.c LABELS mayo)
  target_link_options(test-mayo-attempts PRIVATE -Wl,--wrap=neosig_gf16_solve_columns)
endif()
