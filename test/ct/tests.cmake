# Evidence about secrets: traces (AArch64), taint (elsewhere), instructions, residue in memory, DIT. Labels: ct and
# taint, the quick sets; ct-all and taint-all, what `make ct` and `make taint` run; slow, all sets.
if(NEOSIG_FUZZ)
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/variant.cmake)
find_package(Python3 COMPONENTS Interpreter)

function(ct_program name library)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${library})
endfunction()

# ct_script(NAME ... COMMAND ... [LABELS ...]): a Python script as a test.
function(ct_script)
  cmake_parse_arguments(PARSE_ARGV 0 t "" NAME "COMMAND;LABELS")
  add_test(NAME ${t_NAME} COMMAND ${Python3_EXECUTABLE} ${t_COMMAND})
  neosig_test_properties(${t_NAME} "${t_LABELS}")
endfunction()

# ct_figures(<name>): the arguments by which the test writes its figures for docs/security.md.
function(ct_figures name)
  set(figures --figures ${PROJECT_BINARY_DIR}/figures/${name}.json
    --compiler "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}" PARENT_SCOPE)
endfunction()

# ct_skipped(<name> <what is missing> <label>...): the test says so instead of running.
function(ct_skipped name missing)
  add_test(NAME ${name} COMMAND sh -c "echo skipped: no ${missing}; exit 77")
  neosig_test_properties(${name} "${ARGN}")
endfunction()

