// Lanes of a warp take different sides of a branch; both sides' effects are there afterwards.
#include "../check.h"

__global__ void branch(int *out, int count) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  int value;
  if (threadIdx.x % 2 == 0) {
    value = n * 2;
    if (n % 3 == 0)
      value += 1;
  } else {
    value = -n;
    for (int i = 0; i < n % 5; ++i)
      value -= i;
  }
  if (n < count)
    out[n] = value;
}

int main() {
  const int count = 1000;
  DeviceArray<int> out(count);
  branch<<<8, 128>>>(out.get(), count);
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int n = 0; n < count; ++n)
    CHECK_EQ(got[n], n % 2 == 0 ? n * 2 + (n % 3 == 0) : -n - (n % 5) * (n % 5 - 1) / 2);
  return verdict();
}
