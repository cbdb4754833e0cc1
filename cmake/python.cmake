# The Python that runs the project's scripts. Where a version manager has put a shell script in its place, which takes longer
# than most of the scripts do, the interpreter itself is called.
if(NOT Python3_EXECUTABLE)
  find_program(RADDLE_PYTHON python3 REQUIRED)
  mark_as_advanced(RADDLE_PYTHON)
  execute_process(COMMAND ${RADDLE_PYTHON} -c "import sys; print(sys.executable)"
    OUTPUT_VARIABLE interpreter OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(Python3_EXECUTABLE ${interpreter} CACHE FILEPATH "The interpreter itself, not a script that looks for it")
endif()
