// Full warps that come to what is after a guard run a copy of it that knows no masks. A guard whose bound is no
// matter of the launch has none.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5triadPfPKfS1_i -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WHOLE
// RUN: %kernelc -bitcode %t.bc -kernel _Z8interiorPfPKfii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WHOLE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5fixedPfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=MASKED

// WHOLE: define {{.*}} @_Z
// WHOLE-NOT: call {{.*}} @llvm.masked
// WHOLE: load <32 x float>
// WHOLE-NOT: call {{.*}} @llvm.masked
// WHOLE: store <32 x float>
// WHOLE: call <32 x float> @llvm.masked.load
// WHOLE: call void @llvm.masked.store
__global__ void triad(float *a, const float *b, const float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = b[i] + 3 * c[i];
}

__global__ void interior(float *a, const float *b, int columns, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  a[y * columns + x] = 2 * b[y * columns + x];
}

// MASKED-NOT: load <32 x float>
// MASKED: call <32 x float> @llvm.masked.load
// MASKED-NOT: load <32 x float>, ptr %{{[0-9]+}}
// MASKED: ret void
__global__ void fixed(float *a, const float *b) {
  if (threadIdx.x < 65)
    a[threadIdx.x] = 2 * b[threadIdx.x];
}
