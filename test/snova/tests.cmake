set(snova ${CMAKE_CURRENT_LIST_DIR})
neosig_test(NAME snova-constants SOURCES ${snova}/constants.c LABELS snova)
neosig_test(NAME snova-reference SOURCES ${snova}/reference.c LABELS snova)
neosig_test(NAME snova-flips SOURCES ${snova}/flips.c LABELS snova)
