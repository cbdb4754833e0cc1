// coalesced_threads() wherever control flow leaves it: who is in a group is up to the machine, but its
// members agree on it, hold it together through collectives, and can partition it.
#include "group_model.h"

namespace cg = cooperative_groups;

struct Seen {
  unsigned members, size, rank, ballot, up, down, first, any, all;
  Report four, same;
};

__device__ unsigned gather(const cg::coalesced_group &g) {
  unsigned members = 0;
  for (unsigned rank = 0; rank < g.num_threads(); ++rank)
    members |= 1u << g.shfl(threadIdx.x % 32, rank);
  return members;
}

__device__ void observe(const cg::coalesced_group &g, int value, Seen &seen) {
  seen.members = gather(g);
  seen.size = g.size();
  seen.rank = g.thread_rank();
  g.sync();
  seen.ballot = g.ballot(value & 1);
  seen.any = g.any(value & 1) != 0;
  seen.all = g.all(value & 1) != 0;
  seen.up = g.shfl_up(threadIdx.x, 1);
  seen.down = g.shfl_down(threadIdx.x, 2);
  seen.first = g.shfl(threadIdx.x, 0);
  seen.four = reportOf(cg::tiled_partition(g, 4), threadIdx.x);
  seen.same = reportOf(cg::labeled_partition(g, value % 3), threadIdx.x);
}

// Three paths, one of them a loop that threads leave one after the other, one after an early return.
__global__ void paths(const int *values, Seen *out, unsigned *trips) {
  const int value = values[threadIdx.x];
  Seen seen;
  if (value % 4 == 0) {
    observe(cg::coalesced_threads(), value, seen);
  } else if (value % 4 == 1) {
    cg::coalesced_group g = cg::coalesced_threads();
    if (g.thread_rank() % 2)
      observe(cg::coalesced_threads(), value, seen);
    else
      observe(cg::coalesced_threads(), value, seen);
  } else {
    unsigned count = 0;
    for (int i = 0; i < value % 32; ++i) {
      cg::coalesced_group g = cg::coalesced_threads();
      count += g.shfl(1u, g.size() - 1);
    }
    trips[threadIdx.x] = count;
    if (value % 4 == 3)
      return;
    observe(cg::coalesced_threads(), value, seen);
  }
  out[threadIdx.x] = seen;
}

static void check(unsigned threads, Random &random) {
  std::vector<int> values(threads);
  for (int &value : values)
    value = random.below(1000);
  DeviceArray<int> device(values);
  DeviceArray<Seen> out(threads);
  DeviceArray<unsigned> trips(threads);
  paths<<<1, threads>>>(device.get(), out.get(), trips.get());
  CHECK_LAUNCH();
  std::vector<Seen> got = out.host();
  std::vector<unsigned> got_trips = trips.host();
  std::vector<Report> fours(threads), sames(threads);
  for (unsigned t = 0; t < threads; ++t) {
    fours[t] = got[t].four;
    sames[t] = got[t].same;
  }
  for (unsigned t = 0; t < threads; ++t) {
    const int way = values[t] % 4;
    CHECK_EQ(got_trips[t], way < 2 ? 0u : unsigned(values[t] % 32));
    const Seen &seen = got[t];
    if (way == 3) {
      CHECK_EQ(seen.size, 0u);
      continue;
    }
    const unsigned lane = t % 32, first = t - lane;
    ModelGroup group;
    unsigned ballot = 0;
    CHECK(seen.members >> lane & 1);
    for (unsigned other = 0; other < 32; ++other)
      if (seen.members >> other & 1 && CHECK(first + other < threads)) {
        CHECK_EQ(values[first + other] % 4, way);
        CHECK_EQ(got[first + other].members, seen.members);
        ballot |= unsigned(values[first + other] & 1) << group.threads.size();
        group.threads.push_back(first + other);
      }
    const unsigned size = group.threads.size();
    CHECK_EQ(seen.size, size);
    if (!CHECK(seen.rank < size && group.threads[seen.rank] == t))
      continue;
    CHECK_EQ(seen.ballot, ballot);
    CHECK_EQ(seen.any, unsigned(ballot != 0));
    CHECK_EQ(seen.all, unsigned(ballot == (size == 32 ? ~0u : (1u << size) - 1)));
    CHECK_EQ(seen.first, group.threads[0]);
    CHECK_EQ(seen.up, group.threads[seen.rank ? seen.rank - 1 : 0]);
    CHECK_EQ(seen.down, seen.rank + 2 < size ? group.threads[seen.rank + 2] : t);
    // Each group once, by its first thread.
    if (seen.rank == 0) {
      CHECK_REPORTS(fours, 0, tilesOf({group}, 4));
      CHECK_REPORTS(sames, 0, labeled(Partition{group}, [&](unsigned other) { return values[other] % 3; }));
    }
  }
}

int main() {
  Random random;
  for (unsigned threads : {1u, 31u, 32u, 33u, 95u, 257u, 1000u})
    for (int round = 0; round < 5; ++round)
      check(threads, random);
  return verdict();
}
