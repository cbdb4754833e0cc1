// Within a warp nothing is left for the runtime to do.
// RUN: %clang_device -gline-tables-only -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z10operationsPiPKi -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z4widePd -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=WIDE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5tilesPj -lanes 32 -block rows -ir-after widen -stop-after widen | FileCheck %s --check-prefix=TILES

// CHECK-NOT: call {{.*}} @raddle_{{shfl|vote|redux|syncwarp}}
// CHECK-LABEL: define {{.*}} @_Z10operationsPiPKi(
// CHECK: start:
// CHECK-DAG: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
// CHECK-DAG: call i32 @llvm.vector.reduce.umax.v32i32(
// CHECK-DAG: shufflevector <{{8|16}} x i32> %{{.*}}, <{{8|16}} x i32> poison, <{{8|16}} x i32> <i32 1, i32 0, i32 3, i32 2,
// CHECK-DAG: bitcast <32 x i1> %{{.*}} to i32
// CHECK: ret void
__global__ void operations(int *out, const int *in) {
  int value = in[threadIdx.x];
  int neighbour = __shfl_xor_sync(0xffffffff, value, 1);
  int sum = __reduce_add_sync(0xffffffff, value);
  unsigned positive = __ballot_sync(0xffffffff, value > 0);
  __syncwarp();
  // What all lanes use is made in all of them.
  out[threadIdx.x] = neighbour + sum + positive;
  if (__reduce_max_sync(0xffffffff, static_cast<unsigned>(value)) > 9)
    out[threadIdx.x] = 0;
}

// CUDA shuffles both halves of a double, which is one permutation.
// WIDE-LABEL: define {{.*}} @_Z4widePd(
// WIDE: shufflevector <32 x i64> %{{.*}}, <32 x i64> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
// WIDE-NOT: shufflevector <32 x i32> {{.*}} <i32 1, i32 0
// WIDE: ret void
__global__ void wide(double *x) { x[threadIdx.x] = __shfl_xor_sync(0xffffffff, x[threadIdx.x], 1); }

// Lanes side by side are reduced all at once.
// TILES-LABEL: define {{.*}} @_Z5tilesPj(
// TILES-NOT: each.group
// TILES: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 0, i32 3, i32 2,
// TILES: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 4, i32 5, i32 6, i32 7, i32 0,
// TILES-NOT: each.group
// TILES: ret void
__global__ void tiles(unsigned *x) {
  x[threadIdx.x] = __reduce_add_sync(0xffu << (threadIdx.x & 24), x[threadIdx.x]);
}
