// Kernel parameters by value: structures of up to 4 KiB, nested, also changed by the kernel without effect
// elsewhere.
#include "../check.h"

struct Large {
  int values[1000];
  double scale;
};
static_assert(sizeof(Large) <= 4096 - 16);

struct Inner {
  char tag;
  double weight;
};
struct Outer {
  short id;
  Inner inner[3];
  float3 point;
  const int *pointer;
};

__global__ void use_large(Large large, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  large.values[i] += 1;
  out[i] = large.values[i] * large.scale + large.values[(i + 1) % 1000];
}

__global__ void use_nested(Outer outer, const Outer other, double *out) {
  const Inner &inner = outer.inner[threadIdx.x];
  out[threadIdx.x] =
      outer.id + inner.tag + inner.weight + outer.point.y + outer.pointer[1] + other.inner[2].weight;
}

struct Empty {};
__global__ void use_empty(Empty, int *out, Empty) { *out = 42; }

int main() {
  Large large;
  for (int i = 0; i < 1000; ++i)
    large.values[i] = i * 3;
  large.scale = 0.5;
  DeviceArray<double> out(1000);
  use_large<<<10, 100>>>(large, out.get());
  CHECK_LAUNCH();
  std::vector<double> got = out.host();
  for (int i = 0; i < 1000; ++i)
    CHECK_EQ(got[i], (i * 3 + 1) * 0.5 + (i + 1) % 1000 * 3);
  DeviceArray<int> two(std::vector<int>{1000, 2000});
  Outer outer{7, {{'a', 0.25}, {'b', 0.5}, {'c', 0.75}}, make_float3(1, 2, 3), two.get()};
  Outer other = outer;
  other.inner[2].weight = 10'000;
  use_nested<<<1, 3>>>(outer, other, out.get());
  CHECK_LAUNCH();
  got = out.host();
  for (int i = 0; i < 3; ++i)
    CHECK_EQ(got[i], 7 + 'a' + i + 0.25 * (i + 1) + 2 + 2000 + 10'000);
  DeviceArray<int> answer(1);
  use_empty<<<1, 1>>>(Empty{}, answer.get(), Empty{});
  CHECK_EQ(answer.first(), 42);
  return verdict();
}
