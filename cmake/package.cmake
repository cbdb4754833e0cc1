# `make deb`: a Debian package whose /usr/lib/raddle is an installation, and so a CUDA_HOME. The target raddle-package
# needs help2man, dpkg-dev and file (tools/install-packages.sh --package).

# Manual pages, of what the programs say about themselves.
find_program(RADDLE_HELP2MAN help2man)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(pages ${CMAKE_BINARY_DIR}/share/man/man1)
if(RADDLE_HELP2MAN AND NOT CMAKE_CROSSCOMPILING)
  set(script ${PROJECT_SOURCE_DIR}/tools/write_manual_pages.py)
  set(more ${CMAKE_CURRENT_LIST_DIR}/package/raddle.h2m ${CMAKE_CURRENT_LIST_DIR}/package/raddlecc.h2m)
  add_custom_command(OUTPUT ${pages}/raddle.1 ${pages}/raddlecc.1
    COMMAND ${Python3_EXECUTABLE} ${script} ${CMAKE_BINARY_DIR}/bin ${pages} --version ${PROJECT_VERSION}
            --more ${more}
    DEPENDS ${script} ${more} raddlecc raddle-tool
    COMMENT "Writing the manual pages"
    VERBATIM)
  add_custom_target(raddle-manual-pages DEPENDS ${pages}/raddle.1 ${pages}/raddlecc.1)
else()
  add_custom_target(raddle-manual-pages)
endif()
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/man/ DESTINATION share/man OPTIONAL)

set(completion ${PROJECT_SOURCE_DIR}/src/tools/completion)
install(FILES ${completion}/raddle ${completion}/raddlecc DESTINATION share/bash-completion/completions)
install(FILES ${completion}/_raddle DESTINATION share/zsh/site-functions)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME raddle)
set(CPACK_PACKAGE_CONTACT "The developers of Raddle")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA C++ on the CPU")
set(CPACK_PACKAGE_DESCRIPTION "Raddle compiles unmodified CUDA C++ and runs it on an ordinary CPU, without GPU and CUDA SDK.
Warps are real, and what a GPU answers with a hang or a wrong result becomes a
message that names the line. /usr/lib/raddle is a CUDA_HOME, with an nvcc.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/raddle)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package/arrange.cmake)
# `cmake --install` and the package need the toolchain, not the tests.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

# What our programs link is found by dpkg-shlibdeps. Besides, raddlecc calls clang, kernels call SLEEF, and the libraries
# in lib64/ name clang's OpenMP library where the build had one (cuda_home.cmake).
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libsleef3")
if(RADDLE_OPENMP_LIBRARY)
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", libomp-19-dev")
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb")
include(CPack)

add_custom_target(raddle-package
  COMMAND ${CMAKE_CPACK_COMMAND} -G DEB --config ${CMAKE_BINARY_DIR}/CPackConfig.cmake
  DEPENDS ${RADDLE_TOOLCHAIN_TARGETS} raddle-manual-pages
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR} USES_TERMINAL VERBATIM)
