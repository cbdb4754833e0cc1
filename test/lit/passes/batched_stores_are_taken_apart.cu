// Stores to a frame that lie in several cache lines are replaced by others, where the order by cache lines goes on.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7momentsPdPKfi -lanes 32 -block rows+eight-warps -ir-after finish -stop-after finish | FileCheck %s

// CHECK: define {{.*}} @_Z7momentsPdPKfi.batch(
// CHECK: ret i32
__global__ void moments(double *partial, const float *values, int size) {
  double sum = 0, square = 0;
  float least = INFINITY, most = -INFINITY;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    float value = values[i];
    sum += value;
    square += double(value) * value;
    least = fminf(least, value);
    most = fmaxf(most, value);
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
    square += __shfl_down_sync(0xffffffff, square, offset);
    least = fminf(least, __shfl_down_sync(0xffffffff, least, offset));
    most = fmaxf(most, __shfl_down_sync(0xffffffff, most, offset));
  }
  if (threadIdx.x % 32 == 0) {
    double *mine = partial + 4 * ((blockIdx.x * blockDim.x + threadIdx.x) / 32);
    mine[0] = sum, mine[1] = square, mine[2] = least, mine[3] = most;
  }
}
