// A loop that gathers by indices which it loads prefetches these, and what it loads beside them. A loop that only loads does
// not, and neither does a list, whose next element nobody knows.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -processor znver4 -kernel _Z8multiplyPfPKiS1_PKfS3_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=GATHERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z3addPfPKiPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=NONE
// RUN: %kernelc -bitcode %t.bc -kernel _Z6followPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=NONE

// Two lines of the values and two of the columns.
// GATHERS-LABEL: define {{.*}} @_Z8multiplyPfPKiS1_PKfS3_(
// GATHERS: [[VALUES:%.*]] = getelementptr i8, ptr {{%.*}}, i64 1024
// GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// GATHERS: getelementptr i8, ptr {{%.*}}, i64 1024
// GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// GATHERS: call void @llvm.prefetch.p0(ptr {{.*}}, i32 0, i32 3, i32 1)
// GATHERS: ret void
__global__ void multiply(float *y, const int *begins, const int *columns, const float *values, const float *x) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float sum = 0;
  for (int i = begins[row] + threadIdx.x % 32; i < begins[row + 1]; i += 32)
    sum += values[i] * x[columns[i]];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// NONE: define
// NONE-NOT: call void @llvm.prefetch
// NONE: ret void
__global__ void add(float *y, const int *begins, const float *values) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float sum = 0;
  for (int i = begins[row] + threadIdx.x % 32; i < begins[row + 1]; i += 32)
    sum += values[i];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void follow(int *last, const int *next) {
  int node = threadIdx.x;
  while (next[node] != node)
    node = next[node];
  last[threadIdx.x] = node;
}
