# The program as its users meet it, its key files, and the table of known answers compiled into it.
if(TARGET neosig-program)
  set(cli ${CMAKE_CURRENT_LIST_DIR})
  set(apps ${PROJECT_SOURCE_DIR}/apps)
  neosig_test(NAME keyfile LABELS cli
    SOURCES ${cli}/keyfile.c ${apps}/keyfile.c ${apps}/pem.c ${apps}/der.c ${apps}/file.c ${apps}/app.c)
  if(CMAKE_SYSTEM_NAME STREQUAL Linux) # the linker can wrap system calls
    neosig_test(NAME outputs LABELS cli SOURCES ${cli}/outputs.c ${apps}/file.c ${apps}/app.c)
    target_link_options(test-outputs PRIVATE
      LINKER:--wrap=rename,--wrap=link,--wrap=linkat,--wrap=unlink,--wrap=fsync,--wrap=mkstemp)
  endif()
  find_package(Python3 3.9 COMPONENTS Interpreter)
  if(Python3_FOUND)
    set(large 209715200)
    if(NEOSIG_SLOW_CPU)
      set(large 10485760)
    endif()
    set(stack 16384) # as neosig.h promises
    if(CMAKE_BUILD_TYPE STREQUAL Debug)
      set(stack 49152)
    endif()
    set(program ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:neosig-program>)
    add_test(NAME cli COMMAND ${Python3_EXECUTABLE} ${cli}/cli.py --large ${large} --stack ${stack} ${program})
    add_test(NAME cli-known-answers COMMAND ${Python3_EXECUTABLE} ${apps}/known_answers.py --check)
    add_test(NAME cli-interoperate COMMAND ${Python3_EXECUTABLE} ${cli}/interoperate.py ${program})
    set_tests_properties(cli cli-known-answers cli-interoperate PROPERTIES
      LABELS cli TIMEOUT 600 SKIP_RETURN_CODE 77)
  else()
    message(WARNING "No Python 3: the program is not tested")
  endif()
endif()
