set(rainbow ${CMAKE_CURRENT_LIST_DIR})
target_sources(neosig PRIVATE ${rainbow}/params.c ${rainbow}/layout.c ${rainbow}/random.c ${rainbow}/keygen.c
  ${rainbow}/sign.c ${rainbow}/verify.c ${rainbow}/scheme.c)
