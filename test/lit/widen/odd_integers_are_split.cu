// What LLVM makes an integer of 24 or 40 bits is accessed in pieces of one size: as a vector those would lie without gaps,
// in the memory of each lane they do not.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5pixelPhPKh -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PIXEL
// RUN: %kernelc -bitcode %t.bc -kernel _Z5fieldPyPKy -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=FIELD

// PIXEL-LABEL: define {{.*}} @_Z5pixelPhPKh(
// PIXEL-NOT: <{{[0-9]+}} x i24>, ptr
// PIXEL-NOT: call {{.*}}.v32i24
// PIXEL: ret void
__global__ void pixel(unsigned char *out, const unsigned char *in) {
  unsigned color = 0;
  if (in[threadIdx.x] & 1)
    memcpy(&color, in + threadIdx.x * 3, 3);
  color = color * 3 + 1;
  memcpy(out + (threadIdx.x ^ 5) * 3, &color, 3);
}

// FIELD-LABEL: define {{.*}} @_Z5fieldPyPKy(
// FIELD-NOT: i40>, ptr
// FIELD-NOT: call {{.*}}.v32i40
// FIELD: ret void
__global__ void field(unsigned long long *out, const unsigned long long *in) {
  unsigned long long number = 0;
  memcpy(&number, in + threadIdx.x * 3, 5);
  out[threadIdx.x] = number;
}
