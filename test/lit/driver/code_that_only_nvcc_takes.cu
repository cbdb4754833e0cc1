// What cannot be mended is answered with what to write in its place.
// RUN: not %raddlecc -DCALL -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=CALL
#include <cstdlib>

#ifdef CALL
#define STOP() std::exit(1)
__host__ __device__ int positive(int x) {
  if (x < 0)
    // CALL: code_that_only_nvcc_takes.cu:[[#@LINE+1]]:5: error: reference to __host__ function 'exit'
    STOP();
  // CALL: note: nvcc warns of a __host__ function {{.*}} Put the call between #ifndef __CUDA_ARCH__ and #endif
  return x;
}
__global__ void kernel(int *out) { *out = positive(*out); }
#endif
