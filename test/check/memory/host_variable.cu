// The address of a local variable of the host as an argument, instead of its value.
#include <cuda_runtime.h>

__global__ void scale(float *values, const float *factor) {
  values[threadIdx.x] *= *factor; // EXPECT: error host-pointer-on-device
}

int main() {
  float *values, *device_factor, factor = 2;
  cudaMalloc(&values, 32 * sizeof(float));
  cudaMemset(values, 0, 32 * sizeof(float));
  cudaMalloc(&device_factor, sizeof(float));
  cudaMemcpy(device_factor, &factor, sizeof(float), cudaMemcpyHostToDevice);
#ifdef REPAIRED
  scale<<<1, 32>>>(values, device_factor);
#else
  scale<<<1, 32>>>(values, &factor);
#endif
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(device_factor);
}
