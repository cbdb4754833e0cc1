// Numbers become integers in vectors, and saturate: clamped to borders that the number's type holds, otherwise chosen by
// comparisons with them. Small integers are cut out of larger ones, for which processors have instructions.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5bytesPhPKf -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=BYTES
// RUN: %kernelc -bitcode %t.bc -kernel _Z4intsPiPKf -lanes 32 -block rows -ir-after widen -stop-behind widen | FileCheck %s --check-prefix=INTS

// BYTES-LABEL: define {{.*}} @_Z5bytesPhPKf(
// BYTES: fcmp ogt <32 x float>
// BYTES: fcmp olt <32 x float>
// BYTES: fptosi <32 x float> %{{.*}} to <32 x i32>
// BYTES: trunc <32 x i32> %{{.*}} to <32 x i8>
// BYTES-NOT: fptoui.sat
__global__ void bytes(unsigned char *out, const float *in) { out[threadIdx.x] = (unsigned char)in[threadIdx.x]; }

// INTS-LABEL: define {{.*}} @_Z4intsPiPKf(
// INTS: fcmp oge <32 x float>
// INTS: fptosi <32 x float> %{{.*}} to <32 x i32>
// INTS: select <32 x i1> %{{.*}}, <32 x i32> <i32 2147483647,
// INTS-NOT: fptosi.sat
__global__ void ints(int *out, const float *in) { out[threadIdx.x] = (int)in[threadIdx.x]; }
