// The upper half of a product of 64 bits has no number of 128 bits in it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5upperPyPKyS1_ -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=UPPER

// UPPER-LABEL: define {{.*}} @_Z5upperPyPKyS1_.block(
// UPPER-NOT: i128
// UPPER: ret void
__global__ void upper(unsigned long long *out, const unsigned long long *a, const unsigned long long *b) {
  const int i = threadIdx.x;
  out[i] = __umul64hi(a[i], b[i]) ^ static_cast<unsigned long long>(static_cast<unsigned __int128>(a[i]) * b[i] >> 61);
}
