// Accumulators that exceed the registers are added up in several loops; what they need besides loads is computed once,
// before them.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4manyPfPKf -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=MANY
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z3fewPfPKf -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=FEW

// 32 accumulators are 64 registers: four loops of 16, and one for the shuffles.
// MANY: .common
// MANY-COUNT-4: .part{{[0-9]*}}:
// MANY-NOT: .part{{[0-9]*}}:
__global__ void many(float *out, const float *in) {
  float sum[32] = {};
  for (int i = 0; i < 32; ++i) {
    float factor = in[i * 96 + threadIdx.x * 3];
    for (int k = 0; k < 32; ++k)
      sum[k] += factor * in[k];
  }
  for (int k = 0; k < 32; ++k)
    out[threadIdx.x + k * 32] = sum[k];
}

// FEW-NOT: .part
// FEW: ret void
__global__ void few(float *out, const float *in) {
  float sum[4] = {};
  for (int i = 0; i < 32; ++i)
    for (int k = 0; k < 4; ++k)
      sum[k] += in[i * 96 + threadIdx.x * 3] * in[k];
  for (int k = 0; k < 4; ++k)
    out[threadIdx.x + k * 32] = sum[k];
}
