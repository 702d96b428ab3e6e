# Programs of their own: with sanitizers `make test` builds no other unit test.
neosig_test(NAME key OWN SOURCES ${CMAKE_CURRENT_LIST_DIR}/key.c LABELS key parses portable)
neosig_test(NAME key-hostile OWN SOURCES ${CMAKE_CURRENT_LIST_DIR}/hostile.c LABELS key parses portable)
