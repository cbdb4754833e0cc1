# Raddle's libraries, each compiled as a few files that include ten sources each: most of compiling a source goes into
# templates that its neighbours need too, so a whole build takes less than half the time. CMakePresets.json says which
# presets do so; the others keep every source a file that compiles by itself.
option(RADDLE_UNITY_BATCHES "Compile ten sources at a time" OFF)

# tools/unity_batches.py tells which sources get along. Where an edit makes two clash ("redefinition of"), the next
# run of CMake parts them.
function(raddle_compile_in_batches)
  if(NOT RADDLE_UNITY_BATCHES)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  foreach(target ${ARGV})
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/unity_batches.py ${sources}
      WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE numbers OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\n" ";" numbers "${numbers}")
    foreach(source number IN ZIP_LISTS sources numbers)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${number})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endforeach()
endfunction()
