// Numbers become integers in vectors, and saturate: clamped to borders that the number's type holds, otherwise chosen by
// comparisons with them. A small integer is cut out of a larger one.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7doublesPiPKd -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=DOUBLES
// RUN: %kernelc -bitcode %t.bc -kernel _Z6floatsPhPKf -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FLOATS

// DOUBLES-LABEL: define {{.*}} @_Z7doublesPiPKd(
// DOUBLES-NOT: fptosi.sat
// DOUBLES: fcmp ogt <32 x double>
// DOUBLES: fcmp olt <32 x double>
// DOUBLES: fptosi <32 x double> %{{.*}} to <32 x i32>
__global__ void doubles(int *out, const double *in) { out[threadIdx.x] = (int)in[threadIdx.x]; }

// FLOATS-LABEL: define {{.*}} @_Z6floatsPhPKf(
// FLOATS-NOT: fptoui.sat
// FLOATS: fcmp oge <32 x float>
// FLOATS: fptoui <32 x float> %{{.*}} to <32 x i32>
// FLOATS: select <32 x i1> %{{.*}}, <32 x i32> <i32 -1,
// FLOATS: trunc <32 x i32> %{{.*}} to <32 x i8>
__global__ void floats(unsigned char *out, const float *in) {
  out[threadIdx.x] = (unsigned char)in[threadIdx.x];
}
