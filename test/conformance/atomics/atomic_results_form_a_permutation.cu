// The old values that atomicAdd, atomicSub, atomicInc and atomicDec return are all different: tickets.
#include "../check.h"

__global__ void draw(int *counters, int *adds, int *subs, unsigned *incs, unsigned *decs) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  adds[id] = atomicAdd(&counters[0], 1);
  subs[id] = atomicSub(&counters[1], 1);
  incs[id] = atomicInc(reinterpret_cast<unsigned *>(&counters[2]), 0xffffffffu);
  decs[id] = atomicDec(reinterpret_cast<unsigned *>(&counters[3]), 0xffffffffu);
}

template <typename T> void checkPermutation(const std::vector<T> &tickets) {
  std::vector<int> seen(tickets.size());
  for (T ticket : tickets)
    if (CHECK(static_cast<std::size_t>(ticket) < tickets.size()))
      ++seen[ticket];
  CHECK_SAME(seen, std::vector<int>(tickets.size(), 1));
}

int main() {
  const int blocks = 40, threads = 128, count = blocks * threads;
  DeviceArray<int> counters(std::vector<int>{0, count - 1, 0, count - 1}), adds(count), subs(count);
  DeviceArray<unsigned> incs(count), decs(count);
  draw<<<blocks, threads>>>(counters.get(), adds.get(), subs.get(), incs.get(), decs.get());
  CHECK_LAUNCH();
  checkPermutation(adds.host());
  checkPermutation(subs.host());
  checkPermutation(incs.host());
  checkPermutation(decs.host());
  return verdict();
}
