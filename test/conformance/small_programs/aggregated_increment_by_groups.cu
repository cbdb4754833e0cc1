// Aggregated atomics with groups: one atomic for all coalesced threads, and one for each label among them.
#include "../check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int atomicAggInc(int *p) {
  cg::coalesced_group g = cg::coalesced_threads();
  int prev;
  if (g.thread_rank() == 0) {
    prev = atomicAdd(p, g.num_threads());
  }
  prev = g.thread_rank() + g.shfl(prev, 0);
  return prev;
}

// The same, where each thread names the counter it means.
__device__ int atomicAggIncMulti(int label, int *counters) {
  cg::coalesced_group active = cg::coalesced_threads();
  cg::coalesced_group same = cg::labeled_partition(active, label);
  int prev = 0;
  if (same.thread_rank() == 0)
    prev = atomicAdd(&counters[label], static_cast<int>(same.size()));
  return same.shfl(prev, 0) + same.thread_rank();
}

// And where the whole tile takes part.
__device__ int increment_of_tile(const cg::thread_block_tile<32> &tile, int label, int *counters) {
  cg::coalesced_group same = cg::labeled_partition(tile, label);
  int prev = 0;
  if (same.thread_rank() == 0)
    prev = atomicAdd(&counters[label], static_cast<int>(same.num_threads()));
  return same.shfl(prev, 0) + same.thread_rank();
}

__global__ void filter(const int *values, int count, int limit, int *kept, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && values[i] < limit)
    out[atomicAggInc(kept)] = i;
}

__global__ void tickets(const int *labels, int count, int *counters, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = atomicAggIncMulti(labels[i], counters);
}

__global__ void tickets_by_tile(const int *labels, int *counters, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = increment_of_tile(tile, labels[i], counters);
}

// Every label has as many tickets as threads, each given out once.
static void check(const std::vector<int> &labels, const std::vector<int> &counters,
                  const std::vector<int> &got) {
  std::vector<std::vector<int>> given(counters.size());
  for (int label : labels)
    given[label].push_back(0);
  for (std::size_t label = 0; label < counters.size(); ++label)
    CHECK_EQ(counters[label], int(given[label].size()));
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (CHECK(got[i] >= 0 && got[i] < counters[labels[i]]))
      ++given[labels[i]][got[i]];
  for (const std::vector<int> &tickets : given)
    CHECK_SAME(tickets, std::vector<int>(tickets.size(), 1));
}

int main() {
  const int count = 9'984, threads = 192;
  Random random;
  std::vector<int> values(count);
  for (int &value : values)
    value = random.below(1000);
  DeviceArray<int> device(values);
  for (int limit : {0, 1, 30, 500, 999, 1000}) {
    DeviceArray<int> kept(1), out(count);
    filter<<<(count + 127) / 128, 128>>>(device.get(), count - 9, limit, kept.get(), out.get());
    CHECK_LAUNCH();
    std::vector<int> indices = out.host(), seen(count);
    int expected = 0;
    for (int i = 0; i < kept.first(); ++i)
      ++seen[indices[i]];
    for (int i = 0; i < count; ++i) {
      bool passes = i < count - 9 && values[i] < limit;
      expected += passes;
      CHECK_EQ(seen[i], int{passes});
    }
    CHECK_EQ(kept.first(), expected);
  }
  for (int labels : {1, 2, 7, 50}) {
    std::vector<int> label(count);
    for (int &value : label)
      value = random.below(labels);
    DeviceArray<int> device_labels(label), counters(labels), out(count);
    tickets<<<count / threads, threads>>>(device_labels.get(), count, counters.get(), out.get());
    CHECK_LAUNCH();
    check(label, counters.host(), out.host());
    DeviceArray<int> counters_of_tiles(labels), out_of_tiles(count);
    tickets_by_tile<<<count / threads, threads>>>(device_labels.get(), counters_of_tiles.get(),
                                                  out_of_tiles.get());
    CHECK_LAUNCH();
    check(label, counters_of_tiles.host(), out_of_tiles.host());
  }
  return verdict();
}
