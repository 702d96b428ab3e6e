set(snova ${CMAKE_CURRENT_LIST_DIR})
target_sources(neosig PRIVATE ${snova}/params.c ${snova}/expand.c ${snova}/encode.c ${snova}/evaluate.c
  ${snova}/keygen.c ${snova}/sign.c ${snova}/verify.c)
