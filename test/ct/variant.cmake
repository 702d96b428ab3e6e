# neosig_variant(NAME [DEFINITIONS ...] [OPTIONS ...]): the library once more, as a static library built in another way.
include_guard(DIRECTORY)
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
