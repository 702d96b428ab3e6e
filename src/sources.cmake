# All of src/: files for one architecture are empty on others, and kernels say themselves which instructions they need.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.c ${CMAKE_CURRENT_LIST_DIR}/*.S)
target_sources(neosig PRIVATE ${sources})
if(WIN32)
  target_link_libraries(neosig PRIVATE bcrypt)
endif()
