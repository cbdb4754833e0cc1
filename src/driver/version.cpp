#include "driver/version.h"

#include <fmt/format.h>

namespace raddle::driver {

std::string raddleVersion() { return RADDLE_VERSION; }

std::string versionText() {
  // FindCUDAToolkit, setup.py scripts and configure tests look for "release X.Y" and "VX.Y.Z"; the
  // numbers are those of __CUDACC_VER_MAJOR__ and so on in our headers.
  return fmt::format("raddlecc: Raddle {0}, CUDA C++ for the CPU\n"
                     "Cuda compilation tools, release 12.5, V12.5.82 (Raddle {0})\n",
                     raddleVersion());
}

}  // namespace raddle::driver
