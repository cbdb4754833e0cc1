// Lanes that each read an odd number of neighbours load them by 16 bytes from one base, the last ones with some before them.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8fifteensPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FIFTEEN
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6sevensPdPKd -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=SEVEN

// FIFTEEN-LABEL: define {{.*}} @_Z8fifteensPiPKi(
// FIFTEEN-NOT: <32 x ptr>
// FIFTEEN-COUNT-128: load <4 x i32>
// FIFTEEN-NOT: load <4 x i32>
// FIFTEEN-NOT: <32 x ptr>
// FIFTEEN: ret void
__global__ void fifteens(int *out, const int *in) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 15; ++i)
    sum = 3 * sum + in[threadIdx.x * 15 + i];
  out[threadIdx.x] = sum;
}

// SEVEN-LABEL: define {{.*}} @_Z6sevensPdPKd(
// SEVEN-NOT: <32 x ptr>
// SEVEN-COUNT-128: load <2 x double>
// SEVEN-NOT: load <2 x double>
// SEVEN-NOT: <32 x ptr>
// SEVEN: ret void
__global__ void sevens(double *out, const double *in) {
  double sum = 0;
#pragma unroll
  for (int i = 0; i < 7; ++i)
    sum = 3 * sum + in[threadIdx.x * 7 + i];
  out[threadIdx.x] = sum;
}
