#include "../../check.h"

static __device__ int value = 4;
static __managed__ int shared = 20;
static __device__ int twice(int x) { return 3 * x; }
static __global__ void tell(int *out) { *out = twice(value) + shared++; }

int tellOther(int *out) {
  tell<<<1, 1>>>(out);
  int got = 0;
  CHECK_CUDA(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
  return got;
}
