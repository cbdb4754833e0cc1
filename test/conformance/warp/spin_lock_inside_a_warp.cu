// All threads of a block, lanes of one warp among them, take turns in a critical section behind a spin lock.
#include "../check.h"

__device__ int lock_word;
__device__ volatile int guarded;

__device__ void acquire() {
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void release() {
  __threadfence();
  atomicExch(&lock_word, 0);
}

__global__ void count_up(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    acquire();
    int seen = guarded;
    guarded = seen + 1;
    release();
  }
}

int main() {
  int count = 0;
  count_up<<<1, 32>>>(20);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, guarded, sizeof count));
  CHECK_EQ(count, 640);
  count_up<<<1, 100>>>(5);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpyFromSymbol(&count, guarded, sizeof count));
  CHECK_EQ(count, 640 + 500);
  return verdict();
}
