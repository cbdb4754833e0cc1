// A function that takes the group it synchronises: the caller sees that all threads of it must call.
#include "../check.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int sum(const thread_block &g, int *x, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += x[i];
  g.sync();
  return total;
}

__global__ void parallel_kernel(int *x, int n, int *totals) {
  // Entire thread block must call sum
  thread_block tb = this_thread_block();
  int *mine = x + blockIdx.x * n;
  int total = sum(tb, mine, n);
  mine[tb.thread_rank() % n] = 1;
  tb.sync();
  totals[blockIdx.x * blockDim.x + tb.thread_rank()] = total * 100 + sum(tb, mine, n);
}

int main() {
  const int blocks = 4, n = 37;
  for (int threads : {37, 64, 200}) {
    Random random(threads);
    std::vector<int> x(blocks * n), sums(blocks);
    for (int i = 0; i < blocks * n; ++i)
      sums[i / n] += x[i] = random.below(1000);
    DeviceArray<int> device(x), totals(blocks * threads);
    parallel_kernel<<<blocks, threads>>>(device.get(), n, totals.get());
    CHECK_LAUNCH();
    std::vector<int> got = totals.host();
    for (int i = 0; i < blocks * threads; ++i)
      CHECK_EQ(got[i], sums[i / threads] * 100 + n);
  }
  return verdict();
}
