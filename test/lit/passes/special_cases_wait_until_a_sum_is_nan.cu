// Loops that add up leave special cases to a second run; where a NaN could get lost, there is none.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4sumsPfPKfif -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=SUMS
// RUN: env RADDLE_ISA=avx512 %kernelc -processor znver4 -bitcode %t.bc -kernel _Z4sumsPfPKfif -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ZEN
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4sumsPfPKfif -lanes 1 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7largestPfPKfi -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5untilPfPKff -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6storedPfPKfi -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4lastPfPKfi -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ONE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z3fewPfPKf -lanes 32 -ir-after skip-special-cases -stop-after skip-special-cases | FileCheck %s --check-prefix=ONE

// The estimate for four times the argument, into which the addend's product goes.
// SUMS: %[[ADDEND:.*]] = fmul float %3, 4.000000e+00
// SUMS: %[[NAN:.*]] = fcmp uno float
// SUMS-NEXT: br i1 %[[NAN]], label %special.again, label %special.join, !prof
// SUMS: call float @raddle.root.estimate.f32(
// SUMS: select
// SUMS: special.join:
// SUMS: %[[FOURFOLD:.*]] = call float @llvm.fma.f32(float {{.*}}, float 4.000000e+00, float %[[ADDEND]])
// SUMS-NEXT: call float @raddle.root.estimate.f32(float %[[FOURFOLD]])
// SUMS-NOT: select
// SUMS: br i1
// Zen halves the estimate by its exponent, and leaves the products' units to others.
// ZEN: special.join:
// ZEN: %[[ESTIMATE:[^ ]+]] = {{.*}}call float @raddle.root.estimate.f32(
// ZEN: bitcast float %[[ESTIMATE]] to i32
// ZEN: add i32 %{{.*}}, -8388608
// ZEN-NOT: select
// ZEN: br i1
// ONE-NOT: fcmp uno
// ONE-NOT: unless.nan
// ONE: call float @raddle.root.estimate.f32(
// ONE: select
// ONE-NOT: call float @raddle.root.estimate.f32(
__global__ void sums(float *out, const float *in, int count, float addend) {
  float sum = 0;
  for (int i = 0; i < count; ++i) {
    float d = in[i] - in[threadIdx.x];
    sum += d * rsqrtf(d + addend);
  }
  out[threadIdx.x] = sum;
}

__global__ void largest(float *out, const float *in, int count) {
  float sum = 0, most = 0;
  for (int i = 0; i < count; ++i) {
    float root = rsqrtf(in[i] * threadIdx.x);
    sum += root;
    most = fmaxf(most, root);
  }
  out[threadIdx.x] = sum + most;
}

__global__ void until(float *out, const float *in, float limit) {
  float sum = 0;
  for (int i = 0; sum < limit; ++i)
    sum += rsqrtf(in[i] * threadIdx.x);
  out[threadIdx.x] = sum;
}

__global__ void stored(float *out, const float *in, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i) {
    out[i] = in[i];
    sum += rsqrtf(in[i] * threadIdx.x);
  }
  out[threadIdx.x] = sum;
}

// Not added up: what was NaN is forgotten in the next iteration.
__global__ void last(float *out, const float *in, int count) {
  float sum = 0, before = 1;
  for (int i = 0; i < count; ++i) {
    sum += in[i];
    before = in[i] + rsqrtf(in[i] * threadIdx.x);
  }
  out[threadIdx.x] = sum + before;
}

__global__ void few(float *out, const float *in) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < 8; ++i)
    sum += rsqrtf(in[i] * threadIdx.x);
  out[threadIdx.x] = sum;
}
