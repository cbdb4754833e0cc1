// A masked access of a row of eight bytes has a mask of 16 lanes, of which the upper ones are clear: LLVM would take the
// next row's for them where it spills the mask. Without AVX-512 such accesses are made lane by lane anyway.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z4rowsPhPKhi -lanes 32 -block rows-of-8 -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z4rowsPhPKhi -lanes 32 -block rows-of-8 -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=CHECK,NARROW

// CHECK-LABEL: define {{.*}} @_Z4rowsPhPKhi(
// WIDE: lshr i32 [[ACTIVE:%.*]], 8
// WIDE: and i32 {{%.*}}, 255
// WIDE: call <16 x i8> @llvm.masked.load.v16i8.p0(
// WIDE: call void @llvm.masked.store.v16i8.p0(<16 x i8>
// NARROW-NOT: x i8> @llvm.masked.load
// NARROW-NOT: void @llvm.masked.store
__global__ void rows(unsigned char *out, const unsigned char *in, int pitch) {
  const int i = threadIdx.y * pitch + threadIdx.x;
  if (in[i + 1000] & 1)
    out[i] = in[i] + 1;
}
