// Divisions of 64 bits: one of doubles where the numbers of all lanes are small, else two digits that doubles estimate, or a
// product with the reciprocal of what is known to divide, or where conversions are slow, of what all lanes divide by. Those of
// 128 bits are a loop over the lanes; the upper half of a product has none of 128 bits.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5upperPyPKyS1_ -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=UPPER

// The remainder comes with the quotient.
__global__ void each(unsigned long long *out, const unsigned long long *a, const unsigned long long *b) {
  const int i = threadIdx.x;
  const unsigned long long divisor = b[i] | 1;
  out[i] = a[i] / divisor ^ a[i] % divisor;
}

__global__ void common(long long *out, const long long *a, long long b) { out[threadIdx.x] = a[threadIdx.x] / b; }

__global__ void constant(unsigned long long *out, const unsigned long long *a) {
  out[threadIdx.x] = a[threadIdx.x] / 1000003;
}

// Nothing to ask where the numbers are known to be small.
__global__ void small(unsigned long long *out, const unsigned *a, const unsigned long long *b) {
  out[threadIdx.x] = (a[threadIdx.x] * 5ull) / (b[threadIdx.x] >> 20);
}

__global__ void wide(unsigned __int128 *out, const unsigned __int128 *a, const unsigned __int128 *b) {
  out[threadIdx.x] = a[threadIdx.x] / b[threadIdx.x];
}

// UPPER-LABEL: define {{.*}} @_Z5upperPyPKyS1_.block(
// UPPER-NOT: i128
// UPPER: ret void
__global__ void upper(unsigned long long *out, const unsigned long long *a, const unsigned long long *b) {
  const int i = threadIdx.x;
  out[i] = __umul64hi(a[i], b[i]) ^ static_cast<unsigned long long>(static_cast<unsigned __int128>(a[i]) * b[i] >> 61);
}
