# Warnings and sanitizers of Raddle's own code, as one interface target that every target links.
add_library(raddle_options INTERFACE)
target_compile_options(raddle_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-unused-parameter)
target_include_directories(raddle_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
if(RADDLE_INTERNAL_CHECKS)
  target_compile_definitions(raddle_options INTERFACE RADDLE_INTERNAL_CHECKS=1)
endif()
if(RADDLE_SANITIZERS)
  # No check of enumerators: programs pass any number to the API as one, and get an answer. None of functions' types:
  # it reads what stands before a function, and where a kernel's code begins there may be no memory.
  target_compile_options(raddle_options INTERFACE -fsanitize=${RADDLE_SANITIZERS} -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=undefined -fno-sanitize=enum,function)
  # Executables and libraddle.so share one sanitizer runtime.
  target_link_options(raddle_options INTERFACE -fsanitize=${RADDLE_SANITIZERS} -shared-libsan
                                               -Wl,-rpath,/usr/lib/llvm-19/lib/clang/19/lib/linux)
endif()