set(ct ${CMAKE_CURRENT_LIST_DIR})
# Kernels of schemes, for kernels.c.
file(GLOB headers CONFIGURE_DEPENDS ${ct}/../*/ct_kernels.h)
set(includes "")
set(rows "")
foreach(header IN LISTS headers)
  neosig_scheme_of(scheme ${header})
  string(APPEND includes "#include \"test/${scheme}/ct_kernels.h\"\n")
  string(APPEND rows " ROWS(${scheme})")
endforeach()
file(CONFIGURE OUTPUT scheme_kernels.h @ONLY CONTENT "@includes@#define SCHEME_KERNELS(ROWS)@rows@\n")
# What stands in for functions of public values, so that secrets lead to the same: each source says for which.
file(GLOB same CONFIGURE_DEPENDS ${ct}/../*/ct_same_values.c)
set(wraps "")
foreach(source IN LISTS same)
  file(STRINGS ${source} lines REGEX "^void __wrap_[a-z0-9_]+")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*__wrap_([a-z0-9_]+)\\(.*" "LINKER:--wrap=\\1" line "${line}")
    list(APPEND wraps ${line})
  endforeach()
endforeach()
function(ct_same_values name)
  target_link_options(${name} PRIVATE ${wraps})
endfunction()
set(planted ${ct}/planted/leaks.c ${ct}/planted/namesake.c)
if(NOT Python3_Interpreter_FOUND AND NOT NEOSIG_SANITIZED)
  ct_skipped(declassified "Python 3, which all scripts of test/ct need" ct ct-all taint taint-all)
elseif(NOT NEOSIG_SANITIZED)
  ct_script(NAME declassified COMMAND ${ct}/declassified.py LABELS ct ct-all sources)
  ct_script(NAME figures COMMAND ${ct}/figures.py --document LABELS ct ct-all docs sources)
  ct_script(NAME figures-self-test COMMAND ${ct}/figures.py --self-test LABELS ct ct-all sources)
  ct_script(NAME api COMMAND ${ct}/api.py LABELS ct ct-all sources)
  ct_script(NAME api-self-test COMMAND ${ct}/api.py --self-test LABELS ct ct-all sources)
  ct_script(NAME declassified-self-test COMMAND ${ct}/declassified.py --self-test LABELS ct ct-all sources)

  if(CMAKE_OBJDUMP AND (NEOSIG_AARCH64 OR NEOSIG_X86_64) AND NOT APPLE)
    add_library(ct_planted_division OBJECT ${ct}/planted/division.c)
    ct_script(NAME instructions-self-test LABELS ct ct-all
      COMMAND ${ct}/instructions.py $<TARGET_OBJECTS:ct_planted_division> --objdump ${CMAKE_OBJDUMP} --self-test)
    # How many divisions by dimensions are left is the compiler's affair; the list is of GCC's optimised code.
    if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release)
      ct_figures(instructions)
      set(labels ct ct-all)
      if(NOT CMAKE_CROSSCOMPILING)
        list(APPEND labels taint-all) # which make taint runs of the native build
      endif()
      ct_script(NAME instructions LABELS ${labels}
        COMMAND ${ct}/instructions.py $<TARGET_FILE:neosig> --objdump ${CMAKE_OBJDUMP} ${figures})
    endif()
  endif()

  find_program(NEOSIG_QEMU_AARCH64 qemu-aarch64)
  if(NEOSIG_AARCH64 AND CMAKE_CROSSCOMPILING AND NEOSIG_QEMU_AARCH64 AND TARGET neosig-bench)
    # The backends for plain ARMv8.0 execute no AES, SHA or PMULL instruction. qemu has no CPU model without them, so a
    # plugin looks at each instruction that runs.
    ct_script(NAME no-optional-instructions LABELS ct
      COMMAND ${PROJECT_SOURCE_DIR}/bench/count.py --forbid --program $<TARGET_FILE:neosig-bench>
        --build ${CMAKE_CURRENT_BINARY_DIR}
        --sets snova-24-5-16-4-esk,snova-25-8-16-3-ssk,snova-i-s,snova-v-s,rainbow-I-classic,ml-dsa-44)
  endif()
  if(NEOSIG_INSTRUMENTED)
    neosig_marked(neosig_hook NEOSIG_DECLASSIFY_HOOK -O1) # decisions are the same, and it is compiled in half the time
    ct_program(test-ct-hook neosig_hook ${ct}/driver.c ${same})
    ct_same_values(test-ct-hook)
  endif()
  if(NEOSIG_INSTRUMENTED AND NOT CMAKE_CROSSCOMPILING)
    ct_script(NAME decisions COMMAND ${ct}/decisions.py --check $<TARGET_FILE:test-ct-hook>
      LABELS ct ct-all taint taint-all)
  endif()
  if(NEOSIG_INSTRUMENTED AND NEOSIG_AARCH64 AND NEOSIG_QEMU_AARCH64)
    # Static: no lazy binding between the marks, and fixed addresses to name. The map says which object each is of.
    ct_program(test-ct neosig ${ct}/driver.c ${same})
    ct_same_values(test-ct)
    foreach(build "" -hook)
      string(REPLACE - _ library neosig${build})
      ct_program(test-ct-kernels${build} ${library} ${ct}/kernels.c)
      ct_program(test-ct-planted${build} ${library} ${planted})
      foreach(program test-ct test-ct-kernels test-ct-planted)
        target_link_options(${program}${build} PRIVATE -static LINKER:-Map=$<TARGET_FILE:${program}${build}>.map)
      endforeach()
    endforeach()
    set(trace ${ct}/trace.py --qemu ${NEOSIG_QEMU_AARCH64})
    ct_script(NAME ct-self-test LABELS ct ct-all
      COMMAND ${trace} --self-test $<TARGET_FILE:test-ct-planted> $<TARGET_FILE:test-ct-planted-hook>)
    ct_figures(ct-kernels)
    set(kernels $<TARGET_FILE:test-ct-kernels> $<TARGET_FILE:test-ct-kernels-hook>)
    ct_script(NAME ct-kernels LABELS ct COMMAND ${trace} --kernels --secrets 12 ${kernels})
    ct_script(NAME ct-kernels-all LABELS ct-all slow COMMAND ${trace} --kernels --secrets 32 ${kernels} ${figures})
    set(programs $<TARGET_FILE:test-ct> $<TARGET_FILE:test-ct-hook>)
    # Key pairs of rainbow-III take as long as all the other quick sets together, and are left to ct-trace-all. All
    # operations of the sets that take long are of the same code, and ct-trace-long takes one of each kind. neon-aes has
    # no kernel that is not in neon-sha3 or neon.
    set(except --except rainbow-III-classic)
    ct_script(NAME ct-trace LABELS ct
      COMMAND ${trace} --sets short ${except} --backends neon-sha3 --secrets 2 --repeated 2 ${programs})
    # The kernels of neon; the portable ones run on all quick sets in the test taint.
    ct_script(NAME ct-trace-first LABELS ct
      COMMAND ${trace} --sets short-first --backends neon --secrets 2 --repeated 2 ${programs})
    ct_figures(ct-trace-quick)
    ct_script(NAME ct-trace-quick LABELS ct-all slow
      COMMAND ${trace} --sets quick ${except} --backends neon-sha3,neon,portable --secrets 16 --jobs 2 ${programs} ${figures})
    ct_script(NAME ct-trace-gf256 LABELS ct
      COMMAND ${trace} --sets rainbow-III-classic --operations prepare-sign,sign,sign-prepared --secrets 4
        --backends neon ${programs})
    ct_script(NAME ct-trace-long LABELS ct
      COMMAND ${trace} --sets long --secrets 2 --backends neon-sha3,neon
        --operations keypair,sign,parts-sign,prehash-stream-sign,checked-sign-prepared,key-read ${programs})
    ct_figures(ct-trace-many)
    ct_script(NAME ct-trace-many LABELS ct-all slow
      COMMAND ${trace} --sets first --secrets 64 --repeated 16 --jobs 2 ${programs} ${figures})
    ct_figures(ct-trace-all)
    ct_script(NAME ct-trace-all LABELS ct-all slow COMMAND ${trace} --secrets 4 --jobs 2 ${programs} ${figures})
  elseif(NEOSIG_INSTRUMENTED AND NEOSIG_AARCH64)
    ct_skipped(ct-trace qemu-aarch64 ct ct-all)
  endif()

  # What valgrind's CPU lacks, on this one: its debugger's interface takes an instruction at a time.
  if(NEOSIG_INSTRUMENTED AND NEOSIG_X86_64 AND NOT CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_NAME STREQUAL Linux)
    add_executable(test-ct-steps ${ct}/steps.c)
    set_target_properties(test-ct-steps PROPERTIES C_EXTENSIONS ON)
    foreach(build "" -hook)
      string(REPLACE - _ library neosig${build})
      ct_program(test-ct-kernels${build} ${library} ${ct}/kernels.c)
      target_link_options(test-ct-kernels${build} PRIVATE
        -static LINKER:-Map=$<TARGET_FILE:test-ct-kernels${build}>.map)
    endforeach()
    set(steps ${ct}/trace.py --steps $<TARGET_FILE:test-ct-steps>
      --sets aes-128,aes-256,sha-256,tower-16,tower-256,tower-gfni,keccak,hashes-16,hashes-24,hashes-32 --backends avx2
      $<TARGET_FILE:test-ct-kernels> $<TARGET_FILE:test-ct-kernels-hook>)
    # Of the secrets the first eight are made on purpose, and zeros or equal bytes hide what others tell (kernels.c).
    ct_script(NAME ct-steps LABELS taint COMMAND ${steps} --indices 0,1,9,10)
    ct_script(NAME ct-steps-all LABELS taint-all slow COMMAND ${steps} --indices 0,1,2,3,4,5,6,7,9,10,11,12)
  endif()

  find_program(NEOSIG_VALGRIND valgrind)
  if(NEOSIG_VALGRIND AND NEOSIG_INSTRUMENTED AND NOT CMAKE_CROSSCOMPILING)
    neosig_marked(neosig_taint NEOSIG_TAINT)
    ct_program(test-taint neosig_taint ${ct}/driver.c)
    ct_program(test-taint-kernels neosig_taint ${ct}/kernels.c)
    ct_program(test-taint-planted neosig_taint ${planted})
    if(NEOSIG_AARCH64)
      set(backends neon-aes,neon,portable) # valgrind may not know the SHA-3 instructions
    else()
      set(backends avx2,portable)
    endif()
    set(taint ${ct}/taint.py --valgrind ${NEOSIG_VALGRIND} --backends ${backends})
    ct_script(NAME taint-self-test LABELS taint taint-all
      COMMAND ${taint} --self-test $<TARGET_FILE:test-taint-planted>)
    ct_figures(taint-kernels)
    ct_script(NAME taint-kernels LABELS taint taint-all COMMAND ${taint} $<TARGET_FILE:test-taint-kernels> ${figures})
    ct_script(NAME taint LABELS taint COMMAND ${taint} --sets short $<TARGET_FILE:test-taint>)
    ct_figures(taint-all)
    ct_script(NAME taint-all LABELS taint-all slow COMMAND ${taint} --jobs 2 $<TARGET_FILE:test-taint> ${figures})
  elseif(NEOSIG_INSTRUMENTED AND NOT CMAKE_CROSSCOMPILING)
    ct_skipped(taint valgrind taint taint-all)
  endif()
