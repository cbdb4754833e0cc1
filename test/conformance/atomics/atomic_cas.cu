// atomicCAS: exactly one thread wins each step, losers see who did; every type and scope.
#include "../check.h"

struct Device {
  template <typename T> __device__ T operator()(T *cell, T old, T value) const {
    return atomicCAS(cell, old, value);
  }
};
struct System {
  template <typename T> __device__ T operator()(T *cell, T old, T value) const {
    return atomicCAS_system(cell, old, value);
  }
};
struct Block {
  template <typename T> __device__ T operator()(T *cell, T old, T value) const {
    return atomicCAS_block(cell, old, value);
  }
};

// Each thread increments the cell once through a CAS loop, and notes the step it won.
template <typename T, typename Cas> __global__ void increment(T *cell, int *winners, T step, Cas cas) {
  T seen = *cell;
  for (;;) {
    T before = cas(cell, seen, static_cast<T>(seen + step));
    if (before == seen)
      break;
    seen = before;
  }
  atomicAdd(&winners[seen / step], 1);
}

template <typename T, typename Cas> void check(int blocks, T step, Cas cas) {
  int count = blocks * 64;
  DeviceArray<T> cell(1);
  DeviceArray<int> winners(count);
  increment<<<blocks, 64>>>(cell.get(), winners.get(), step, cas);
  CHECK_LAUNCH();
  CHECK_EQ(cell.first(), static_cast<T>(count * step));
  CHECK_SAME(winners.host(), std::vector<int>(count, 1));
}

template <typename T> void checkScopes(T step) {
  check<T>(10, step, Device{});
  check<T>(10, step, System{});
  check<T>(1, step, Block{});
}

int main() {
  checkScopes<int>(3);
  checkScopes<unsigned>(5);
  checkScopes<unsigned long long>(1ull << 40);
  check<unsigned short>(10, 7, Device{});
  return verdict();
}
