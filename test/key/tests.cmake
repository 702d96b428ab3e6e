# A program of its own: with sanitizers `make test` builds no other unit test.
neosig_test(NAME key OWN SOURCES ${CMAKE_CURRENT_LIST_DIR}/key.c LABELS key parses portable)
