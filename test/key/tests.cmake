neosig_test(NAME key SOURCES ${CMAKE_CURRENT_LIST_DIR}/key.c LABELS key portable)
