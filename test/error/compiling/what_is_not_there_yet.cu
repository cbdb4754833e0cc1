// What Raddle lacks is refused by its name.
// stderr: note: Raddle has only the part of the driver API that CUDA's C\+\+ libraries use, beside the runtime API
#include <cuda.h>

int main() {
  CUmodule module;
  return cuModuleLoad(&module, "kernels.ptx");
}
