// this_thread(): a group of one, which copies an integer of its own asynchronously.
#include "../check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

__global__ void kernel(const int *src, int *out, unsigned *ranks) {
  __shared__ int buffer[128];
  int *dest = &buffer[threadIdx.x];
  src += blockIdx.x * blockDim.x + threadIdx.x;
  cooperative_groups::memcpy_async(cooperative_groups::this_thread(), dest, src, sizeof(int));
  cooperative_groups::thread_block_tile<1> me = cooperative_groups::this_thread();
  cooperative_groups::wait(me);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = *dest;
  ranks[i] = me.size() * 100 + me.num_threads() * 10 + me.thread_rank();
}

int main() {
  Random random;
  std::vector<int> values(3 * 128);
  for (int &value : values)
    value = static_cast<int>(random.bits());
  DeviceArray<int> input(values), out(values.size());
  DeviceArray<unsigned> ranks(values.size());
  kernel<<<3, 128>>>(input.get(), out.get(), ranks.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), values);
  CHECK_SAME(ranks.host(), std::vector<unsigned>(values.size(), 110));
  return verdict();
}
