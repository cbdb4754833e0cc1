// Lanes of one warp that need each other in different places of the program: nothing hangs.
// check: divergent-barrier
#include "../check.h"

// Lane 0 waits for what the others do after the branch.
__global__ void flag_behind_a_branch(volatile int *flag, int *out) {
  if (threadIdx.x == 0)
    while (!*flag) {
    }
  else
    out[threadIdx.x] = 1;
  *flag = 1;
  out[threadIdx.x] += 2;
}

// Half a warp meets from two sides of a branch.
__global__ void half_meets(int *out) {
  int lane = threadIdx.x;
  if (lane >= 16)
    return;
  if (lane % 2)
    out[lane] = __shfl_sync(0xffffu, lane * 10, 3);
  else
    out[lane] = __shfl_sync(0xffffu, lane * 10, 3);
}

// A barrier in both sides of a branch.
__global__ void barrier_in_both_sides(int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  if (threadIdx.x % 2) {
    __syncthreads();
    out[threadIdx.x] = sum;
  } else {
    __syncthreads();
    out[threadIdx.x] = -sum;
  }
}

int main() {
  DeviceArray<int> flag(1), out(64);
  flag_behind_a_branch<<<1, 32>>>(flag.get(), out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int lane = 0; lane < 32; ++lane)
    CHECK_EQ(got[lane], lane == 0 ? 2 : 3);

  half_meets<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  got = out.host();
  for (int lane = 0; lane < 16; ++lane)
    CHECK_EQ(got[lane], 30);

  barrier_in_both_sides<<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  got = out.host();
  for (int thread = 0; thread < 64; ++thread)
    CHECK_EQ(got[thread], thread % 2 ? 64 : -64);
  return verdict();
}
