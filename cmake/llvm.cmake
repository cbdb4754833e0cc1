# LLVM for Raddle's own programs: the target raddle_llvm.
#
# raddle-kernelc runs once for each kernel that is not in the cache, raddlecc once for each file. The dynamic loader
# would spend 12 ms on libLLVM-19.so each time, most of them on relocations of what they do not use: so they hold
# the parts of LLVM that they need, at fixed addresses.
add_library(raddle_llvm INTERFACE)
target_include_directories(raddle_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_options(raddle_llvm INTERFACE -fno-rtti)

# Sanitizers want addresses that vary, and nobody measures how their builds start.
if(RADDLE_SANITIZERS)
  target_link_directories(raddle_llvm INTERFACE ${LLVM_LIBRARY_DIR})
  target_link_libraries(raddle_llvm INTERFACE LLVM-19)
  add_library(raddle_lld INTERFACE)
  target_link_libraries(raddle_lld INTERFACE lldELF lldCommon)
  return()
endif()

# The machine that kernels run on, and the one that `raddle occupancy` estimates registers for. AArch64 on any, so that
# tests see its code.
set(targets ${LLVM_NATIVE_ARCH} AArch64 NVPTX)
list(REMOVE_DUPLICATES targets)

# Polly is a package of its own, and nothing here uses it.
set_target_properties(LLVMExtensions PROPERTIES INTERFACE_LINK_LIBRARIES LLVMSupport)
# Nor does LLVM's package know of a sysroot where it names a library by its path.
if(CMAKE_SYSROOT)
  get_target_property(needed LLVMSupport INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM needed REPLACE "^/usr/lib/" "${CMAKE_SYSROOT}/usr/lib/")
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${needed}")
endif()
llvm_map_components_to_libnames(libraries ${targets} AsmParser BitReader BitWriter IRReader Linker LTO Option Passes
                                Symbolize TargetParser)
target_link_libraries(raddle_llvm INTERFACE ${libraries})
target_link_options(raddle_llvm INTERFACE -fuse-ld=lld -no-pie -Wl,--gc-sections -Wl,--as-needed)

# LLD as a library. Its exported target would bring libLLVM-19.so in again.
add_library(raddle_lld INTERFACE)
target_link_libraries(raddle_lld INTERFACE $<TARGET_FILE:lldELF> $<TARGET_FILE:lldCommon> raddle_llvm)
# For link-time optimisation it makes all targets and extensions known; those that are not linked are functions that
# nobody calls for anything else.
set(unlinked_targets ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM unlinked_targets ${targets})
set(unlinked _Z18getPollyPluginInfov)
foreach(target ${unlinked_targets})
  foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser)
    list(APPEND unlinked LLVMInitialize${target}${part})
  endforeach()
endforeach()
list(TRANSFORM unlinked REPLACE "(.+)" "-Wl,--defsym=\\1=raddle_unlinked_part_of_llvm")
target_link_options(raddle_lld INTERFACE ${unlinked})
