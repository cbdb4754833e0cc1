// The leader of a thread_block loads an integer into shared memory for all.
#include "../check.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int seen[1024];

__global__ void kernel(int *globalInput) {
  __shared__ int x;
  thread_block g = this_thread_block();
  // Choose a leader in the thread block
  if (g.thread_rank() == 0) {
    // load from global into shared for all threads to work with
    x = (*globalInput);
  }
  // After loading data into shared memory, you want to synchronize
  // if all threads in your thread block need to see it
  g.sync(); // equivalent to __syncthreads();
  seen[g.thread_rank()] = x;
}

int main() {
  Random random;
  for (int threads : {1, 31, 33, 100, 1024}) {
    int value = static_cast<int>(random.bits());
    DeviceArray<int> input(std::vector<int>{value});
    kernel<<<1, threads>>>(input.get());
    CHECK_LAUNCH();
    std::vector<int> got(threads);
    CHECK_CUDA(cudaMemcpyFromSymbol(got.data(), seen, threads * sizeof(int)));
    CHECK_SAME(got, std::vector<int>(threads, value));
  }
  return verdict();
}
