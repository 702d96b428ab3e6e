# The program as its users meet it and the table of known answers compiled into it.
if(UNIX AND CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(apps ${PROJECT_SOURCE_DIR}/apps)
  neosig_test(NAME offsets OWN LABELS cli portable SOURCES ${CMAKE_CURRENT_LIST_DIR}/offsets.c ${apps}/file.c
    ${apps}/output.c ${apps}/aside.c ${apps}/app.c ${apps}/progress.c ${apps}/text.c ${apps}/secret.c)
endif()
if(TARGET neosig-program)
  set(cli ${CMAKE_CURRENT_LIST_DIR})
  set(apps ${PROJECT_SOURCE_DIR}/apps)
  neosig_test(NAME unanswered OWN LABELS cli SOURCES ${cli}/unanswered.c ${cli}/../snova/other_rows.c
    ${apps}/cmd_selftest.c ${apps}/known_answers.c ${apps}/app.c
    ${apps}/options.c ${apps}/json.c ${apps}/progress.c ${apps}/text.c)
  # The linker can wrap system calls there, which do not depend on the machine: an emulator would take long for nothing.
  if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT CMAKE_CROSSCOMPILING)
    neosig_test(NAME outputs OWN LABELS cli SOURCES ${cli}/outputs.c ${apps}/file.c ${apps}/output.c ${apps}/aside.c ${apps}/app.c
      ${apps}/progress.c ${apps}/text.c ${apps}/secret.c)
    foreach(call rename link linkat unlink fsync fchmod flock write read)
      target_link_options(test-outputs PRIVATE LINKER:--wrap=${call})
    endforeach()
    neosig_test(NAME waiting OWN LABELS cli SOURCES ${cli}/waiting.c ${apps}/cmd_keygen.c ${apps}/parallel.c
      ${apps}/passphrase.c ${apps}/file.c ${apps}/output.c ${apps}/aside.c ${apps}/app.c ${apps}/options.c ${apps}/progress.c
      ${apps}/text.c ${apps}/secret.c LIBRARIES Threads::Threads)
    target_link_options(test-waiting PRIVATE LINKER:--wrap=neosig_key_make)
    neosig_test(NAME folders OWN LABELS cli SOURCES ${cli}/folders.c ${apps}/manifest.c ${apps}/tree.c
      ${apps}/parallel.c ${apps}/file.c ${apps}/output.c ${apps}/aside.c ${apps}/app.c ${apps}/options.c ${apps}/progress.c ${apps}/text.c
      LIBRARIES Threads::Threads)
    target_link_options(test-folders PRIVATE LINKER:--wrap=parallel_run)
  endif()
  find_package(Python3 3.9 COMPONENTS Interpreter)
  if(Python3_FOUND)
    set(large 209715200)
    if(NEOSIG_SLOW_CPU)
      set(large 10485760)
    endif()
    set(stack 16384) # as neosig.h promises of optimised code, which sanitizers pad
    if(CMAKE_BUILD_TYPE STREQUAL Debug OR NEOSIG_SANITIZED)
      set(stack 49152)
    endif()
    set(program ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:neosig-program>)
    add_dependencies(quick-tests neosig-program)
    # What does not depend on the machine is not tested under emulation, where every call of the program takes long.
    set(only "")
    if(CMAKE_CROSSCOMPILING)
      set(only --only RoundTrip)
    endif()
    add_test(NAME cli COMMAND ${Python3_EXECUTABLE} ${cli}/cli.py --large ${large} --stack ${stack} ${only} ${program})
    if(NOT CMAKE_CROSSCOMPILING)
      foreach(name signatures embedded manifests reports passphrases signers)
        add_test(NAME cli-${name} COMMAND ${Python3_EXECUTABLE} ${cli}/${name}.py ${program})
        neosig_test_properties(cli-${name} cli)
      endforeach()
    endif()
    add_test(NAME cli-known-answers COMMAND ${Python3_EXECUTABLE} ${apps}/known_answers.py --check)
    add_test(NAME cli-interoperate COMMAND ${Python3_EXECUTABLE} ${cli}/interoperate.py ${program})
    neosig_test_properties(cli cli)
    neosig_test_properties(cli-known-answers "cli;sources")
    neosig_test_properties(cli-interoperate cli)
  else()
    message(WARNING "No Python 3: the program is not tested")
  endif()
endif()
