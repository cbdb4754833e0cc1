// switch with fall-through, goto, nested break and continue, do-while, short circuits: the same as on the
// host.
#include "../check.h"

__host__ __device__ int wander(int seed) {
  unsigned x = seed, trail = 0;
  for (int i = 0; i < 40; ++i) {
    switch (x % 7) {
    case 0:
      x += 3;
    case 1:
      x = x * 2 + 1;
      break;
    case 2:
      if (x % 2 && trail % 3)
        continue;
      x -= 5;
      break;
    case 3: {
      int k = 0;
      do {
        x += k;
        if (x % 11 == 0)
          break;
      } while (++k < static_cast<int>(x % 5));
      break;
    }
    case 4:
      if (x > 1000 || (x % 3 == 0 && ++trail % 2 == 0))
        goto shrink;
      x += 13;
      break;
    default:
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          if (a * b == static_cast<int>(x % 4))
            continue;
          if (a + b == static_cast<int>(x % 6))
            goto next;
          x += a - b;
        }
    }
  next:
    trail = trail * 31 + x;
    if (x > 0xf0000000u)
      return trail;
    continue;
  shrink:
    x /= 3;
    trail ^= x;
  }
  return trail + x;
}

__global__ void run(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = wander(i);
}

int main() {
  DeviceArray<int> out(4096);
  run<<<16, 256>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < 4096; ++i)
    CHECK_EQ(got[i], wander(i));
  return verdict();
}
