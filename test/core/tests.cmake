set(core ${CMAKE_CURRENT_LIST_DIR})
neosig_test(NAME checks OWN SOURCES ${core}/checks.c ${core}/fake.c LABELS core portable)
neosig_test(NAME draw OWN SOURCES ${core}/draw.c LABELS core portable)
neosig_test(NAME overlap OWN SOURCES ${core}/overlap.c ${core}/fake.c LABELS core portable)
neosig_test(NAME arena SOURCES ${core}/arena.c LABELS core parses portable)
neosig_test(NAME backend SOURCES ${core}/backend.c LABELS core kernels every-cpu portable)
if(CMAKE_CROSSCOMPILING)
  set_property(SOURCE ${core}/backend.c APPEND PROPERTY COMPILE_DEFINITIONS NEOSIG_EMULATED)
endif()
neosig_test(NAME operations SOURCES ${core}/operations.c LABELS core every-cpu portable)
if(UNIX AND CMAKE_NM AND NOT NEOSIG_FUZZ)
  set(assertions off)
  if(NEOSIG_ASSERTIONS)
    set(assertions on)
  endif()
  add_test(NAME assertions COMMAND sh ${core}/assertions.sh ${CMAKE_NM} $<TARGET_FILE:neosig> ${assertions})
  neosig_test_properties(assertions core)
endif()
neosig_test(NAME extremes SOURCES ${core}/extremes.c LABELS core)
neosig_test(NAME pairs SOURCES ${core}/pairs.c LABELS core portable)
neosig_test(NAME small-stack SOURCES ${core}/small_stack.c LABELS core)
if(CMAKE_SYSTEM_NAME STREQUAL Linux) # the linker can wrap malloc
  neosig_test(NAME allocation OWN SOURCES ${core}/allocation.c LABELS core)
  target_link_options(test-allocation PRIVATE -Wl,--wrap=malloc,--wrap=free)
endif()

# Threads and fork; on the host also under ThreadSanitizer.
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT NEOSIG_SANITIZED AND NOT NEOSIG_FUZZ)
  neosig_test(NAME fork OWN SOURCES ${core}/fork.c LABELS robust)
  if(NEOSIG_INSTRUMENTED AND NOT CMAKE_CROSSCOMPILING)
    include(${core}/../ct/variant.cmake)
    neosig_variant(neosig_tsan OPTIONS -Wno-error -fsanitize=thread -g -O1)
    add_executable(test-tsan ${core}/fork.c)
    target_include_directories(test-tsan PRIVATE ${core}/.. ${PROJECT_SOURCE_DIR})
    target_link_libraries(test-tsan PRIVATE neosig_tsan Threads::Threads)
    neosig_test_run(NAME tsan PROGRAM tsan LABELS robust)
    # The forked child ends without the threads of its parent.
    set_tests_properties(tsan PROPERTIES ENVIRONMENT TSAN_OPTIONS=report_thread_leaks=0)
  endif()
endif()

# No circle of files, and one stem each in src/; and the check of that on planted faults.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND CMAKE_NM AND NOT NEOSIG_SANITIZED AND NOT NEOSIG_FUZZ)
  set(circles ${Python3_EXECUTABLE} ${core}/circles.py)
  add_test(NAME circles COMMAND ${circles} sources ${PROJECT_SOURCE_DIR})
  neosig_test_properties(circles "core;sources")
  add_test(NAME circles-library COMMAND ${circles} objects --nm ${CMAKE_NM} $<TARGET_FILE:neosig>)
  neosig_test_properties(circles-library core)
  foreach(program neosig-program neosig-bench neosigprovider)
    if(TARGET ${program})
      add_test(NAME circles-${program} COMMAND ${circles} objects --nm ${CMAKE_NM} $<TARGET_OBJECTS:${program}>
        COMMAND_EXPAND_LISTS)
      neosig_test_properties(circles-${program} core)
    endif()
  endforeach()

  set(planted ${CMAKE_CURRENT_BINARY_DIR}/planted)
  file(REMOVE_RECURSE ${planted})
  foreach(call a:b b:c c:a d:a) # d is in no circle
    string(REPLACE ":" ";" call ${call})
    list(GET call 0 here)
    list(GET call 1 there)
    file(CONFIGURE OUTPUT ${planted}/src/${here}.c CONTENT "int planted_${there}(void);
int planted_${here}(void);
int planted_${here}(void)
{
    return planted_${there}();
}
")
    file(CONFIGURE OUTPUT ${planted}/${here}.h CONTENT "#include \"${there}.h\"\n")
    file(CONFIGURE OUTPUT ${planted}/${here}.py CONTENT "import ${there}\n")
    file(WRITE ${planted}/${here}.sh ". \"$(dirname \"$0\")/${there}.sh\"\necho \"run sh d.sh\" # sh d.sh\n")
    file(WRITE ${planted}/${here}.cmake "include(\${here}/${there}.cmake)\n")
    list(APPEND planted_sources ${planted}/src/${here}.c)
  endforeach()
  file(CONFIGURE OUTPUT ${planted}/src/other/d.S CONTENT "")
  add_library(planted_circle STATIC ${planted_sources})
  add_test(NAME circles-self-test-objects COMMAND ${circles} objects --nm ${CMAKE_NM} $<TARGET_OBJECTS:planted_circle>
    COMMAND_EXPAND_LISTS)
  set_tests_properties(circles-self-test-objects PROPERTIES PASS_REGULAR_EXPRESSION
    "circle: a[^,]* of b[^,]*, b[^,]* of c[^,]*, c[^,]* of a[^,]*\n4 files, 1 faults")
  add_test(NAME circles-self-test-archive COMMAND ${circles} objects --nm ${CMAKE_NM} $<TARGET_FILE:planted_circle>)
  set_tests_properties(circles-self-test-archive PROPERTIES PASS_REGULAR_EXPRESSION
    "circle: a[^,]* of b[^,]*, b[^,]* of c[^,]*, c[^,]* of a[^,]*\n4 files, 1 faults")
  add_test(NAME circles-self-test-sources COMMAND ${circles} sources ${planted})
  string(CONCAT found "circle: a.cmake includes b.cmake, b.cmake includes c.cmake, c.cmake includes a.cmake\n"
    "circle: a.h includes b.h, b.h includes c.h, c.h includes a.h\n"
    "circle: a.py imports b.py, b.py imports c.py, c.py imports a.py\n"
    "circle: a.sh runs b.sh, b.sh runs c.sh, c.sh runs a.sh\none stem: [^\n]*d.c[^\n]*\n21 files, 5 faults")
  set_tests_properties(circles-self-test-sources PROPERTIES PASS_REGULAR_EXPRESSION "${found}")
  foreach(kind objects archive sources)
    neosig_test_properties(circles-self-test-${kind} core)
  endforeach()

  add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${core}/layers.py ${PROJECT_SOURCE_DIR}/src)
  add_test(NAME layers-self-test COMMAND ${Python3_EXECUTABLE} ${core}/layers.py ${PROJECT_SOURCE_DIR}/src --self-test)
  neosig_test_properties(layers core)
  neosig_test_properties(layers-self-test core)
  add_test(NAME sizes COMMAND ${Python3_EXECUTABLE} ${core}/sizes.py ${PROJECT_SOURCE_DIR}/src)
  add_test(NAME sizes-self-test COMMAND ${Python3_EXECUTABLE} ${core}/sizes.py ${PROJECT_SOURCE_DIR}/src --self-test)
  neosig_test_properties(sizes "core;sources")
  neosig_test_properties(sizes-self-test "core;sources")
endif()
