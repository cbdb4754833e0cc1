// inclusive_scan and exclusive_scan with the operators of the header, a lambda and a struct that does not
// commute, over tiles and coalesced groups.
#include "../check.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

// x -> multiplier * x + offset. Where the order matters, the operator's first argument is that of the thread
// with the higher rank.
struct Affine {
  unsigned multiplier, offset;
};
struct Compose {
  __host__ __device__ Affine operator()(const Affine &first, const Affine &second) const {
    return {first.multiplier * second.multiplier, second.multiplier * first.offset + second.offset};
  }
};

struct Scans {
  unsigned sum, sum_before, less, bits_before, lambda, lambda_before;
  Affine composed;
};

template <typename Group> __device__ Scans scans(const Group &group, unsigned value) {
  auto multiply = [](unsigned l, unsigned r) { return (2 * l + 1) * (2 * r + 1) / 2; };
  Scans s;
  s.sum = cg::inclusive_scan(group, value);
  s.sum_before = cg::exclusive_scan(group, value);
  s.less = cg::inclusive_scan(group, value, cg::less<unsigned>());
  s.bits_before = cg::exclusive_scan(group, value, cg::bit_xor<unsigned>());
  s.lambda = cg::inclusive_scan(group, value, multiply);
  s.lambda_before = cg::exclusive_scan(group, value, multiply);
  s.composed = cg::inclusive_scan(group, Affine{value | 1, value >> 7}, Compose());
  return s;
}

template <unsigned kSize> __global__ void of_tiles(const unsigned *values, Scans *out) {
  auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
  out[threadIdx.x] = scans(tile, values[threadIdx.x]);
}

__global__ void of_parts(const unsigned *values, Scans *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::binary_partition(tile, values[threadIdx.x] % 3 == 0);
  out[threadIdx.x] = scans(part, values[threadIdx.x]);
}

static void check(const Scans &got, const std::vector<unsigned> &before, unsigned mine) {
  Scans want{mine, 0, mine, 0, mine, 0, {mine | 1, mine >> 7}};
  Affine composed{1, 0};
  for (std::size_t i = 0; i < before.size(); ++i) {
    unsigned value = before[i];
    want.sum += value;
    want.sum_before += value;
    want.less = std::min(want.less, value);
    want.bits_before ^= value;
    // ((2a+1)(2b+1))/2 = 2ab + a + b is associative, and 0 is neutral.
    want.lambda_before = 2 * want.lambda_before * value + want.lambda_before + value;
    composed = Compose()(Affine{value | 1, value >> 7}, composed);
  }
  want.lambda = 2 * want.lambda_before * mine + want.lambda_before + mine;
  want.composed = Compose()(want.composed, composed);
  CHECK_EQ(got.sum, want.sum);
  CHECK_EQ(got.sum_before, want.sum_before);
  CHECK_EQ(got.less, want.less);
  // The first thread of an exclusive scan gets a zero, whatever the operator.
  CHECK_EQ(got.bits_before, want.bits_before);
  CHECK_EQ(got.lambda_before & 0x7fffffff, want.lambda_before & 0x7fffffff);
  CHECK_EQ(got.lambda & 0x7fffffff, want.lambda & 0x7fffffff);
  CHECK_EQ(got.composed.multiplier, want.composed.multiplier);
  CHECK_EQ(got.composed.offset, want.composed.offset);
}

template <unsigned kSize> static void check_tiles(const std::vector<unsigned> &values) {
  DeviceArray<unsigned> device(values);
  DeviceArray<Scans> out(values.size());
  of_tiles<kSize><<<1, values.size()>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<Scans> got = out.host();
  for (std::size_t i = 0; i < values.size(); ++i)
    check(got[i], std::vector<unsigned>(values.begin() + i / kSize * kSize, values.begin() + i), values[i]);
}

int main() {
  Random random;
  std::vector<unsigned> values(160);
  for (unsigned &value : values)
    value = random.below(1u << 30);
  check_tiles<1>(values);
  check_tiles<2>(values);
  check_tiles<4>(values);
  check_tiles<8>(values);
  check_tiles<16>(values);
  check_tiles<32>(values);
  DeviceArray<unsigned> device(values);
  DeviceArray<Scans> out(values.size());
  of_parts<<<1, values.size()>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<Scans> got = out.host();
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<unsigned> before;
    for (std::size_t other = i / 32 * 32; other < i; ++other)
      if ((values[other] % 3 == 0) == (values[i] % 3 == 0))
        before.push_back(values[other]);
    check(got[i], before, values[i]);
  }
  return verdict();
}
