#include "../../check.h"

static __device__ int value = 2;
static __global__ void tell(int *out) { *out = value; }

int tellOther(int *out) {
  tell<<<1, 1>>>(out);
  int got = 0;
  CHECK_CUDA(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
  return got;
}
