// A kernel may not give local or shared memory to those that it launches: both end with it, and a GPU's grids could not see it.
// flags: -rdc=true
// stderr: raddle: error: argument 2 of kernel 'add\(int, int\*\)' points to local memory of the kernel 'givesLocal\(cudaError\*\)' that launches it, in block \(1,0,0\), thread \(0,0,0\)
// stderr: note: that memory ends with its thread, and no other grid may access it: give the child memory from cudaMalloc\(\) or a __device__ variable
// stderr: raddle: error: argument 2 of kernel 'add\(int, int\*\)' points to shared memory of the kernel 'givesShared\(cudaError\*\)' that launches it, in block \(0,0,0\), thread \(33,0,0\)
// stderr: note: that memory ends with its block, and no other grid may access it
#include "../error_check.h"

__global__ void add(int what, int *to) { *to += what; }
__global__ void givesLocal(cudaError_t *answer) {
  int values[8] = {};
  if (blockIdx.x == 1) {
    add<<<1, 1>>>(1, values + threadIdx.x);
    *answer = cudaGetLastError();
  }
}
__global__ void givesShared(cudaError_t *answer) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 33) {
    add<<<1, 1>>>(1, values + 63);
    *answer = cudaPeekAtLastError();
  }
  __syncthreads();
}
// Memory that stays is fine, also of the heap, and as long as it is there.
__global__ void givesOther(int *memory) {
  int *of_heap = nullptr;
  cudaMalloc(&of_heap, sizeof(int));
  *of_heap = 5;
  add<<<1, 1>>>(1, memory);
  add<<<1, 1>>>(2, of_heap);
}

int main() {
  int *memory = nullptr;
  cudaError_t *answer = nullptr;
  CHECK_CUDA(cudaMallocHost(&answer, sizeof *answer));
  CHECK_CUDA(cudaMallocManaged(&memory, sizeof(int)));
  *memory = 1;
  givesOther<<<1, 1>>>(memory);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(*memory, 2);
  givesLocal<<<2, 1>>>(answer);
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  CHECK_EQ(*answer, cudaErrorIllegalAddress);
  CHECK_CUDA(cudaDeviceReset());
  cudaGetLastError();
  CHECK_CUDA(cudaMallocHost(&answer, sizeof *answer));
  givesShared<<<1, 64>>>(answer);
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  CHECK_EQ(*answer, cudaErrorIllegalAddress);
  CHECK_CUDA(cudaDeviceReset());
  cudaGetLastError();
  checkStillComputes();
  return verdict();
}
