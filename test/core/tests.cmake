set(core ${CMAKE_CURRENT_LIST_DIR})
neosig_test(NAME checks SOURCES ${core}/checks.c ${core}/fake.c LABELS core)
