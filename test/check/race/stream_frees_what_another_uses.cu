// OPTIONS: --detectors race
// The memory goes back to its pool in the order of one stream, while a kernel of another stream uses it.
#include <cuda_runtime.h>

__global__ void fill(int *values) { values[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main() {
  cudaStream_t owner, user;
  cudaStreamCreate(&owner);
  cudaStreamCreate(&user);
  cudaEvent_t allocated, used;
  cudaEventCreate(&allocated);
  cudaEventCreate(&used);
  int *values;
  cudaMallocAsync(&values, 1024 * sizeof(int), owner);
  cudaEventRecord(allocated, owner);
  cudaStreamWaitEvent(user, allocated);
  fill<<<4, 256, 0, user>>>(values);
  cudaEventRecord(used, user);
#ifdef REPAIRED
  cudaStreamWaitEvent(owner, used);
#endif
  cudaFreeAsync(values, owner); // EXPECT: error free-in-use
  cudaDeviceSynchronize();
  cudaEventDestroy(allocated);
  cudaEventDestroy(used);
  cudaStreamDestroy(owner);
  cudaStreamDestroy(user);
}
