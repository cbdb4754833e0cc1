// A loop that strides by the whole grid covers every element once, whatever the launch's shape.
#include "../check.h"

__global__ void add_one(int *values, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] += 1;
}

int main() {
  const int count = 10'007;
  DeviceArray<int> values(count);
  add_one<<<1, 1>>>(values.get(), count);
  add_one<<<3, 100>>>(values.get(), count);
  add_one<<<40, 256>>>(values.get(), count);
  add_one<<<1000, 32>>>(values.get(), count);
  CHECK_LAUNCH();
  CHECK_SAME(values.host(), std::vector<int>(count, 4));
  return verdict();
}
