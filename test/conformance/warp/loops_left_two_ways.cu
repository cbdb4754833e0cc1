// A loop that some lanes return from and the others leave together, by one of two exits: what all of them have
// computed alike is that of the exit they took.
#include "../check.h"

#include <vector>

__host__ __device__ unsigned count(const unsigned *again, int rounds, unsigned lane) {
  unsigned steps = 5, h = lane;
  int round = 0;
  do {
    int fuel = 10;
    for (;;) {
      --steps;
      if (--fuel < 0)
        break;
      if (again[round])
        continue;
      h = h * 31 + 1;
      if (lane >> 3 & 1)
        return 1;
      if (--fuel < 0)
        break;
    }
  } while (++round < rounds);
  return steps ^ h;
}

__global__ void run(const unsigned *again, unsigned *out, int rounds) {
  out[threadIdx.x] = count(again, rounds, threadIdx.x);
}

int main() {
  for (unsigned kinds = 0; kinds < 8; ++kinds)
    for (int rounds = 1; rounds <= 3; ++rounds) {
      const std::vector<unsigned> again{kinds & 1, kinds >> 1 & 1, kinds >> 2 & 1};
      const DeviceArray<unsigned> device_again(again), out(64);
      run<<<1, 64>>>(device_again.get(), out.get(), rounds);
      CHECK_LAUNCH();
      const std::vector<unsigned> got = out.host();
      for (unsigned lane = 0; lane < 64; ++lane)
        CHECK_EQ(got[lane], count(again.data(), rounds, lane));
    }
  return verdict();
}
