# What others get: the symbols, the ABI, the installation, the sources in another build system, what they choose to
# build, the refusal of old compilers.
if(UNIX AND NOT APPLE AND NOT NEOSIG_SANITIZED)
  set(package ${CMAKE_CURRENT_LIST_DIR})
  set(scratch ${CMAKE_CURRENT_BINARY_DIR})
  set(shared "")
  if(TARGET neosig_shared)
    set(shared $<TARGET_FILE:neosig_shared>)
  endif()
  add_test(NAME symbols COMMAND sh ${package}/symbols.sh
    ${CMAKE_NM} ${PROJECT_SOURCE_DIR}/include $<TARGET_FILE:neosig> ${shared})
  neosig_test_properties(symbols package)

  if(TARGET neosig_shared AND NOT CMAKE_CROSSCOMPILING)
    add_test(NAME package COMMAND sh ${package}/package.sh ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}
      ${scratch}/package ${CMAKE_C_COMPILER} ${PROJECT_VERSION})
    neosig_test_properties(package package)
  endif()

  if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT CMAKE_CROSSCOMPILING)
    add_test(NAME abi COMMAND sh ${package}/abi.sh ${PROJECT_SOURCE_DIR} ${scratch}/abi ${CMAKE_C_COMPILER})
    neosig_test_properties(abi "package;sources")
  endif()

  if(TARGET neosig-program AND NOT CMAKE_CROSSCOMPILING)
    add_test(NAME dist COMMAND sh ${package}/dist.sh ${PROJECT_SOURCE_DIR} ${scratch}/dist $<TARGET_FILE:neosig-program>)
    neosig_test_properties(dist "package;sources")
  endif()

  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_Interpreter_FOUND AND NOT CMAKE_CROSSCOMPILING AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    add_test(NAME choices COMMAND ${Python3_EXECUTABLE} ${package}/choices.py ${PROJECT_SOURCE_DIR} ${scratch}/choices
      ${CMAKE_C_COMPILER} ${CMAKE_NM} $<TARGET_FILE:neosig>)
    neosig_test_properties(choices "package;sources")
  endif()

  if(NOT NEOSIG_FUZZ)
    set(compiler ${CMAKE_C_COMPILER})
    if(CMAKE_CROSSCOMPILING)
      list(APPEND compiler -static)
      if(CMAKE_C_COMPILER_ID STREQUAL Clang)
        list(APPEND compiler --target=${CMAKE_C_COMPILER_TARGET})
      endif()
    endif()
    if(Python3_Interpreter_FOUND)
      # Unoptimised, for the time it takes, but in one build. Where GCC compiles for AArch64 Clang does too.
      set(optimised "")
      if(CMAKE_C_COMPILER_ID MATCHES Clang OR CMAKE_CROSSCOMPILING)
        set(optimised -O0)
      endif()
      add_test(NAME amalgamation COMMAND ${Python3_EXECUTABLE} ${package}/amalgamation.py ${scratch}/amalgamation
        ${CMAKE_NM} ${CMAKE_OBJDUMP} $<TARGET_FILE:neosig> ${compiler} ${optimised} --
        ${CMAKE_CROSSCOMPILING_EMULATOR})
      neosig_test_properties(amalgamation package)
      find_program(NEOSIG_CLANG NAMES clang clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14)
      if(CMAKE_CROSSCOMPILING AND CMAKE_C_COMPILER_ID STREQUAL GNU AND NEOSIG_CLANG AND
          CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
        add_test(NAME amalgamation-clang COMMAND ${Python3_EXECUTABLE} ${package}/amalgamation.py
          ${scratch}/amalgamation-clang ${CMAKE_NM} ${CMAKE_OBJDUMP} $<TARGET_FILE:neosig>
          ${NEOSIG_CLANG} --target=aarch64-linux-gnu -O0 -static -- ${CMAKE_CROSSCOMPILING_EMULATOR})
        neosig_test_properties(amalgamation-clang package)
      endif()
    endif()
    if(NOT CMAKE_CROSSCOMPILING)
      add_test(NAME bare-metal COMMAND sh ${package}/bare_metal.sh ${scratch}/bare-metal)
      neosig_test_properties(bare-metal "package;sources")
      add_test(NAME embedded COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/embedded.py --check
        ${PROJECT_SOURCE_DIR}/docs/memory.md)
      neosig_test_properties(embedded "package;sources")
      add_test(NAME flat COMMAND sh ${package}/flat.sh ${scratch}/flat ${CMAKE_READELF} ${CMAKE_NM} ${compiler})
      neosig_test_properties(flat package)
    endif()
  endif()

  foreach(compiler "GNU 8.5.0 refused" "GNU 9.3.0 taken" "Clang 8.0.1 refused" "Clang 9.0.1 taken" "TinyCC 1.0 refused")
    separate_arguments(compiler)
    list(GET compiler 0 id)
    list(GET compiler 1 version)
    list(GET compiler 2 wanted)
    add_test(NAME compiler-${id}-${version} COMMAND ${CMAKE_COMMAND}
      -DCMAKE_C_COMPILER_ID=${id} -DCMAKE_C_COMPILER_VERSION=${version} -P ${PROJECT_SOURCE_DIR}/cmake/compiler.cmake)
    neosig_test_properties(compiler-${id}-${version} "package;sources")
    if(wanted STREQUAL refused)
      set_tests_properties(compiler-${id}-${version} PROPERTIES PASS_REGULAR_EXPRESSION "neosig needs GCC")
    endif()
  endforeach()
endif()
