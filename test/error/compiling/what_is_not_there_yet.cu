// What Raddle lacks is refused by its name.
// stderr: note: Raddle has no dynamic parallelism
// stderr: note: Raddle has only the part of the driver API that CUDA's C\+\+ libraries use, beside the runtime API
#include <cuda.h>

__global__ void child(int *) {}
__global__ void launch() { child<<<1, 1>>>(nullptr); }

int main() {
  CUmodule module;
  return cuModuleLoad(&module, "kernels.ptx");
}
