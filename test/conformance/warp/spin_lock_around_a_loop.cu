// What a lock guards holds a loop, whose rounds differ from block to block: lanes of a warp that try to take the lock, one
// after the other, do not wait for the others before they release it.
// check: activemask-as-mask
#include "../check.h"

constexpr int kRounds = 3, kThreads = 40;

__global__ void addUnderALock(unsigned *lock, volatile unsigned *sum, const unsigned *steps) {
  const unsigned thread = threadIdx.x;
  for (int round = 0; round < kRounds; ++round) {
    __syncwarp(__activemask());
    for (bool done = false; !done;)
      if (atomicCAS(lock, 0u, 1u) == 0u) {
        __threadfence();
        unsigned value = thread, step = 0;
        do
          value += gridDim.y == thread ? 5u : steps[0];
        while (++step < ((thread / 32u * 5u + blockIdx.x) & 3u));
        *sum = *sum + value;
        __threadfence();
        atomicExch(lock, 0u);
        done = true;
      }
  }
}

int main() {
  DeviceArray<unsigned> lock(std::vector<unsigned>(1)), sum(std::vector<unsigned>(1)),
      steps(std::vector<unsigned>(1, 7));
  for (unsigned blocks : {1u, 2u, 6u}) {
    addUnderALock<<<blocks, kThreads>>>(lock.get(), sum.get(), steps.get());
    CHECK_LAUNCH();
  }
  unsigned expected = 0;
  for (unsigned blocks : {1u, 2u, 6u})
    for (unsigned block = 0; block < blocks; ++block)
      for (unsigned thread = 0; thread < kThreads; ++thread) {
        const unsigned times = std::max((thread / 32u * 5u + block) & 3u, 1u);
        expected += kRounds * (thread + times * (thread == 1 ? 5u : 7u));
      }
  CHECK_EQ(sum.host()[0], expected);
  CHECK_EQ(lock.host()[0], 0u);
  return verdict();
}
