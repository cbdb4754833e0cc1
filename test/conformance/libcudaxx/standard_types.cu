// What programs take from cuda::std besides synchronisation: limits, type traits, pairs, tuples, arrays,
// swaps, bits, durations, operators; on host and device with the same results.
#include "../check.h"

#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

namespace cs = cuda::std;

static_assert(cs::is_same_v<cs::remove_cvref_t<const int &>, int> && cs::is_trivially_copyable_v<float>);
static_assert(cs::is_integral<cs::uint64_t>::value && sizeof(cs::size_t) == 8 && cs::is_enum_v<cs::byte>);
// Programs specialise it for types of theirs.
struct Grade {
  int value;
};
template <> class cuda::std::numeric_limits<Grade> {
public:
  __host__ __device__ static constexpr Grade max() { return {6}; }
};
static_assert(cs::numeric_limits<Grade>::max().value == 6);
static_assert(cs::numeric_limits<int>::max() == 2147483647 &&
              cs::is_same<cs::conditional_t<true, int, char>, int>::value);

template <cs::size_t... I>
__host__ __device__ int total(const cs::array<int, sizeof...(I)> &values, cs::index_sequence<I...>) {
  return (0 + ... + values[I]);
}

__host__ __device__ cs::tuple<int, float, char> make(int x) { return cs::make_tuple(x, x * 0.5f, 'c'); }

// results: 24 numbers that depend on `x`.
__host__ __device__ void compute(int x, double *results) {
  *results++ = cs::numeric_limits<double>::max() > x;
  *results++ = cs::numeric_limits<unsigned>::digits + cs::numeric_limits<float>::epsilon();

  cs::pair<int, double> pair(x, 2.5);
  pair.second += pair.first;
  *results++ = pair.second;
  *results++ = cs::make_pair(1, 2) < cs::make_pair(1, x);

  auto [a, b, c] = make(x);
  *results++ = a + b + c;
  cs::tuple<int, float, char> tuple = make(x + 1);
  cs::get<0>(tuple) += 3;
  *results++ = cs::get<0>(tuple) + cs::get<float>(tuple) + cs::tuple_size<decltype(tuple)>::value;
  int first = 0;
  float second = 0;
  cs::tie(first, second, cs::ignore) = tuple;
  *results++ = first * 100 + second;
  tuple = make(x - 1);
  *results++ = cs::get<0>(tuple);
  *results++ = cs::apply([](int i, float f, char) { return i * f; }, tuple);

  cs::array<int, 5> array{x, 1, 2, 3, 4};
  array[4] = 7;
  int sum = 0;
  for (int value : array)
    sum = sum * 10 + value;
  *results++ = sum + array.size();
  *results++ = total(array, cs::make_index_sequence<5>());
  cs::array<int, 5> other;
  other.fill(x);
  array.swap(other);
  *results++ = array.back() + other.front() * 2 + (array != other);
  const auto [e0, e1, e2, e3, e4] = other;
  *results++ = e0 + e1 + e2 + e3 + e4;

  int p = x, q = 5;
  cs::swap(p, q);
  *results++ = p * 1000 + q;
  *results++ = cs::exchange(p, 9) + p;
  *results++ = cs::move(q) + cs::forward<int>(p);

  *results++ = cs::popcount(static_cast<unsigned>(x)) * 100 + cs::countl_zero(static_cast<unsigned>(x)) +
               cs::countr_zero(static_cast<unsigned char>(8));
  *results++ = cs::bit_cast<float>(0x40490fdbu);

  using namespace cs::chrono;
  *results++ = duration_cast<microseconds>(milliseconds(x) + seconds(2)).count();
  *results++ = cs::plus<int>()(x, 2) * cs::greater<>()(x, 3) + cs::bit_xor<int>()(x, 6);

  cs::optional<int> maybe;
  *results++ = maybe.has_value() + (maybe ? 1 : 0) + maybe.value_or(x);
  *results++ = cs::sqrt(4.0) + cs::abs(-2.5f) + cs::isnan(1.0);

  int plain[6] = {1, 2, 3, 4, 5, x};
  cs::span<int> span(plain);
  *results++ = span.size() * 10 + span.subspan(2, 3)[1] + span.back();
  const cs::complex<float> z(x, 2);
  *results++ = (z * z).real() + z.imag();
}

constexpr int kResults = 24;

__global__ void kernel(double *results, int first) {
  compute(first + threadIdx.x, results + threadIdx.x * kResults);
}

int main() {
  constexpr int kThreads = 40, kFirst = -7;
  std::vector<double> expected(kThreads * kResults);
  for (int i = 0; i < kThreads; ++i)
    compute(kFirst + i, &expected[i * kResults]);
  DeviceArray<double> results(kThreads * kResults);
  kernel<<<1, kThreads>>>(results.get(), kFirst);
  CHECK_LAUNCH();
  CHECK_SAME(results.host(), expected);
  CHECK_EQ(expected[4], -7 - 3.5 + 'c');
  return verdict();
}
