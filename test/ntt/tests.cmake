neosig_test(NAME ntt16 SOURCES ${CMAKE_CURRENT_LIST_DIR}/ntt16.c LABELS ntt kernels)
neosig_test(NAME ntt32 SOURCES ${CMAKE_CURRENT_LIST_DIR}/ntt32.c LABELS ntt kernels)

find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND)
  # What writes tables into src/<folder> is tools/<folder>_tables.py.
  file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/*)
  foreach(name IN LISTS folders)
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/tools/${name}_tables.py)
      continue()
    endif()
    add_test(NAME ${name}-tables COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tables.py
      ${PROJECT_SOURCE_DIR}/tools/${name}_tables.py ${PROJECT_SOURCE_DIR}/src/${name})
    neosig_test_properties(${name}-tables "${name};sources")
  endforeach()
endif()
