// A number that one thread draws for its block stands for the block's own: what the next ones read is prefetched.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7ticketsPiPKiS_ -lanes 32 -block rows+eight-warps -ir-after widen -stop-after widen -o %t.so \
// RUN:   | FileCheck %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6placesPiPKiS_ -lanes 32 -block rows+eight-warps -ir-after widen -stop-after widen -o %t.so \
// RUN:   | FileCheck %s --check-prefix=PLACES

// CHECK: define {{.*}} @_Z7ticketsPiPKiS_(
// CHECK: call void @raddle_syncthreads(
// CHECK: [[LATER:%.*]] = add i32 %{{.*}}, 2
// CHECK: call void @llvm.prefetch
__global__ void tickets(int *next, const int *in, int *out) {
  __shared__ int tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(next, 1);
  __syncthreads();
  out[tile * 256 + threadIdx.x] = in[tile * 256 + threadIdx.x];
}

// So does one that lies within a structure.
// RUN: %kernelc -bitcode %t.bc -kernel _Z6fieldsPiPKiS_ -lanes 32 -block rows+eight-warps -ir-after widen -stop-after widen -o %t.so \
// RUN:   | FileCheck %s --check-prefix=FIELDS
// FIELDS: define {{.*}} @_Z6fieldsPiPKiS_(
// FIELDS: call void @raddle_syncthreads(
// FIELDS: call void @llvm.prefetch
__global__ void fields(int *next, const int *in, int *out) {
  struct Storage {
    int items[256];
    int tile;
  };
  __shared__ Storage storage;
  if (threadIdx.x == 0)
    storage.tile = atomicAdd(next, 1);
  __syncthreads();
  int tile = storage.tile;
  storage.items[threadIdx.x] = in[tile * 256 + threadIdx.x];
  __syncthreads();
  out[tile * 256 + threadIdx.x] = storage.items[255 - threadIdx.x];
}

// Not so what comes from anywhere else.
// PLACES: define {{.*}} @_Z6placesPiPKiS_(
// PLACES-NOT: call void @llvm.prefetch
// PLACES: ret void
__global__ void places(int *next, const int *in, int *out) {
  __shared__ int tile;
  if (threadIdx.x == 0)
    tile = next[7];
  __syncthreads();
  out[tile * 256 + threadIdx.x] = in[tile * 256 + threadIdx.x];
}
