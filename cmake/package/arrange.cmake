# CPack runs this on the tree that becomes the package: an installation in /usr/lib/raddle, whose parts that other
# programs look for go where those look.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(home ${usr}/lib/raddle)
file(MAKE_DIRECTORY ${usr}/bin ${usr}/share/doc/raddle ${usr}/share/zsh)

# No nvcc: that name belongs to NVIDIA's package, and a CUDA_HOME has it in its own bin/.
foreach(program raddle raddlecc)
  file(CREATE_LINK ../lib/raddle/bin/${program} ${usr}/bin/${program} SYMBOLIC)
endforeach()

foreach(folder man bash-completion)
  if(EXISTS ${home}/share/${folder})
    file(RENAME ${home}/share/${folder} ${usr}/share/${folder})
  endif()
endforeach()
file(RENAME ${home}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
file(REMOVE_RECURSE ${home}/share/zsh)

file(GLOB pages ${usr}/share/man/man1/*.1)
foreach(page ${pages})
  execute_process(COMMAND gzip -9n ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

file(RENAME ${home}/LICENSE ${usr}/share/doc/raddle/copyright)
file(RENAME ${home}/share/raddle/examples ${usr}/share/doc/raddle/examples)
