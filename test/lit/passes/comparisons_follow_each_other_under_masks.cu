// A mask that is the `and` of two comparisons is computed by halves: the second one in lanes where the first one holds.
// Where lanes leave, which needs the first one by itself, it is computed again.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6escapePiPKfi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z6escapePiPKfi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=AVX2
// CHECK-LABEL: define {{.*}} @_Z6escapePiPKfi
// CHECK: [[FIRST:%.*]] = fcmp olt <16 x float>
// CHECK: [[LIVE:%.*]] = and <16 x i1> %{{.*}}, [[FIRST]]
// CHECK: [[SECOND:%.*]] = fcmp olt <16 x float>
// CHECK: and <16 x i1> [[LIVE]], [[SECOND]]
// CHECK: fcmp olt <32 x float>

// AVX2-LABEL: define {{.*}} @_Z6escapePiPKfi
// AVX2: fcmp olt <32 x float>
// AVX2-NOT: fcmp olt <16 x float>
__global__ void escape(int *steps, const float *in, int most) {
  float cx = in[threadIdx.x], cy = in[threadIdx.x + blockDim.x], x = 0, y = 0;
  int step = 0;
  while (step < most && x * x + y * y < 4.0f) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++step;
  }
  steps[threadIdx.x] = step;
}
