// What Raddle lacks is refused by its name.
// stderr: note: Raddle has no textures
// stderr: note: Raddle has no dynamic parallelism
// stderr: note: Raddle has only the part of the driver API that CUDA's C\+\+ libraries use, beside the runtime API
#include <cuda.h>

__global__ void fetch(cudaTextureObject_t texture, float *out) { *out = tex1Dfetch<float>(texture, 0); }

__global__ void launch() { fetch<<<1, 1>>>(0, nullptr); }

int main() {
  CUmodule module;
  return cuModuleLoad(&module, "kernels.ptx");
}
