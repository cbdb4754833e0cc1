// Writing out a kernel's name may take more of the stack than a warp has to spare.
#include <cuda_runtime.h>

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define A name_of_thirty_two_characters_in
#define B JOIN(A, A)
#define C JOIN(B, B)
#define D JOIN(C, C)
#define E JOIN(D, JOIN(D, JOIN(D, C)))
struct E {};

template <typename T> __global__ void reverse(int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
#ifdef REPAIRED
  __syncthreads();
#endif
  out[threadIdx.x] = tile[63 - threadIdx.x]; // EXPECT: error race-shared
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<E><<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
