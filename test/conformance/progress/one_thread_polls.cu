// One thread of a block waits for another block while the others wait for it at a barrier: by loads and atomics of all kinds,
// whoever the thread is. No lane waits for another lane of its warp.
#include "../check.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <memory>

namespace {

constexpr int kBlocks = 48, kThreads = 128, kCount = kBlocks * kThreads;

struct Chain {
  const int *in;
  int *out;
  int *flags;
  int *carries;
};

__device__ volatile int &shown(int &word) { return word; }

// out[i] = in[i] + the sum of all blocks before that of i.
template <class Wait> __device__ void passOn(const Chain &chain, int t, bool polls, Wait wait) {
  __shared__ int sum, base;
  const int block = blockIdx.x;
  const int own = chain.in[block * kThreads + t];
  if (t == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, own);
  __syncthreads();
  if (polls) {
    wait(&chain.flags[block]);
    __threadfence();
    base = shown(chain.carries[block]);
    shown(chain.carries[block + 1]) = base + sum;
    __threadfence();
    shown(chain.flags[block + 1]) = 1;
  }
  __syncthreads();
  chain.out[block * kThreads + t] = base + own;
}

struct ByVolatileLoad {
  __device__ void operator()(int *flag) const {
    while (!shown(*flag)) {
    }
  }
};

__noinline__ __device__ void waitFor(volatile int *flag) {
  while (*flag == 0) {
  }
}

} // namespace

__global__ void byVolatileLoad(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, ByVolatileLoad());
}

__global__ void byAtomicAdd(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) {
    while (atomicAdd(flag, 0) == 0) {
    }
  });
}

__global__ void byCompareAndSwap(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) {
    while (atomicCAS(flag, 0, 0) != 1) {
    }
  });
}

__global__ void byTakingTheFlag(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) {
    while (atomicExch(flag, 0) == 0)
      __threadfence();
  });
}

__global__ void byNanosleep(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) {
    unsigned pause = 8;
    while (!shown(*flag)) {
      __nanosleep(pause);
      pause = pause < 256 ? pause * 2 : pause;
    }
  });
}

__global__ void byAtomicRef(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) {
    cuda::atomic_ref<int, cuda::thread_scope_device> state(*flag);
    while (state.load(cuda::memory_order_acquire) == 0) {
    }
  });
}

__global__ void byAtomicObject(Chain chain, cuda::atomic<int, cuda::thread_scope_device> *states) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [&](int *) {
    while (blockIdx.x > 0 && states[blockIdx.x].load(cuda::memory_order_acquire) == 0) {
    }
  });
  if (threadIdx.x == 0)
    states[blockIdx.x + 1].store(1, cuda::memory_order_release);
}

__global__ void byAcquiringLoad(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) {
    int state;
    do
      asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(state) : "l"(flag) : "memory");
    while (state == 0);
  });
}

__global__ void byCalledFunction(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 0, [](int *flag) { waitFor(flag); });
}

__global__ void byLastThread(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == blockDim.x - 1, ByVolatileLoad());
}

__global__ void byFirstLaneOfFirstWarp(Chain chain) {
  const int warp = threadIdx.x / 32;
  passOn(chain, threadIdx.x, threadIdx.x % 32 == 0 && warp == 0, ByVolatileLoad());
}

__global__ void byLaneOfThirdWarp(Chain chain) {
  passOn(chain, threadIdx.x, threadIdx.x == 71, ByVolatileLoad());
}

__global__ void byCornerOfBlock(Chain chain) {
  passOn(chain, threadIdx.x + blockDim.x * threadIdx.y, threadIdx.x + threadIdx.y == 0, ByVolatileLoad());
}

__global__ void byRankOfGroup(Chain chain) {
  const auto block = cooperative_groups::this_thread_block();
  passOn(chain, block.thread_rank(), block.thread_rank() == 0, ByVolatileLoad());
}

// The thread goes through several tiles, and waits once in each.
__global__ void byPersistentBlock(Chain chain) {
  __shared__ int sum, base;
  for (int tile = blockIdx.x; tile < kBlocks; tile += gridDim.x) {
    const int own = chain.in[tile * kThreads + threadIdx.x];
    if (threadIdx.x == 0)
      sum = 0;
    __syncthreads();
    atomicAdd(&sum, own);
    __syncthreads();
    if (threadIdx.x == 0) {
      while (!shown(chain.flags[tile])) {
      }
      __threadfence();
      base = shown(chain.carries[tile]);
      shown(chain.carries[tile + 1]) = base + sum;
      __threadfence();
      shown(chain.flags[tile + 1]) = 1;
    }
    __syncthreads();
    chain.out[tile * kThreads + threadIdx.x] = base + own;
  }
}

