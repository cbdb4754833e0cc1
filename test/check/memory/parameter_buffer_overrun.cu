// A kernel that launches another one writes the parameters into a buffer that is too small for them.
#include <cuda_runtime.h>

__global__ void child(int *out, int value) { *out = value; }

__global__ void parent(int *out) {
#ifdef REPAIRED
  char *buffer = static_cast<char *>(cudaGetParameterBuffer(8, 16));
#else
  char *buffer = static_cast<char *>(cudaGetParameterBuffer(8, 8));
#endif
  *reinterpret_cast<int **>(buffer) = out;
  *reinterpret_cast<int *>(buffer + 8) = 7; // EXPECT: error out-of-bounds-global
  cudaLaunchDevice(reinterpret_cast<void *>(child), buffer, dim3(1), dim3(1), 0, nullptr);
}

int main() {
  int *out;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  parent<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
