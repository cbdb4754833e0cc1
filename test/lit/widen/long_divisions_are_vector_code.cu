// Divisions of 64 bits: one of doubles where the numbers of all lanes are small, else two digits that doubles estimate, or a
// product with the reciprocal of what is known to divide, or where conversions are slow, of what all lanes divide by. Those of
// 128 bits are a loop over the lanes; the upper half of a product has none of 128 bits.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4eachPyPKyS1_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=EACH
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6commonPxPKxx -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WIDE
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z6commonPxPKxx -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SLOW
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8constantPyPKy -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=CONSTANT
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5smallPyPKjPKy -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SMALL
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4widePoPKoS1_ -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=LANES
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5upperPyPKyS1_ -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=UPPER

// The remainder comes with the quotient.
// EACH-LABEL: define {{.*}} @_Z4eachPyPKyS1_(
// EACH-NOT: udiv
// EACH: fdiv <32 x double>
// EACH-COUNT-4: fdiv <8 x double>
// EACH-NOT: fdiv
__global__ void each(unsigned long long *out, const unsigned long long *a, const unsigned long long *b) {
  const int i = threadIdx.x;
  const unsigned long long divisor = b[i] | 1;
  out[i] = a[i] / divisor ^ a[i] % divisor;
}

// WIDE-LABEL: define {{.*}} @_Z6commonPxPKxx(
// WIDE-NOT: {{fdiv <|sdiv}}
// WIDE: fptoui <8 x double>
// SLOW-LABEL: define {{.*}} @_Z6commonPxPKxx(
// SLOW-NOT: {{fdiv <|sdiv|fptoui <}}
// SLOW: call i64 @llvm.ctlz.i64
__global__ void common(long long *out, const long long *a, long long b) { out[threadIdx.x] = a[threadIdx.x] / b; }

// CONSTANT-LABEL: define {{.*}} @_Z8constantPyPKy(
// CONSTANT-NOT: {{fdiv <|udiv|fptoui <}}
// CONSTANT: lshr <8 x i64>
__global__ void constant(unsigned long long *out, const unsigned long long *a) {
  out[threadIdx.x] = a[threadIdx.x] / 1000003;
}

// Nothing to ask where the numbers are known to be small.
// SMALL-LABEL: define {{.*}} @_Z5smallPyPKjPKy(
// SMALL-NOT: <8 x double>
// SMALL: fdiv <32 x double>
// SMALL-NOT: <8 x double>
__global__ void small(unsigned long long *out, const unsigned *a, const unsigned long long *b) {
  out[threadIdx.x] = (a[threadIdx.x] * 5ull) / (b[threadIdx.x] >> 20);
}

// LANES-LABEL: define {{.*}} @_Z4widePoPKoS1_(
// LANES-NOT: udiv <
// LANES: udiv i128
// LANES-NOT: udiv
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
