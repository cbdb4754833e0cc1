# Compiles a file that consists of one #include, for each header and each given command line. A header that
# leans on another one, or that warns, fails here.
#
#   cmake -D INCLUDE_DIR=... -D HEADERS=a.h,b.h -D SUFFIX=.cpp -D WORK_DIR=... -D COMMANDS="a b c;d e f"
#         -P check_headers.cmake
string(REPLACE "," ";" headers "${HEADERS}")
file(MAKE_DIRECTORY ${WORK_DIR})
set(failed FALSE)
foreach(header IN LISTS headers)
  string(MAKE_C_IDENTIFIER "${header}" stem)
  set(source ${WORK_DIR}/${stem}${SUFFIX})
  file(WRITE ${source} "#include \"${header}\"\nint raddle_nothing_else;\n")
  foreach(command IN LISTS COMMANDS)
    separate_arguments(arguments UNIX_COMMAND "${command}")
    execute_process(
      COMMAND ${arguments} -fsyntax-only -Wall -Wextra -Werror -I ${INCLUDE_DIR} ${source}
      RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
      set(failed TRUE)
      message("${command}: ${header}\n${output}")
    endif()
  endforeach()
endforeach()
if(failed)
  message(FATAL_ERROR "some headers do not compile on their own")
endif()
