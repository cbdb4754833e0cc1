// Lanes that vote among themselves and return have done so when the others, on another side of a branch, meet
// with the full mask: whatever the order in which the sides are written.
#include "../check.h"

constexpr unsigned kAll = 0xffffffff;

// A switch of which the compiler makes a tree.
__global__ void behind_a_switch(unsigned *out, const unsigned *in) {
  const unsigned lane = threadIdx.x;
  unsigned u = in[lane];
  switch (lane) {
  case 0:
    break;
  case 2:
    out[lane] = __ballot_sync(1u << lane, true) + u;
    return;
  case 5:
    out[lane] = 7;
    return;
  default:
    return;
  }
  u += __ballot_sync(kAll, true);
  out[lane] = u;
}

// Those that return lie on either side, in two levels, and pairs of them vote with a mask of their own.
__global__ void beside_a_branch(unsigned *out, const unsigned *in) {
  const unsigned lane = threadIdx.x;
  unsigned u = in[lane];
  if (lane & 4) {
    u += __popc(__ballot_sync(kAll, u & 1));
    out[lane] = u;
  } else if (lane & 8) {
    const unsigned pair = 3u << (lane & ~1u);
    u += __shfl_xor_sync(pair, u, 1);
    if (u & 1)
      out[lane] = u;
    else
      out[lane] = __any_sync(pair, u & 2) + 100;
  } else {
    __syncwarp(1u << lane);
    out[lane] = lane;
  }
}

// In a loop, some in each iteration.
__global__ void in_a_loop(unsigned *out, const unsigned *in) {
  const unsigned lane = threadIdx.x;
  unsigned u = in[lane];
  for (unsigned i = 0; i < 4; ++i) {
    if ((lane & 7) == i) {
      if (lane & 8) {
        __syncwarp(1u << lane);
        out[lane] = u + 1000;
        return;
      }
      u += 3;
    }
    u += __popc(__ballot_sync(kAll, true));
  }
  out[lane] = u;
}

int main() {
  std::vector<unsigned> in(32);
  for (unsigned i = 0; i < 32; ++i)
    in[i] = i * i + 3;
  DeviceArray<unsigned> values(in);
  {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    behind_a_switch<<<1, 32>>>(out.get(), values.get());
    CHECK_LAUNCH();
    std::vector<unsigned> expected(32, 0);
    expected[0] = in[0] + 1;
    expected[2] = in[2] + 4;
    expected[5] = 7;
    CHECK_SAME(out.host(), expected);
  }
  {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    beside_a_branch<<<1, 32>>>(out.get(), values.get());
    CHECK_LAUNCH();
    unsigned odd = 0;
    for (unsigned i = 0; i < 32; ++i)
      odd += (i & 4) && (in[i] & 1);
    std::vector<unsigned> expected(32);
    for (unsigned i = 0; i < 32; ++i) {
      const unsigned sum = in[i] + in[i ^ 1];
      expected[i] = i & 4 ? in[i] + odd : !(i & 8) ? i : sum & 1 ? sum : ((sum & 2) != 0) + 100;
    }
    CHECK_SAME(out.host(), expected);
  }
  {
    DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
    in_a_loop<<<1, 32>>>(out.get(), values.get());
    CHECK_LAUNCH();
    std::vector<unsigned> expected = in;
    unsigned live = 32;
    std::vector<bool> left(32);
    for (unsigned i = 0; i < 4; ++i) {
      for (unsigned lane = 0; lane < 32; ++lane)
        if ((lane & 7) == i) {
          left[lane] = lane & 8;
          live -= left[lane];
          expected[lane] += left[lane] ? 1000 : 3;
        }
      for (unsigned lane = 0; lane < 32; ++lane)
        expected[lane] += left[lane] ? 0 : live;
    }
    CHECK_SAME(out.host(), expected);
  }
  return verdict();
}
