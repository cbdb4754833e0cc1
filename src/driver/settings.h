// What raddlecc works with, said in the form of nvcc's -v and --dryrun. CMake and configure scripts read it.
#ifndef RADDLE_DRIVER_SETTINGS_H
#define RADDLE_DRIVER_SETTINGS_H

#include "driver/command/gpu_architecture.h"
#include "driver/setup/toolchain.h"

namespace raddle::driver {

/// Prints "#$ NAME=value" lines to stderr: TOP, the folder of this installation; NVVMIR_LIBRARY_DIR, of the
/// device library; PATH; INCLUDES and LIBRARIES, the folders as options. The text after LIBRARIES= stands in
/// the link command, word for word: that is how CMake tells which command links.
void echoSettings(const Toolchain &toolchain);

/// Prints for which architecture device code is compiled.
void echoArchitecture(const GpuArchitecture &architecture);

} // namespace raddle::driver

#endif
