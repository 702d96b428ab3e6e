# Rows of the tables of parameter sets: what they must keep; rows of other dimensions, which are not in the library.
set(rows ${CMAKE_CURRENT_LIST_DIR})
set(schemes snova rainbow mldsa haetae falcon hawk)
neosig_test(NAME rows SOURCES ${rows}/rows.c LABELS ${schemes})
set(other ${rows}/other.c)
foreach(scheme IN LISTS schemes)
  list(APPEND other ${rows}/other_${scheme}.c)
endforeach()
neosig_test(NAME other-rows OWN SOURCES ${other} LABELS ${schemes} first)
