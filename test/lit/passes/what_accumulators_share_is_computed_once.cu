// What an accumulator is combined with may come from outside the loop: a constant, or an argument. Among the values that
// all fission loops share, one of 64 bits takes twice the room of one of 32.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z9constantsPjPKjj -lanes 32 -block rows -verify -ir-after finish -stop-after finish | FileCheck %s --check-prefix=CONSTANTS
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z6widthsPyPKj -lanes 32 -block rows -verify -ir-after finish -stop-after finish | FileCheck %s --check-prefix=WIDTHS

// 16 accumulators are 64 registers of AVX2's 16: eight loops, each with 8.
// CONSTANTS-COUNT-8: .part{{[0-9]*}}:
// CONSTANTS-NOT: .part{{[0-9]*}}:
__global__ void constants(unsigned *out, const unsigned *in, unsigned factor) {
  unsigned sum[16];
  for (int k = 0; k < 16; ++k)
    sum[k] = threadIdx.x ^ k;
  for (int i = 0; i < 32; ++i)
    for (int k = 0; k < 16; ++k)
      sum[k] = k % 2 ? (sum[k] ^ in[i + k]) * 3 : sum[k] * factor + in[i + k];
  for (int k = 0; k < 16; ++k)
    out[threadIdx.x + k * 32] = sum[k];
}

// Pieces have 8 lanes each: 4 x 32 bytes and 4 x 64 bytes in each of the 32 iterations.
// WIDTHS: = alloca [12288 x i8], align 32
// WIDTHS: .common
// WIDTHS: .part{{[0-9]*}}:
__global__ void widths(unsigned long long *out, const unsigned *in) {
  unsigned long long wide_sum[8] = {};
  unsigned sum[8] = {};
  for (int i = 0; i < 32; ++i) {
    unsigned term = in[i * 96 + threadIdx.x * 3];
    unsigned long long wide_term = term * 0x9e3779b97f4a7c15ull;
    for (int k = 0; k < 8; ++k) {
      sum[k] = sum[k] * (2 * k + 3) + term;
      wide_sum[k] = (wide_sum[k] * (2 * k + 5)) ^ wide_term;
    }
  }
  for (int k = 0; k < 8; ++k)
    out[threadIdx.x + k * 32] = sum[k] + wide_sum[k];
}
