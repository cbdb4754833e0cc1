# Cross-compiles for 64-bit Arm with Debian's clang-19 (the preset aarch64). tools/aarch64-sysroot.sh makes the folder of
# that machine's libraries. What is built runs here, too, where qemu-user is registered for it and QEMU_LD_PREFIX is that
# folder: CMake runs the raddlecc that it has built, and ctest the tests.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(RADDLE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-sysroot CACHE PATH "The libraries of the machine to build for")
cmake_path(NORMAL_PATH RADDLE_SYSROOT)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RADDLE_SYSROOT)
if(NOT EXISTS ${RADDLE_SYSROOT}/usr/lib/aarch64-linux-gnu)
  message(FATAL_ERROR "There is no ${RADDLE_SYSROOT}; tools/aarch64-sysroot.sh makes one.")
endif()
set(CMAKE_SYSROOT ${RADDLE_SYSROOT})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
