# Everything comes from Debian 12; tools/install-packages.sh lists the packages.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
find_package(LLD 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19/lib/cmake/lld)
find_library(XXHASH_LIBRARY xxhash REQUIRED)
find_library(ZSTD_LIBRARY zstd REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
# clang compiles the device library, and what users give to raddlecc.
find_program(RADDLE_CLANG clang++-19 HINTS /usr/lib/llvm-19/bin REQUIRED)
find_program(RADDLE_LLVM_LINK NAMES llvm-link-19 llvm-link HINTS /usr/lib/llvm-19/bin REQUIRED)
