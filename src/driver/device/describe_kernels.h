// What the kernel compiler knows about kernels before anybody launches them.
#ifndef RADDLE_DRIVER_DEVICE_DESCRIBE_KERNELS_H
#define RADDLE_DRIVER_DEVICE_DESCRIBE_KERNELS_H

#include "base/result.h"
#include "driver/command/gpu_architecture.h"

#include <filesystem>
#include <string>
#include <vector>

namespace raddle::driver {

struct KernelDescription {
  std::string name;           // mangled
  unsigned static_shared = 0; // bytes per block
  unsigned constants = 0;     // bytes of __constant__ variables that it uses
  unsigned max_threads = 0;   // of __launch_bounds__, 0 when absent
  unsigned min_blocks = 0;    // of __launch_bounds__, 0 when absent
  unsigned max_registers = 0; // of __maxnreg__ or -maxrregcount, 0 when absent
  unsigned registers = 0;     // per thread: an estimate for a GPU without any limit
  unsigned barriers = 0;      // named barriers per block
};

/// Asks the kernel compiler about bitcode files that belong together.
Result<std::vector<KernelDescription>> describeKernels(const std::vector<std::filesystem::path> &bitcode);

/// For -Xptxas -v: two lines about each kernel, in the words of ptxas, and one that says what they are worth.
std::string describeResources(const std::vector<KernelDescription> &kernels,
                              const GpuArchitecture &architecture);

} // namespace raddle::driver

#endif
