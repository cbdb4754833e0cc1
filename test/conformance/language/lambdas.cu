// Lambdas inside device code, and __device__ lambdas of the host that capture values and go to a kernel.
// flags: --extended-lambda
#include "../check.h"

template <typename Function> __global__ void for_each(int *values, int count, Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] = function(values[i], i);
}

__global__ void inside(int *values) {
  int offset = 100;
  auto add = [offset](int x) { return x + offset; };
  auto twice = [&](int x) {
    offset += x;
    return offset * 2;
  };
  auto generic = [](auto a, auto b) { return a < b ? b : a; };
  values[threadIdx.x] =
      add(values[threadIdx.x]) + twice(1) + generic(3, 4) + static_cast<int>(generic(0.5, 2.5));
}

struct Pair {
  int a;
  double b;
};

int main() {
  const int count = 100;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i;
  DeviceArray<int> device(values), table(std::vector<int>{5, 6, 7});
  int factor = 3;
  Pair pair{10, 0.5};
  const int *lookup = table.get();
  for_each<<<4, 32>>>(device.get(), count, [factor] __device__(int value, int) { return value * factor; });
  for_each<<<4, 32>>>(device.get(), count, [=] __device__(int value, int i) {
    return value + pair.a + static_cast<int>(pair.b * i) + lookup[i % 3];
  });
  inside<<<1, count>>>(device.get());
  CHECK_LAUNCH();
  for (int i = 0; i < count; ++i)
    values[i] = i * 3 + 10 + i / 2 + 5 + i % 3 + 100 + 202 + 4 + 2;
  CHECK_SAME(device.host(), values);
  return verdict();
}
