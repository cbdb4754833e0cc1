// Where rows of a block are as wide as a warp or narrower, blockDim.x is a constant, so that an index of 64 bits is known not
// to wrap in the middle of a warp, and what it leads to lies side by side. So it is where a warp is several planes.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5shiftPfPKfi -lanes 32 -block rows-of-32 -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=SHIFT,ROW
// RUN: %kernelc -bitcode %t.bc -kernel _Z5shiftPfPKfi -lanes 32 -block rows-of-16 -ir-after widen -stop-after widen | FileCheck %s --check-prefixes=SHIFT,HALVES
// RUN: %kernelc -bitcode %t.bc -kernel _Z7extentsPj -lanes 32 -block rows-of-16+eight-warps -ir-after widen -stop-after widen | FileCheck %s --check-prefix=EXTENTS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7extentsPj -lanes 32 -block planes-of-4x4+one-warp -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PLANES-EXTENTS
// RUN: %kernelc -bitcode %t.bc -kernel _Z6volumePfPKfi -lanes 32 -block planes-of-4x4 -ir-after widen -stop-after widen | FileCheck %s --check-prefix=PLANES
// RUN: %kernelc -bitcode %t.bc -kernel _Z6volumePfPKfi -lanes 32 -block any -ir-after widen -stop-after widen | FileCheck %s --check-prefix=ANY

// SHIFT-LABEL: define {{.*}} @_Z5shiftPfPKfi(
// SHIFT-NOT: gather
// ROW: load <32 x float>
// HALVES: load <16 x float>
// HALVES: load <16 x float>
// SHIFT-NOT: scatter
// SHIFT: ret void
__global__ void shift(float *out, const float *in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  long long i = static_cast<long long>(y) * width + x;
  out[i] = in[i + 1];
}

// EXTENTS-LABEL: define {{.*}} @_Z7extentsPj(
// EXTENTS: store i32 1616001
// EXTENTS: ret void
// PLANES-EXTENTS-LABEL: define {{.*}} @_Z7extentsPj(
// PLANES-EXTENTS: store i32 404002
__global__ void extents(unsigned *out) { out[blockIdx.x] = 100000 * blockDim.x + 1000 * blockDim.y + blockDim.z; }

// PLANES-LABEL: define {{.*}} @_Z6volumePfPKfi(
// PLANES-NOT: gather
// PLANES-COUNT-8: load <4 x float>
// PLANES-NOT: scatter
// PLANES: ret void
// ANY-LABEL: define {{.*}} @_Z6volumePfPKfi(
// ANY: gather
__global__ void volume(float *out, const float *in, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  long long i = (static_cast<long long>(z) * width + y) * width + x;
  out[i] = in[i];
}