// Without barriers: lane 0 of each warp waits for the warp before it, and the others learn by a shuffle.
__global__ void byLeaderOfEachWarp(Chain chain) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32, lane = threadIdx.x % 32;
  int sum = chain.in[i];
  const int own = sum;
  for (int distance = 16; distance; distance /= 2)
    sum += __shfl_xor_sync(~0u, sum, distance);
  int base = 0;
  if (lane == 0) {
    while (!shown(chain.flags[warp])) {
    }
    __threadfence();
    base = shown(chain.carries[warp]);
    shown(chain.carries[warp + 1]) = base + sum;
    __threadfence();
    shown(chain.flags[warp + 1]) = 1;
  }
  base = __shfl_sync(~0u, base, 0);
  chain.out[i] = base + own;
}

// All lanes look at the same flag, and go on together.
__global__ void byWholeWarps(Chain chain) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32;
  int sum = chain.in[i];
  const int own = sum;
  for (int distance = 16; distance; distance /= 2)
    sum += __shfl_xor_sync(~0u, sum, distance);
  while (!shown(chain.flags[warp])) {
  }
  __threadfence();
  const int base = shown(chain.carries[warp]);
  __syncwarp();
  shown(chain.carries[warp + 1]) = base + sum;
  __threadfence();
  __syncwarp();
  shown(chain.flags[warp + 1]) = 1;
  chain.out[i] = base + own;
}

// The first warp of a block makes what the others wait for.
__global__ void byConsumingWarps(Chain chain) {
  __shared__ volatile int ready, made[32];
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x < 32) {
    made[threadIdx.x] = chain.in[i];
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x == 0)
      ready = 1;
    chain.out[i] = chain.in[i];
  } else {
    while (!ready) {
    }
    __threadfence_block();
    chain.out[i] = chain.in[i] + made[threadIdx.x % 32];
  }
}

namespace {

class Test {
public:
  Test() : values_(kCount) {
    Random random;
    for (int &value : values_)
      value = static_cast<int>(random.below(201)) - 100;
    in_ = std::make_unique<DeviceArray<int>>(values_);
  }

  // Those in `unit` threads get the sum of all units before theirs.
  template <class... More>
  void run(void (*kernel)(Chain, More...), dim3 grid, dim3 block, int unit, More... more) const {
    std::vector<int> first_flag(kCount + 1);
    first_flag[0] = 1;
    DeviceArray<int> out(kCount), flags(first_flag), carries(kCount + 1);
    kernel<<<grid, block>>>(Chain{in_->get(), out.get(), flags.get(), carries.get()}, more...);
    CHECK_LAUNCH();
    std::vector<int> expected(kCount);
    for (int i = 0, base = 0, sum = 0; i < kCount; ++i) {
      if (i % unit == 0)
        base = sum;
      expected[i] = base + values_[i];
      sum += values_[i];
    }
    CHECK_SAME(out.host(), expected);
  }

  void runConsumers() const {
    DeviceArray<int> out(kCount);
    byConsumingWarps<<<kBlocks, kThreads>>>(Chain{in_->get(), out.get(), nullptr, nullptr});
    CHECK_LAUNCH();
    std::vector<int> expected(kCount);
    for (int i = 0; i < kCount; ++i)
      expected[i] = values_[i] + (i % kThreads < 32 ? 0 : values_[i / kThreads * kThreads + i % 32]);
    CHECK_SAME(out.host(), expected);
  }

private:
  std::vector<int> values_;
  std::unique_ptr<DeviceArray<int>> in_;
};

} // namespace

int main() {
  const Test test;
  for (auto *kernel : {byVolatileLoad, byAtomicAdd, byCompareAndSwap, byTakingTheFlag, byNanosleep,
                       byAtomicRef, byAcquiringLoad, byCalledFunction, byLastThread, byFirstLaneOfFirstWarp,
                       byLaneOfThirdWarp, byRankOfGroup})
    test.run(kernel, kBlocks, kThreads, kThreads);
  DeviceArray<cuda::atomic<int, cuda::thread_scope_device>> states(kBlocks + 1);
  test.run(byAtomicObject, kBlocks, kThreads, kThreads, states.get());
  test.run(byCornerOfBlock, kBlocks, dim3(16, 8), kThreads);
  test.run(byCornerOfBlock, kBlocks, dim3(32, 4), kThreads);
  test.run(byPersistentBlock, 7, kThreads, kThreads);
  test.run(byLeaderOfEachWarp, kBlocks, kThreads, 32);
  test.run(byWholeWarps, kBlocks, kThreads, 32);
  test.runConsumers();
  return verdict();
}
