// With AVX-512, rsqrtf is the processor's estimate and five operations, without a rare way; alike for one thread.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4rootPfPKf -lanes 32 -block rows -ir-after bind-maths -stop-after bind-maths | FileCheck %s --check-prefixes=CHECK,VECTOR
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4rootPfPKf -lanes 1 -ir-after bind-maths -stop-after bind-maths | FileCheck %s --check-prefixes=CHECK,SCALAR
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z4rootPfPKf -lanes 32 -block rows -ir-after bind-maths -stop-after bind-maths | FileCheck %s --check-prefix=OTHER

// CHECK-LABEL: define {{.*}} @_Z4rootPfPKf(
// CHECK-NOT: br i1
// VECTOR-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
// SCALAR: call <4 x float> @llvm.x86.avx512.rsqrt14.ss(
// CHECK-NOT: br i1
// CHECK: ret void

// OTHER-LABEL: define {{.*}} @_Z4rootPfPKf(
// OTHER-NOT: rsqrt14
// OTHER: br i1
__global__ void root(float *out, const float *in) { out[threadIdx.x] = rsqrtf(in[threadIdx.x]); }
