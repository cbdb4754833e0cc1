# Makes the build tree and the installation look like a CUDA toolkit, for Makefiles that say $(CUDA_HOME)/bin/nvcc or
# -L$(CUDA_HOME)/lib64 -lcudart, and for CMake's FindCUDAToolkit:
#
#   bin/nvcc            raddlecc by its other name
#   bin/compute-sanitizer   raddle, which takes the command line of NVIDIA's tool under this name
#   bin/ncu, bin/nsys   the same for NVIDIA's profilers
#   include/            the CUDA headers
#   lib64/              linker scripts by the names of CUDA's runtime libraries: each names libraddle.so
#   nvvm/libdevice/     the device library, where CMake looks for one
#   version.json        the version of CUDA whose interface this is
#
# libraddle.so has no SONAME. So a program that was linked by way of a script remembers the library's whole path, and
# starts without an rpath or LD_LIBRARY_PATH, whoever linked it.
set(RADDLE_CUDA_VERSION 12.5.82)  # __CUDACC_VER_...__ of include/crt/host_defines.h
set(home ${CMAKE_BINARY_DIR})

file(MAKE_DIRECTORY ${home}/bin ${home}/lib64/stubs ${home}/nvvm/libdevice)
file(CREATE_LINK raddlecc ${home}/bin/nvcc SYMBOLIC)
foreach(tool compute-sanitizer ncu nsys)
  file(CREATE_LINK raddle ${home}/bin/${tool} SYMBOLIC)
endforeach()
file(CREATE_LINK ../../lib/raddle/device.bc ${home}/nvvm/libdevice/device.bc SYMBOLIC)
# The names that programs of nvcc have of CUDA's libraries.
set(sonames libcuda.so.1 libcudart.so.12 libcudart.so.13 libnvrtc.so.12 libnvrtc.so.13
    libnvJitLink.so.12 libnvJitLink.so.13 libnvfatbin.so.12 libnvfatbin.so.13)
foreach(name IN LISTS sonames)
  file(CREATE_LINK ../lib/libraddle.so ${home}/lib64/${name} SYMBOLIC)
endforeach()
# Beside the headers: what is made of the names in them.
if(IS_SYMLINK ${home}/include)
  file(REMOVE ${home}/include)  # of an older build
endif()
file(GLOB entries RELATIVE ${PROJECT_SOURCE_DIR}/include CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*)
file(MAKE_DIRECTORY ${home}/include)
foreach(entry IN LISTS entries)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/${entry} ${home}/include/${entry} SYMBOLIC)
endforeach()
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*)
set(hidden_names ${home}/include/raddle_names)
add_custom_command(
  OUTPUT ${hidden_names}/hide.h ${hidden_names}/show.h
  COMMAND ${CMAKE_COMMAND} -D INCLUDE_DIR=${PROJECT_SOURCE_DIR}/include -D OUTPUT_DIR=${hidden_names}
          -P ${CMAKE_CURRENT_LIST_DIR}/hidden_names.cmake
  DEPENDS ${headers} ${CMAKE_CURRENT_LIST_DIR}/hidden_names.cmake
  COMMENT "Collecting the names in the CUDA headers")
add_custom_target(raddle_hidden_names ALL DEPENDS ${hidden_names}/hide.h ${hidden_names}/show.h)

# Host code compiled with -Xcompiler -fopenmp calls clang's OpenMP library, but whoever links with gcc's in mind does not
# name that one.
find_library(RADDLE_OPENMP_LIBRARY omp PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
set(openmp "")
if(RADDLE_OPENMP_LIBRARY)
  set(openmp " AS_NEEDED(${RADDLE_OPENMP_LIBRARY})")
endif()

# The driver API and run-time compilation are in the same library; the device runtime needs nothing to be linked.
file(WRITE ${home}/lib64/libcudart.so "INPUT(../lib/libraddle.so${openmp})\n")
file(WRITE ${home}/lib64/libcudart_static.a "INPUT(../lib/libraddle.so${openmp})\n")
file(WRITE ${home}/lib64/stubs/libcuda.so "INPUT(../../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libnvrtc.so "INPUT(../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libnvJitLink.so "INPUT(../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libnvptxcompiler_static.a "INPUT(../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libnvfatbin.so "INPUT(../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libnvfatbin_static.a "INPUT(../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libcufilt.a "INPUT(../lib/libraddle.so)\n")
file(WRITE ${home}/lib64/libcudadevrt.a "!<arch>\n")
file(WRITE ${home}/lib64/libnvToolsExt.a "!<arch>\n")
configure_file(${CMAKE_CURRENT_LIST_DIR}/cuda_home/version.json.in ${home}/version.json @ONLY)

# The prefix of an installation is a CUDA_HOME, so it should be a folder of its own.
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX /opt/raddle CACHE PATH "Where to install; the folder becomes a CUDA_HOME" FORCE)
endif()
install(TARGETS raddlecc raddle-tool RUNTIME DESTINATION bin)
install(TARGETS raddle LIBRARY DESTINATION lib)
install(PROGRAMS ${RADDLE_LIBEXEC_DIRECTORY}/raddle-kernelc DESTINATION libexec/raddle)
install(FILES ${home}/lib/raddle/device.bc DESTINATION lib/raddle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${hidden_names} DESTINATION include)
install(FILES ${home}/bin/nvcc ${home}/bin/compute-sanitizer ${home}/bin/ncu ${home}/bin/nsys DESTINATION bin)
install(FILES ${home}/nvvm/libdevice/device.bc DESTINATION nvvm/libdevice)
list(TRANSFORM sonames PREPEND ${home}/lib64/ OUTPUT_VARIABLE soname_links)
install(FILES ${soname_links} ${home}/lib64/libcudart.so ${home}/lib64/libnvrtc.so ${home}/lib64/libnvJitLink.so
              ${home}/lib64/libcudart_static.a ${home}/lib64/libnvptxcompiler_static.a ${home}/lib64/libnvfatbin.so
              ${home}/lib64/libnvfatbin_static.a ${home}/lib64/libcufilt.a
              ${home}/lib64/libcudadevrt.a ${home}/lib64/libnvToolsExt.a
        DESTINATION lib64)
install(FILES ${home}/lib64/stubs/libcuda.so DESTINATION lib64/stubs)
install(FILES ${home}/version.json LICENSE DESTINATION .)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION share/raddle)
