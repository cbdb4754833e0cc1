// Arguments that point to memory of the host, once for a program, and to small arrays that were freed. Nothing is said of
// the ends of arrays, of variables, of memory that the host shares, nor of what kernels have allocated.
// stderr: raddle: warning: argument 2 of kernel 'use\(int, int\*\)' points to an array of 400 bytes, allocated at .*pointers_that_kernels_should_not_get.cu:57:3, freed at .*pointers_that_kernels_should_not_get.cu:58:3
// stderr: raddle: warning: argument 2 of kernel 'use\(int, int\*\)' is 0x[0-9a-f]+, which points to memory of the host
// stderr: note: it works here; most GPUs answer cudaErrorIllegalAddress
#include "../error_check.h"

#include <cstdlib>
#include <cstring>

__device__ int variable[4];
__device__ int *of_the_heap;
__managed__ int managed_variable[4];
int of_the_host[64];

__global__ void use(int n, int *values) {
  if (values && n > 0)
    values[threadIdx.x] = n;
}
__global__ void allocate() { of_the_heap = static_cast<int *>(malloc(64)); }
struct Pair {
  int *of_the_host, *of_the_device;
};
__global__ void usePair(Pair pair) { pair.of_the_device[0] = 1; }

void fine() {
  int *memory = nullptr, *managed = nullptr, *pinned = nullptr, *pooled = nullptr, *other = nullptr;
  CHECK_CUDA(cudaMalloc(&memory, 400));
  CHECK_CUDA(cudaMallocManaged(&managed, 400));
  CHECK_CUDA(cudaMallocHost(&pinned, 400));
  CHECK_CUDA(cudaMallocAsync(&pooled, 400, nullptr));
  CHECK_CUDA(cudaGetSymbolAddress(reinterpret_cast<void **>(&other), variable));
  allocate<<<1, 1>>>();
  int *of_heap = nullptr;
  CHECK_CUDA(cudaMemcpyFromSymbol(&of_heap, of_the_heap, sizeof of_heap));
  use<<<1, 1>>>(1, nullptr);
  for (int *pointer : {memory, managed, pinned, pooled, other, of_heap, managed_variable})
    use<<<1, 4>>>(1, pointer);
  use<<<1, 1>>>(0, memory + 100);
  use<<<1, 1>>>(0, memory - 1);
  usePair<<<1, 1>>>(Pair{of_the_host, memory});
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaHostRegister(of_the_host, sizeof of_the_host, cudaHostRegisterDefault));
  use<<<1, 1>>>(1, of_the_host);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaHostUnregister(of_the_host));
  CHECK_CUDA(cudaFree(managed));
  CHECK_CUDA(cudaFreeHost(pinned));
  CHECK_CUDA(cudaFreeAsync(pooled, nullptr));
  CHECK_CUDA(cudaFree(memory));
}

int main() {
  fine();
  int *freed = nullptr;
  // Not by a macro of several lines, for the line's sake.
  cudaMalloc(&freed, 400);
  cudaFree(freed);
  for (int i = 0; i < 3; ++i)
    use<<<1, 1>>>(0, freed + 10);
  for (int i = 0; i < 3; ++i)
    use<<<1, 1>>>(i, of_the_host);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(of_the_host[0], 2);
  use<<<1, 1>>>(1, static_cast<int *>(malloc(400)));
  CHECK_CUDA(cudaDeviceSynchronize());
  checkStillComputes();
  return verdict();
}
