#include "driver/command/version.h"

#include <fmt/format.h>

namespace raddle::driver {

std::string raddleVersion() { return RADDLE_VERSION; }

std::string versionText() {
  // FindCUDAToolkit, setup.py scripts and configure tests look for "release X.Y" and "VX.Y.Z"; the
  // numbers are those of __CUDACC_VER_MAJOR__ and so on in our headers. By the second line CMake recognises
  // a compiler that takes nvcc's options.
  return fmt::format("raddlecc: Raddle {0}, CUDA C++ for the CPU\n"
                     "In the place of nvcc: NVIDIA (R) Cuda compiler driver\n"
                     "Cuda compilation tools, release 12.5, V12.5.82 (Raddle {0})\n",
                     raddleVersion());
}

} // namespace raddle::driver
