# Refuses compilers older than the oldest that were seen to build the library without a warning and to pass a few known
# answers, for x86-64 and AArch64 (tools/oldest.sh): GCC 9.3.0 and Clang 9.0.1.
set(oldest_GNU 9)
set(oldest_Clang 9)
if(MSVC OR NOT CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang)$")
  message(FATAL_ERROR "neosig needs GCC or Clang (on Windows: MinGW's); this compiler is ${CMAKE_C_COMPILER_ID}")
endif()
set(oldest "${oldest_${CMAKE_C_COMPILER_ID}}")
if(oldest AND CMAKE_C_COMPILER_VERSION VERSION_LESS oldest)
  message(FATAL_ERROR "neosig needs GCC ${oldest_GNU} or Clang ${oldest_Clang} or later; "
    "this compiler is ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
endif()
