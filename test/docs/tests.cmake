find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND NEOSIG_BUILD_PROGRAMS AND NOT NEOSIG_SANITIZED)
  add_test(NAME readme COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/readme.py ${CMAKE_C_COMPILER}
    ${PROJECT_SOURCE_DIR} $<TARGET_FILE:neosig> ${CMAKE_CURRENT_BINARY_DIR}/readme ${CMAKE_CROSSCOMPILING_EMULATOR} --
    $<TARGET_FILE:neosig-program>)
  neosig_test_properties(readme docs)
endif()

if(Python3_FOUND)
  add_test(NAME docs-figures COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/figures.py)
  neosig_test_properties(docs-figures "docs;sources")
  add_test(NAME versions COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/versions.py)
  add_test(NAME versions-self-test COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/versions.py --self-test)
  neosig_test_properties(versions "docs;sources")
  neosig_test_properties(versions-self-test "docs;sources")
  add_test(NAME places COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/places.py)
  add_test(NAME places-self-test COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/places.py --self-test)
  neosig_test_properties(places "docs;sources")
  neosig_test_properties(places-self-test "docs;sources")
  add_test(NAME limits COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/limits.py ${CMAKE_CTEST_COMMAND}
    ${PROJECT_BINARY_DIR})
  add_test(NAME limits-self-test COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/limits.py --self-test)
  neosig_test_properties(limits docs)
  neosig_test_properties(limits-self-test "docs;sources")
endif()

add_test(NAME layout COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/layout.sh)
neosig_test_properties(layout "docs;sources")
