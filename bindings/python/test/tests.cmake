# The Python package: its wheel, linked to the library of this build, and its tests (pytest). They need what
# tools/python.sh installs.
find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND AND UNIX AND NOT CMAKE_CROSSCOMPILING AND NOT NEOSIG_SANITIZED AND NOT NEOSIG_FUZZ)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import cffi, hypothesis, pytest, scikit_build_core"
    RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
  set(scratch ${CMAKE_CURRENT_BINARY_DIR}/python)
  get_filename_component(environment ${Python3_EXECUTABLE} DIRECTORY)
  if(missing)
    add_test(NAME python COMMAND sh -c "echo 'no Python packages (tools/python.sh): skipped'; exit 77")
    neosig_test_properties(python "python;sources")
  else()
    add_test(NAME python-wheel COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/wheel.sh ${Python3_EXECUTABLE}
      $<TARGET_FILE:neosig> ${scratch})
    neosig_test_properties(python-wheel "python;sources")
    set_tests_properties(python-wheel PROPERTIES FIXTURES_SETUP python-wheel)
    foreach(marked "python;not slow;python;sources" "python-slow;slow;python;sources;slow")
      list(POP_FRONT marked name mark)
      add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${scratch}/site CC=${CMAKE_C_COMPILER}
        NEOSIG_LIBRARY=$<TARGET_FILE:neosig> NEOSIG_WHEELS=${environment}/../wheels PYTHONDONTWRITEBYTECODE=1
        NEOSIG_WHEEL=${scratch}/neosig-${PROJECT_VERSION}-cp39-abi3-linux_${CMAKE_SYSTEM_PROCESSOR}.whl
        ${Python3_EXECUTABLE} -m pytest -c ${PROJECT_SOURCE_DIR}/pyproject.toml -q -rP -m ${mark} --durations=10
        -o cache_dir=${scratch}/cache ${CMAKE_CURRENT_LIST_DIR})
      neosig_test_properties(${name} "${marked}")
      set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED python-wheel)
    endforeach()
    if(TARGET neosig-program AND TARGET neosig_shared)
      add_test(NAME quickstart COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/test/docs/quickstart.py
        ${PROJECT_BINARY_DIR} ${scratch}-quickstart ${scratch} ${environment}/../wheels)
      neosig_test_properties(quickstart "docs;sources")
      set_tests_properties(quickstart PROPERTIES FIXTURES_REQUIRED python-wheel)
    endif()
  endif()
endif()
