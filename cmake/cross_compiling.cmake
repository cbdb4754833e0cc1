# What stands in for programs of the other machine where Raddle is built for one (see cmake/aarch64.cmake).
#
# raddlecc calls a clang that makes programs for that machine. And kernels are compiled by this machine's kernel compiler,
# which takes a twentieth of the time of the other machine's under an emulator: the tests' environment says so
# (CMakePresets.json).
if(NOT CMAKE_CROSSCOMPILING)
  set(RADDLE_USER_CLANG ${RADDLE_CLANG})
  return()
endif()

function(raddle_write_script file)
  string(REPLACE ";" " " command "${ARGN}")
  file(CONFIGURE OUTPUT ${file} CONTENT "#!/bin/sh\nexec ${command} \"$@\"\n" @ONLY)
  file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

set(RADDLE_USER_CLANG ${RADDLE_LIBEXEC_DIRECTORY}/clang++)
raddle_write_script(${RADDLE_USER_CLANG} ${RADDLE_CLANG} --target=${CMAKE_CXX_COMPILER_TARGET}
  --sysroot=${CMAKE_SYSROOT} -fuse-ld=lld)

set(RADDLE_HOST_KERNELC ${PROJECT_SOURCE_DIR}/build/release/libexec/raddle/raddle-kernelc CACHE FILEPATH
    "The kernel compiler of the machine that builds")
raddle_write_script(${RADDLE_LIBEXEC_DIRECTORY}/raddle-kernelc-of-host ${RADDLE_HOST_KERNELC}
  -target=${CMAKE_CXX_COMPILER_TARGET} -libraries=${CMAKE_BINARY_DIR}/lib
  -libraries=${CMAKE_SYSROOT}/lib/${CMAKE_LIBRARY_ARCHITECTURE}
  -libraries=${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