endif()

if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT NEOSIG_SANITIZED)
  neosig_test(NAME wipe OWN SOURCES ${ct}/residue.c ARGS wipe quick LABELS ct)
  target_link_options(test-wipe PRIVATE -Wl,--wrap=malloc,--wrap=free,--wrap=neosig_wipe_stack)
  neosig_test_run(NAME stack PROGRAM wipe ARGS stack quick LABELS ct)
  if(NEOSIG_INSTRUMENTED)
    # Without optimisation code takes more stack, and more is wiped. With assertions, which hold in all failures too.
    neosig_variant(neosig_unoptimised DEFINITIONS NEOSIG_ASSERTIONS OPTIONS -O0)
    ct_program(test-unoptimised neosig_unoptimised ${ct}/residue.c ${PROJECT_SOURCE_DIR}/common/painted_stack.c)
    target_include_directories(test-unoptimised PRIVATE ${PROJECT_SOURCE_DIR}/test ${PROJECT_SOURCE_DIR})
    target_link_libraries(test-unoptimised PRIVATE Threads::Threads)
    target_link_options(test-unoptimised PRIVATE -Wl,--wrap=malloc,--wrap=free,--wrap=neosig_wipe_stack)
    if(NEOSIG_SLOW_CPU)
      neosig_test_run(NAME stack-unoptimised PROGRAM unoptimised ARGS stack quick LABELS ct-all slow)
      set_target_properties(neosig_unoptimised test-unoptimised PROPERTIES EXCLUDE_FROM_ALL ON) # make ct builds it
    else()
      add_test(NAME assertions-unoptimised COMMAND sh ${PROJECT_SOURCE_DIR}/test/core/assertions.sh
        ${CMAKE_NM} on $<TARGET_FILE:neosig_unoptimised>)
      neosig_test_properties(assertions-unoptimised core)
      neosig_test_run(NAME stack-unoptimised PROGRAM unoptimised ARGS stack quick LABELS ct)
      neosig_test_run(NAME wipe-unoptimised PROGRAM unoptimised ARGS wipe first LABELS ct)
      neosig_test_run(NAME wipe-unoptimised-quick PROGRAM unoptimised ARGS wipe quick LABELS ct-all slow)
    endif()
  endif()
  neosig_test_run(NAME wipe-all PROGRAM wipe ARGS wipe LABELS ct-all slow)
  neosig_test_run(NAME stack-all PROGRAM wipe ARGS stack LABELS slow)
  if(NEOSIG_AARCH64)
    neosig_test(NAME dit OWN SOURCES ${ct}/dit.c LABELS ct ct-all)
    target_link_options(test-dit PRIVATE
      -Wl,--wrap=getauxval,--wrap=neosig_backend_now,--wrap=neosig_wipe_stack)
  endif()
endif()
