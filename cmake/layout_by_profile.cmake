# The kernel compiler's code in the order of its use, by BOLT (tools/lay_out_by_profile.py, docs/decisions.md).
# Not tried on other processors than x86-64.
if(RADDLE_LAYOUT_BY_PROFILE AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(RADDLE_LAYOUT_BY_PROFILE OFF CACHE BOOL "Only on x86-64" FORCE)
endif()
if(NOT RADDLE_LAYOUT_BY_PROFILE)
  return()
endif()
find_program(RADDLE_BOLT llvm-bolt HINTS /usr/lib/llvm-19/bin REQUIRED)
find_program(RADDLE_MERGE_FDATA merge-fdata HINTS /usr/lib/llvm-19/bin REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Links `target` so that its code can be moved, and out of the way of what it becomes.
function(raddle_prepare_for_layout target)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/as_linked)
  target_link_options(${target} PRIVATE -Wl,--emit-relocs)
endfunction()

# Makes `output` of the kernel compiler `target`: the target `target`-laid-out.
function(raddle_lay_out_by_profile target output)
  set(script ${PROJECT_SOURCE_DIR}/tools/lay_out_by_profile.py)
  # Small and large kernels, calls, loops, barriers and warp operations.
  set(programs
    ${PROJECT_SOURCE_DIR}/examples/warp_scan.cu
    ${PROJECT_SOURCE_DIR}/test/conformance/calls/functions_in_divergent_code.cu
    ${PROJECT_SOURCE_DIR}/test/conformance/small_programs/block_reductions.cu)
  add_custom_command(OUTPUT ${output}
    COMMAND ${Python3_EXECUTABLE} ${script} $<TARGET_FILE:${target}> ${output} ${programs}
      --raddlecc $<TARGET_FILE:raddlecc> --bolt ${RADDLE_BOLT} --merge ${RADDLE_MERGE_FDATA}
    DEPENDS ${script} ${programs} ${target} raddlecc raddle raddle_device_library
    COMMENT "Ordering the code of ${target} by its use"
    VERBATIM)
  add_custom_target(${target}-laid-out ALL DEPENDS ${output})
endfunction()
