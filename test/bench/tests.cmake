# What the benchmarks repeat, how they time it, and that the kernels they compare do the same.
if(TARGET neosig_harness)
  neosig_test(NAME bench-case SOURCES ${CMAKE_CURRENT_LIST_DIR}/case.c LIBRARIES neosig_harness LABELS bench)
  neosig_test(NAME bench-timing SOURCES ${CMAKE_CURRENT_LIST_DIR}/timing.c LIBRARIES neosig_harness LABELS bench)
  add_test(NAME bench-kernels COMMAND neosig-bench kernels --list)
  neosig_test_properties(bench-kernels bench)
endif()
find_package(Python3 COMPONENTS Interpreter)
if(TARGET neosig-tune AND Python3_FOUND)
  add_test(NAME bench-tune COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/tune.py
    $<TARGET_FILE:neosig-tune> ${CMAKE_CROSSCOMPILING_EMULATOR})
  neosig_test_properties(bench-tune bench)
endif()

# The tables of speed are current.
if(Python3_FOUND AND NOT NEOSIG_SANITIZED)
  add_test(NAME speed-documents COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/stale.py documents)
  neosig_test_properties(speed-documents "bench;sources")
  add_test(NAME speed-prices COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/prices.py
    ${CMAKE_CURRENT_BINARY_DIR}/counts)
  neosig_test_properties(speed-prices "bench;sources")
  add_test(NAME report COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/report.py)
  add_test(NAME report-browser COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/browser.py)
  neosig_test_properties(report "bench;sources")
  neosig_test_properties(report-browser "bench;sources")
  if(NEOSIG_AARCH64 AND CMAKE_CROSSCOMPILING AND TARGET neosig-bench)
    target_link_options(neosig-bench PRIVATE -static) # as bench/emulate.py builds them
    target_link_options(neosig-many PRIVATE -static)
    add_test(NAME speed-counts COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/stale.py counts
      ${CMAKE_CURRENT_BINARY_DIR}/counts $<TARGET_FILE:neosig-bench> $<TARGET_FILE:neosig-many>)
    neosig_test_properties(speed-counts bench)
  endif()
endif()
