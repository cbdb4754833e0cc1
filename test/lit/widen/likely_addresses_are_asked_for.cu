// Where indices are made of quotients and remainders, lanes mostly lie as if there were none. It is asked whether they do.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6scaledPfPKfS1_ii -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SCALED
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4poolPfPKfi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=POOL
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5twicePfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TWICE
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6thirdsPfPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=THIRDS

// One factor for all lanes.
// SCALED-LABEL: define {{.*}} @_Z6scaledPfPKfS1_ii(
// SCALED: usual:
// SCALED-NEXT: load float
// SCALED: other:
// SCALED: masked.gather
__global__ void scaled(float *out, const float *in, const float *factors, int pixels, int channels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * factors[i / pixels % channels];
}

// Two neighbours of each lane.
// POOL-LABEL: define {{.*}} @_Z4poolPfPKfi(
// POOL: usual:
// POOL-COUNT-4: load <16 x float>
// POOL: other:
// POOL: masked.gather
__global__ void pool(float *out, const float *in, int width) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % width, y = i / width;
  const float *at = in + 2 * y * 2 * width + 2 * x;
  out[i] = at[0] + at[1];
}

// Two lanes share an element.
// TWICE-LABEL: define {{.*}} @_Z5twicePfPKf(
// TWICE: usual:
// TWICE: load <16 x float>
// TWICE: other:
// TWICE: masked.gather
__global__ void twice(float *out, const float *in) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = in[x / 2];
}

// Where a warp begins is not known.
// THIRDS-LABEL: define {{.*}} @_Z6thirdsPfPKf(
// THIRDS-NOT: usual:
// THIRDS: masked.gather
__global__ void thirds(float *out, const float *in) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = in[x / 3];
}
