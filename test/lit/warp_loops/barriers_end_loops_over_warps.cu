// Warps that wait at barriers only run one by one in a loop for each part of the kernel.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7reversePiPKi -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=REVERSE
// RUN: %kernelc -bitcode %t.bc -kernel _Z5levelPii -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=LEVEL
// RUN: %kernelc -bitcode %t.bc -kernel _Z5levelPii -lanes 32 -block rows -ir-after build-entries -stop-after build-entries | FileCheck %s --check-prefix=ENTRY
// RUN: %kernelc -bitcode %t.bc -kernel _Z4somePii -lanes 32 -block rows -ir-after build-entries -stop-after build-entries | FileCheck %s --check-prefix=SOME
// RUN: %kernelc -bitcode %t.bc -kernel _Z4partPii -lanes 32 -block rows -ir-after build-entries -stop-after build-entries | FileCheck %s --check-prefix=PART
// RUN: %kernelc -bitcode %t.bc -kernel _Z5levelPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4partPii -lanes 32 -block rows -engine | FileCheck %s --check-prefix=FIBERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z4meetPii -lanes 32 -block rows -ir-after build-entries -stop-after build-entries | FileCheck %s --check-prefix=MEET
// RUN: %kernelc -bitcode %t.bc -kernel _Z5totalPKiPii -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=TOTAL
// RUN: %kernelc -bitcode %t.bc -kernel _Z6totalsPKiPiii -lanes 32 -block rows -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=TOTALS
// LOOPS: warp engine, a loop over its warps between barriers
// FIBERS: warp engine, warps are fibers

// A value that lives across the barrier has a place for each warp; an address is computed again.
// REVERSE-LABEL: define {{.*}} @_Z7reversePiPKi(
// REVERSE: %[[KEPT:.*kept.*]] = alloca [32 x <32 x i32>]
// REVERSE-NOT: kept{{.*}} = alloca
// REVERSE: %threads = alloca [32 x
// REVERSE-NOT: @raddle_syncthreads
// REVERSE: store <32 x i32> %{{.*}}, ptr %[[KEPT]]
// REVERSE: phi i64
// REVERSE: load <32 x i32>, ptr %[[KEPT]]
__global__ void reverse(int *out, const int *in) {
  __shared__ int tile[1024];
  int own = in[threadIdx.x];
  tile[threadIdx.x] = own;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x] - own;
}

// The loop that holds the barrier is run once for all warps; what only one warp does is a branch within a part.
// LEVEL-LABEL: define {{.*}} @_Z5levelPii(
// LEVEL: %[[STEP:.*]] = phi i32
// LEVEL: br
// LEVEL: phi i64
// LEVEL-NOT: @raddle_syncthreads
// ENTRY-NOT: define {{.*}} @_Z5levelPii.thread(
// ENTRY: define {{.*}} @_Z5levelPii.block(
// ENTRY-NOT: phi
// ENTRY: ret void
__global__ void level(int *out, int steps) {
  __shared__ int sum;
  for (int step = 0; step < steps; ++step) {
    if (threadIdx.x / 32 == 2)
      sum = step;
    __syncthreads();
    out[threadIdx.x] += sum;
    __syncthreads();
  }
}

// Warps that return early are taken off the list, and numbers are added up at the barrier before it.
// SOME-LABEL: define {{.*}} @_Z4somePii(
// SOME: %living.warps = alloca [32 x i64]
// SOME-NOT: call {{.*}} @raddle_syncthreads
// SOME-NOT: call {{.*}} @raddle_warp_syncthreads_count
// SOME: define {{.*}} @_Z4somePii.block(
__global__ void some(int *out, int steps) {
  if (threadIdx.x / 32 == 2)
    return;
  out[threadIdx.x] = steps;
  __syncthreads();
  out[threadIdx.x ^ 32] += __syncthreads_count(out[threadIdx.x] > 3);
}

// Warps that come to different barriers are fibers.
// PART-LABEL: define {{.*}} @_Z4partPii(
// PART: call void @raddle_syncthreads
// PART: define {{.*}} @_Z4partPii.thread(
// PART-NOT: define {{.*}} @_Z4partPii.block(
__global__ void part(int *out, int steps) {
  if (threadIdx.x / 32 == 2)
    __syncthreads();
  out[threadIdx.x] = steps;
  __syncthreads();
}

// At the barrier of the grid the block as a whole waits, once for all warps.
// MEET-LABEL: define {{.*}} @_Z4meetPii(
// MEET: %[[TURN:.*]] = phi i64
// MEET: call void @raddle_grid_sync(
// MEET: phi i64
// MEET-NOT: call void @raddle_grid_sync
// MEET-NOT: define {{.*}} @_Z4meetPii.thread(
// MEET: define {{.*}} @_Z4meetPii.block(
extern "C" __device__ void __raddle_grid_sync();
__global__ void meet(int *out, int steps) {
  for (int step = 0; step < steps; ++step) {
    out[threadIdx.x] += step;
    __raddle_grid_sync();
  }
}

// An accumulator has one place for its values before, in and after the loop. No other value is kept.
// TOTAL-LABEL: define {{.*}} @_Z5totalPKiPii(
// TOTAL: kept = alloca [32 x <32 x i32>]
// TOTAL-COUNT-2: store <32 x i32> zeroinitializer
__global__ void total(const int *in, int *out, int steps) {
  __shared__ int tile[1024];
  int sum = 0;
  for (int step = 0; step < steps; ++step) {
    tile[threadIdx.x] = in[step * blockDim.x + threadIdx.x];
    __syncthreads();
    sum += tile[threadIdx.x ^ 33];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// It has two where the loop begins again while its last value is still needed.
// TOTALS-LABEL: define {{.*}} @_Z6totalsPKiPiii(
// TOTALS: %kept = alloca [32 x [384 x i8]]
__global__ void totals(const int *in, int *out, int steps, int rounds) {
  __shared__ int tile[1024];
  int last = 0;
  for (int round = 0; round < rounds; ++round) {
    int sum = round;
    for (int step = 0; step < steps; ++step) {
      tile[threadIdx.x] = in[step * blockDim.x + threadIdx.x] ^ last;
      __syncthreads();
      sum += tile[threadIdx.x ^ 33];
      __syncthreads();
    }
    last = sum;
  }
  out[threadIdx.x] = last;
}
