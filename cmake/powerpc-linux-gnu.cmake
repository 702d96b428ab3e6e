# PowerPC: 32 bits, big-endian
set(CMAKE_SYSTEM_PROCESSOR powerpc)
set(triple powerpc-linux-gnu)
set(emulator qemu-ppc)
include(${CMAKE_CURRENT_LIST_DIR}/portable.cmake)
set(CMAKE_C_FLAGS_INIT -Wno-psabi) # vectors of src/gf are not passed between files
set(CMAKE_C_STANDARD_LIBRARIES -latomic) # counters of 64 bits in apps
