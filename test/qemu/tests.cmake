# The backends for plain ARMv8.0 execute no AES, SHA or PMULL instruction. qemu has no CPU model without them, so a plugin
# looks at each instruction that runs.
find_package(Python3 COMPONENTS Interpreter)
find_program(NEOSIG_QEMU_AARCH64 qemu-aarch64)
if(NEOSIG_AARCH64 AND CMAKE_CROSSCOMPILING AND Python3_FOUND AND NEOSIG_QEMU_AARCH64 AND TARGET neosig-bench)
  add_test(NAME no-optional-instructions
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/bench/count.py --forbid --program $<TARGET_FILE:neosig-bench>
      --build ${CMAKE_CURRENT_BINARY_DIR}
      --sets snova-24-5-16-4-esk,snova-25-8-16-3-ssk,rainbow-I-classic,ml-dsa-44)
  set_tests_properties(no-optional-instructions PROPERTIES LABELS qemu TIMEOUT 600)
endif()
