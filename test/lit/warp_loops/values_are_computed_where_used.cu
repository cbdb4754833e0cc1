// Between two loops over warps a warp keeps as little as it can: what is computed from values that are kept anyway is computed where it
// is used. And it is loaded where it is needed first.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z7runningPiPKi -lanes 32 -block rows+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=RUNNING
// RUN: env RADDLE_ISA=avx2 %kernelc -bitcode %t.bc -kernel _Z7scatterPiPKiS1_ -lanes 32 -block rows+eight-warps -ir-after loop-over-warps -stop-after loop-over-warps | FileCheck %s --check-prefix=SCATTER

// The sums have no places, only the two numbers that they are made of.
// RUNNING-LABEL: define {{.*}}@_Z7runningPiPKi
// RUNNING: %kept = alloca [32 x [256 x i8]]
// RUNNING: ret void
__global__ void running(int *out, const int *in) {
  __shared__ int total, tile[256];
  const int t = threadIdx.x, a = in[t], b = in[t + 256];
  if (t == 0)
    total = in[512];
  __syncthreads();
  const int first = a + total, second = first + b;
  if (total > 7) {
    tile[t] = first;
    __syncthreads();
    out[t] = tile[t ^ 33] + second;
  } else {
    out[t] = first;
    out[t + 256] = second;
  }
}

// The copies that a loop over lanes reads are of no use to other warps.
// SCATTER-LABEL: define {{.*}}@_Z7scatterPiPKiS1_
// SCATTER-NOT: of.warps = alloca
// SCATTER: %spill{{[0-9]*}} = alloca <32 x i32>, align 64{{.*}}!raddle.scratch
// SCATTER-NOT: of.warps = alloca
// SCATTER: store <32 x i32> %{{.*}}, ptr %spill
__global__ void scatter(int *out, const int *in, const int *where) {
  __shared__ int tile[256];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (tile[t ^ 33] > 3)
    out[where[t]] = tile[t ^ 65];
}
