// atomicExch loses nothing: what went in is what came out plus what is left, for every type and scope.
#include "../check.h"

#include <algorithm>

struct Device {
  template <typename T> __device__ T operator()(T *cell, T value) const { return atomicExch(cell, value); }
};
struct System {
  template <typename T> __device__ T operator()(T *cell, T value) const {
    return atomicExch_system(cell, value);
  }
};
struct Block {
  template <typename T> __device__ T operator()(T *cell, T value) const {
    return atomicExch_block(cell, value);
  }
};

template <typename T, typename Exchange> __global__ void pass_on(T *cell, T *got, Exchange exchange) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  got[id] = exchange(cell, static_cast<T>(id + 1));
}

template <typename T, typename Exchange> void check(int blocks, Exchange exchange) {
  int count = blocks * 128;
  DeviceArray<T> cell(1), got(count);
  pass_on<<<blocks, 128>>>(cell.get(), got.get(), exchange);
  CHECK_LAUNCH();
  std::vector<T> values = got.host();
  values.push_back(cell.first());
  std::sort(values.begin(), values.end());
  for (int i = 0; i <= count; ++i)
    CHECK_EQ(values[i], static_cast<T>(i));
}

template <typename T> void checkScopes() {
  check<T>(20, Device{});
  check<T>(20, System{});
  check<T>(1, Block{});
}

int main() {
  checkScopes<int>();
  checkScopes<unsigned>();
  checkScopes<unsigned long long>();
  checkScopes<float>();
  return verdict();
}
