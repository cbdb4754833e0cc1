// Two buffers: while one piece is worked on, the next is on its way; wait_prior<1> leaves it alone.
#include "../check.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__device__ int streamed[16 * 1024 + 64];

__global__ void kernel(int *global_data) {
  cg::thread_block tb = cg::this_thread_block();
  const size_t elementsPerThreadBlock = 16 * 1024 + 64;
  const size_t elementsInShared = 128;
  __align__(16) __shared__ int local_smem[2][elementsInShared];
  int stage = 0;
  // First kick off an extra request
  size_t copy_count = elementsInShared;
  size_t index = copy_count;
  cg::memcpy_async(tb, local_smem[stage], elementsInShared, global_data, elementsPerThreadBlock - index);
  while (index < elementsPerThreadBlock) {
    // Now we kick off the next request...
    cg::memcpy_async(tb, local_smem[stage ^ 1], elementsInShared, global_data + index,
                     elementsPerThreadBlock - index);
    // ... but we wait on the one before it
    cg::wait_prior<1>(tb);

    // Its now available and we can work with local_smem[stage] here
    for (unsigned i = tb.thread_rank(); i < copy_count; i += tb.size())
      streamed[index - copy_count + i] = local_smem[stage][i] ^ 0x5a5a5a5a;

    // Calculate the amount fo data that was actually copied, for the next iteration.
    copy_count = min(elementsInShared, elementsPerThreadBlock - index);
    index += copy_count;

    // A cg::sync(tb) might be needed here depending on whether
    // the work done with local_smem[stage] can release threads to race ahead or not
    cg::sync(tb);
    // Wrap to the next stage
    stage ^= 1;
  }
  cg::wait(tb);
  // The last local_smem[stage] can be handled here
  for (unsigned i = tb.thread_rank(); i < copy_count; i += tb.size())
    streamed[index - copy_count + i] = local_smem[stage][i] ^ 0x5a5a5a5a;
}

int main() {
  Random random;
  const int count = 16 * 1024 + 64;
  for (int threads : {32, 100, 128, 256}) {
    std::vector<int> values(count), expected(count), got(count);
    for (int i = 0; i < count; ++i) {
      values[i] = static_cast<int>(random.bits());
      expected[i] = values[i] ^ 0x5a5a5a5a;
    }
    DeviceArray<int> device(values);
    kernel<<<1, threads>>>(device.get());
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpyFromSymbol(got.data(), streamed, count * sizeof(int)));
    CHECK_SAME(got, expected);
  }
  return verdict();
}
