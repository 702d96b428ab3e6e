neosig_test(NAME fft SOURCES ${CMAKE_CURRENT_LIST_DIR}/fft.c LIBRARIES m LABELS fft kernels portable)

# The compiler of this build. A native build also takes Clang where there is one.
find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND AND NOT NEOSIG_SANITIZED)
  set(compilers ${CMAKE_C_COMPILER})
  if(NOT CMAKE_CROSSCOMPILING)
    find_program(clang clang)
    list(APPEND compilers ${clang})
  endif()
  list(REMOVE_DUPLICATES compilers)
  foreach(compiler IN LISTS compilers)
    get_filename_component(name ${compiler} NAME_WE)
    add_test(NAME fft-contraction-${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/contraction.py
      ${PROJECT_SOURCE_DIR} ${compiler})
    neosig_test_properties(fft-contraction-${name} fft)
  endforeach()
endif()
