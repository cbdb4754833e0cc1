// cg::reduce with the operators of the header, of a struct, and of a lambda, over tiles and coalesced groups.
#include "../check.h"

#include <algorithm>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__host__ __device__ int4 operator+(const int4 &a, const int4 &b) {
  return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

struct Results {
  int sum, less, greater, all_bits, odd_bits, any_bit, lambda, vector;
  float sum_of_floats;
};

template <typename Group> __device__ Results reductions(const Group &tile, int val) {
  Results results;
  results.sum = cg::reduce(tile, (int)val, cg::plus<int>());
  results.less = cg::reduce(tile, (int)val, cg::less<int>());
  results.greater = cg::reduce(tile, (int)val, cg::greater<int>());
  results.all_bits = cg::reduce(tile, (int)val, cg::bit_and<int>());
  results.odd_bits = cg::reduce(tile, (int)val, cg::bit_xor<int>());
  results.any_bit = cg::reduce(tile, (int)val, cg::bit_or<int>());
  results.sum_of_floats = cg::reduce(tile, (float)val, cg::plus<float>());
  int4 vec = {val, 2 * val, 3 * val, -val};
  int4 sums = cg::reduce(tile, vec, cg::plus<int4>());
  results.vector = sums.x ^ 3 * sums.y ^ 5 * sums.z ^ 7 * sums.w;
  results.lambda = cg::reduce(tile, (int)val, [](int l, int r) -> int { return l + r; });
  return results;
}

template <unsigned kSize> __global__ void of_tiles(const int *values, Results *out) {
  auto tile = cg::tiled_partition<kSize>(cg::this_thread_block());
  out[threadIdx.x] = reductions(tile, values[threadIdx.x]);
}

__global__ void of_parts(const int *values, const int *labels, Results *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::labeled_partition(tile, labels[threadIdx.x]);
  out[threadIdx.x] = reductions(part, values[threadIdx.x]);
}

static Results expected(const std::vector<int> &values) {
  Results r{0, values[0], values[0], -1, 0, 0, 0, 0, 0};
  for (int value : values) {
    r.sum += value;
    r.less = std::min(r.less, value);
    r.greater = std::max(r.greater, value);
    r.all_bits &= value;
    r.odd_bits ^= value;
    r.any_bit |= value;
    r.sum_of_floats += static_cast<float>(value);
  }
  r.lambda = r.sum;
  r.vector = r.sum ^ 3 * (2 * r.sum) ^ 5 * (3 * r.sum) ^ 7 * -r.sum;
  return r;
}

static void check(const Results &got, const std::vector<int> &values) {
  Results want = expected(values);
  CHECK_EQ(got.sum, want.sum);
  CHECK_EQ(got.less, want.less);
  CHECK_EQ(got.greater, want.greater);
  CHECK_EQ(got.all_bits, want.all_bits);
  CHECK_EQ(got.odd_bits, want.odd_bits);
  CHECK_EQ(got.any_bit, want.any_bit);
  CHECK_EQ(got.lambda, want.lambda);
  CHECK_EQ(got.vector, want.vector);
  CHECK_EQ(got.sum_of_floats, want.sum_of_floats);
}

template <unsigned kSize> static void check_tiles(const std::vector<int> &values) {
  DeviceArray<int> device(values);
  DeviceArray<Results> out(values.size());
  of_tiles<kSize><<<1, values.size()>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<Results> got = out.host();
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto first = values.begin() + i / kSize * kSize;
    check(got[i], std::vector<int>(first, first + kSize));
  }
}

int main() {
  Random random;
  // Small enough that every sum of floats is exact.
  std::vector<int> values(192), labels(192);
  for (int i = 0; i < 192; ++i) {
    values[i] = static_cast<int>(random.below(200001)) - 100000;
    labels[i] = random.below(4);
  }
  check_tiles<1>(values);
  check_tiles<2>(values);
  check_tiles<4>(values);
  check_tiles<8>(values);
  check_tiles<16>(values);
  check_tiles<32>(values);
  DeviceArray<int> device(values), device_labels(labels);
  DeviceArray<Results> out(192);
  of_parts<<<1, 192>>>(device.get(), device_labels.get(), out.get());
  CHECK_LAUNCH();
  std::vector<Results> got = out.host();
  for (int i = 0; i < 192; ++i) {
    std::vector<int> part;
    for (int other = i / 32 * 32; other < i / 32 * 32 + 32; ++other)
      if (labels[other] == labels[i])
        part.push_back(values[other]);
    check(got[i], part);
  }
  return verdict();
}
