# neosig_variant(NAME [DEFINITIONS ...] [OPTIONS ...]): the library once more, as a static library built in another way.
#
# neosig_marked(NAME DEFINITION [OPTION...]): the library with DEFINITION for the marks of core/secret.h, compiled with
# the options. Only folders with marks are compiled again: neosig_mark_free names those without, and
# test/ct/declassified.py sees that they stay so. All objects are part of a program that links to NAME, so that no twin
# of theirs is taken from neosig.
include_guard(DIRECTORY)
set(neosig_mark_free fft gf ntt sym)

function(neosig_marked name definition)
  get_target_property(sources neosig SOURCES)
  list(JOIN neosig_mark_free "|" folders)
  list(FILTER sources EXCLUDE REGEX "/src/(${folders})/")
  add_library(${name} OBJECT ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
    ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PUBLIC ${definition} PRIVATE $<TARGET_PROPERTY:neosig,COMPILE_DEFINITIONS>)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PUBLIC neosig)
endfunction()

function(neosig_variant name)
  cmake_parse_arguments(PARSE_ARGV 1 variant "" "" "DEFINITIONS;OPTIONS")
  get_target_property(sources neosig SOURCES)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
    ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PUBLIC ${variant_DEFINITIONS})
  target_compile_definitions(${name} PRIVATE $<TARGET_PROPERTY:neosig,COMPILE_DEFINITIONS>)
  target_compile_options(${name} PUBLIC ${variant_OPTIONS})
  target_link_options(${name} PUBLIC ${variant_OPTIONS})
  target_link_libraries(${name} PRIVATE $<TARGET_PROPERTY:neosig,LINK_LIBRARIES>)
endfunction()
