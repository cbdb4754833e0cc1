// Which warps take part is decided by a branch; which lanes, by a mask.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z5warpsPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WARPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z5lanesPi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=LANES

// threadIdx.x of lane 0 against 64 is enough: all lanes lie on one side.
// WARPS-LABEL: define {{.*}} @_Z5warpsPi(
// WARPS: start:
// WARPS: icmp ult i32 %{{.*}}, 64
// WARPS: br i1
__global__ void warps(int *out) {
  if (threadIdx.x < 64)
    out[threadIdx.x] = blockIdx.x;
}

// LANES-LABEL: define {{.*}} @_Z5lanesPi(
// LANES: start:
// LANES: icmp {{.*}} <32 x i32>
// LANES: call void @llvm.masked.store
__global__ void lanes(int *out) {
  if (threadIdx.x < 65)
    out[threadIdx.x] = blockIdx.x;
}
