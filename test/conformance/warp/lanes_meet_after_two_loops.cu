// Lanes leave a first loop at its end or on their way into a second one, and all meet after it. Those that leave at the
// first one's end do not return before the others: they have to wait for them.
#include "../check.h"

constexpr unsigned kThreads = 128;

// The threads of this warp, where the last warp is not full.
__device__ unsigned lanesFrom(unsigned first, unsigned threads) {
  const unsigned left = threads - first;
  return left >= 32 ? 0xffffffffu : (1u << left) - 1u;
}

__global__ void meet(unsigned long long *out, unsigned bound) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned mask = lanesFrom(tid / 32 * 32, threads);

  // Those that part here are together again after it.
  int fuel = 8;
ahead:
  if (--fuel < 0)
    goto together;
  switch (1u + (tid & 3u)) {
  case 1:
    goto inner;
  default:
    goto own;
  }
inner:
  if (--fuel < 0)
    goto together;
  goto inner;
own:
  if (--fuel < 0)
    goto together;
  switch (bound + (tid & 3u)) {
  case 0:
    goto ahead;
  case 2:
    goto own;
  default:
    goto together;
  }
together:
  mask = __ballot_sync(mask, true);

  int value = static_cast<int>(threadIdx.x) - 7;
  fuel = 5;
first:
  if (--fuel < 0)
    goto behind;
  switch (tid & 3u) {
  case 0:
    goto first;
  case 1:
    goto behind;
  default:
    goto second;
  }
second:
  value = 1;
  if (--fuel < 0)
    goto behind;
  switch (1u + (tid & 3u)) {
  case 0:
  case 1:
    goto behind;
  default:
    goto first;
  }
behind:
  const unsigned long long met = __shfl_xor_sync(mask, static_cast<unsigned long long>(tid) << 33, 1, 4);
  out[tid] = met + static_cast<unsigned long long>(value + 7);
}

int main() {
  DeviceArray<unsigned long long> out(kThreads);
  for (dim3 block : {dim3(32, 2, 2), dim3(128), dim3(8, 4, 4), dim3(1, 128)}) {
    meet<<<1, block>>>(out.get(), 1);
    CHECK_LAUNCH();
    for (unsigned tid = 0; tid < kThreads; ++tid) {
      const unsigned long long value = tid % 4 < 2 ? tid % block.x : 8;
      CHECK_EQ(out.host()[tid], (static_cast<unsigned long long>(tid ^ 1) << 33) + value);
    }
  }
  return verdict();
}
