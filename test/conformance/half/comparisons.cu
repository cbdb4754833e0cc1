// Comparisons, ordered and unordered, of numbers and pairs; minimum and maximum; classification.
#include "formats.h"

// What is tested of two values, one bit each.
template <class T> __host__ __device__ unsigned comparisonsOf(T a, T b) {
  unsigned bits = 0;
  int i = 0;
  for (bool holds : {__heq(a, b), __hne(a, b), __hlt(a, b), __hle(a, b), __hgt(a, b), __hge(a, b),
                     __hequ(a, b), __hneu(a, b), __hltu(a, b), __hleu(a, b), __hgtu(a, b), __hgeu(a, b),
                     a == b, a != b, a<b, a <= b, a> b, a >= b})
    bits |= static_cast<unsigned>(holds) << i++;
  return bits;
}

// The same of the format's numbers as real numbers.
unsigned comparisonsOf(double a, double b) {
  const bool unordered = a != a || b != b;
  unsigned bits = 0;
  int i = 0;
  for (bool holds : {a == b, !unordered && a != b, a<b, a <= b, a> b, a >= b, unordered || a == b, a != b,
                     unordered || a < b, unordered || a <= b, unordered || a > b, unordered || a >= b, a == b,
                     a != b, a<b, a <= b, a> b, a >= b})
    bits |= static_cast<unsigned>(holds) << i++;
  return bits;
}

template <class Type> struct Comparisons {
  using T = typename Type::Number;
  __host__ __device__ unsigned operator()(Bits x, Bits y) const {
    return comparisonsOf(bitsAs<T>(x), bitsAs<T>(y));
  }
};

// The comparisons of the pairs (x, y) and (y, x): the first twelve, as 1.0 or 0.0 of each half, as masks, and for both
// halves.
template <class Type> struct PairComparisons {
  using T = typename Type::Number;
  using Pair = typename Type::Pair;
  using Row = uint4;
  static __host__ __device__ unsigned halves(unsigned bits, unsigned set) {
    return (bits & 0xffff) == 0 && bits >> 16 == 0 ? 0
           : bits == set                           ? 1
           : bits == (set & 0xffff)                ? 2
           : bits == (set & 0xffff0000)            ? 3
                                                   : 100;
  }
  __host__ __device__ uint4 operator()(Bits x, Bits y) const {
    const Pair a(bitsAs<T>(x), bitsAs<T>(y)), b(a.y, a.x);
    const unsigned one = static_cast<unsigned>(Type::Format::kOne * 0x10001);
    uint4 row = {0, 0, 0, 0};
    int i = 0;
    for (Pair result :
         {__heq2(a, b), __hne2(a, b), __hlt2(a, b), __hle2(a, b), __hgt2(a, b), __hge2(a, b), __hequ2(a, b),
          __hneu2(a, b), __hltu2(a, b), __hleu2(a, b), __hgtu2(a, b), __hgeu2(a, b)})
      row.x |= halves(bitsAs<unsigned>(result), one) << (2 * i++);
    i = 0;
    for (unsigned mask : {__heq2_mask(a, b), __hne2_mask(a, b), __hlt2_mask(a, b), __hle2_mask(a, b),
                          __hgt2_mask(a, b), __hge2_mask(a, b), __hequ2_mask(a, b), __hneu2_mask(a, b),
                          __hltu2_mask(a, b), __hleu2_mask(a, b), __hgtu2_mask(a, b), __hgeu2_mask(a, b)})
      row.y |= halves(mask, 0xffffffff) << (2 * i++);
    i = 0;
    for (bool both :
         {__hbeq2(a, b), __hbne2(a, b), __hblt2(a, b), __hble2(a, b), __hbgt2(a, b), __hbge2(a, b),
          __hbequ2(a, b), __hbneu2(a, b), __hbltu2(a, b), __hbleu2(a, b), __hbgtu2(a, b), __hbgeu2(a, b)})
      row.z |= static_cast<unsigned>(both) << i++;
    i = 0;
    for (bool both : {a == b, a != b, a<b, a <= b, a> b, a >= b})
      row.w |= static_cast<unsigned>(both) << i++;
    return row;
  }
};

template <class Type> struct Extrema {
  using T = typename Type::Number;
  using Pair = typename Type::Pair;
  __host__ __device__ uint4 operator()(Bits x, Bits y) const {
    const T a = bitsAs<T>(x), b = bitsAs<T>(y);
    return {bitsAs<unsigned>(Pair(__hmin(a, b), __hmax(a, b))),
            bitsAs<unsigned>(Pair(__hmin_nan(a, b), __hmax_nan(a, b))), 0, 0};
  }
};

template <class Type> struct PairExtrema {
  using T = typename Type::Number;
  using Pair = typename Type::Pair;
  __host__ __device__ uint4 operator()(Bits x, Bits y) const {
    const Pair a(bitsAs<T>(x), bitsAs<T>(y)), b(a.y, bitsAs<T>(Bits(0x3c00)));
    return {bitsAs<unsigned>(__hmin2(a, b)), bitsAs<unsigned>(__hmax2(a, b)),
            bitsAs<unsigned>(__hmin2_nan(a, b)), bitsAs<unsigned>(__hmax2_nan(a, b))};
  }
};

template <class Type> struct Classification {
  using T = typename Type::Number;
  __host__ __device__ int operator()(Bits x) const {
    const T a = bitsAs<T>(x);
    const unsigned pair = bitsAs<unsigned>(__hisnan2(typename Type::Pair(a, a)));
    return __hisnan(a) * 100 + (__hisinf(a) + 1) * 10 + (pair == Type::Format::kOne * 0x10001) +
           2 * (pair != 0);
  }
};

template <class Format> double valueOf(Bits bits) {
  const Exact x = Format::decode(bits);
  const double magnitude = x.kind == Kind::kNan ? NAN
                           : x.kind == Kind::kInfinity
                               ? INFINITY
                               : std::ldexp(static_cast<double>(x.magnitude), x.exponent);
  return x.negative ? -magnitude : magnitude;
}

template <class Format> Bits leastOf(Bits x, Bits y, bool greatest, bool nan_wins) {
  const double a = valueOf<Format>(x), b = valueOf<Format>(y);
  if (a != a || b != b)
    return nan_wins || (a != a && b != b) ? static_cast<Bits>(Format::kNan) : a != a ? y : x;
  if (a == b)
    return (x & Format::kSign) != 0 == greatest ? y : x; // -0 is less than +0
  return (a < b) == greatest ? y : x;
}

template <class Type> void checkType() {
  using F = typename Type::Format;
  std::vector<Bits> x, y;
  for (Bits a : specialBits<F>())
    for (Bits b : specialBits<F>())
      x.push_back(a), y.push_back(b);
  Random random;
  for (int i = 0; i < 30000; ++i) {
    x.push_back(static_cast<Bits>(random.bits()));
    y.push_back(static_cast<Bits>(i % 3 ? random.bits() : x.back() ^ (random.bits() & F::kSign)));
  }

  std::vector<unsigned> comparisons;
  std::vector<uint4> pairs, extrema, pair_extrema;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = valueOf<F>(x[i]), b = valueOf<F>(y[i]);
    const unsigned low = comparisonsOf(a, b), high = comparisonsOf(b, a);
    comparisons.push_back(low);
    uint4 row = {0, 0, 0, 0};
    for (int bit = 0; bit < 12; ++bit) {
      const bool first = low >> bit & 1, second = high >> bit & 1;
      row.x |= (first && second ? 1 : first ? 2 : second ? 3 : 0) << (2 * bit);
    }
    row.y = row.x;
    row.z = low & high & 0xfff;
    row.w = (low & high) >> 12;
    pairs.push_back(row);
    auto least = [](Bits p, Bits q, bool nan_wins) { return unsigned(leastOf<F>(p, q, false, nan_wins)); };
    auto greatest = [](Bits p, Bits q, bool nan_wins) { return unsigned(leastOf<F>(p, q, true, nan_wins)); };
    const Bits c = 0x3c00;
    extrema.push_back({least(x[i], y[i], false) | greatest(x[i], y[i], false) << 16,
                       least(x[i], y[i], true) | greatest(x[i], y[i], true) << 16, 0, 0});
    pair_extrema.push_back({least(x[i], y[i], false) | least(y[i], c, false) << 16,
                            greatest(x[i], y[i], false) | greatest(y[i], c, false) << 16,
                            least(x[i], y[i], true) | least(y[i], c, true) << 16,
                            greatest(x[i], y[i], true) | greatest(y[i], c, true) << 16});
  }
#define CHECK_ON_DEVICE(name, out, expected)                                                                 \
  checkColumn(Type::kName, #name " on the device", onDevice<out>(name<Type>{}, x, y), expected, x, y)
#define CHECK_ON_HOST(name, out, expected)                                                                   \
  checkColumn(Type::kName, #name " on the host", onHost<out>(name<Type>{}, x, y), expected, x, y)
  CHECK_ON_DEVICE(Comparisons, unsigned, comparisons);
  CHECK_ON_DEVICE(PairComparisons, uint4, pairs);
  CHECK_ON_DEVICE(Extrema, uint4, extrema);
  CHECK_ON_DEVICE(PairExtrema, uint4, pair_extrema);
  CHECK_ON_HOST(Comparisons, unsigned, comparisons);
  CHECK_ON_HOST(PairComparisons, uint4, pairs);
  // nvcc's host code is not as particular about the order of the two zeros.
  for (std::size_t i = 0; i < x.size(); ++i)
    if (((x[i] | y[i]) & (F::kSign - 1)) == 0) {
      x[i] = y[i] = F::kOne;
      extrema[i] = {unsigned(F::kOne * 0x10001), unsigned(F::kOne * 0x10001), 0, 0};
      pair_extrema[i] = PairExtrema<Type>{}(F::kOne, F::kOne);
    }
  CHECK_ON_HOST(Extrema, uint4, extrema);
  CHECK_ON_HOST(PairExtrema, uint4, pair_extrema);
#undef CHECK_ON_HOST
#undef CHECK_ON_DEVICE

  const std::vector<Bits> all = allBits();
  std::vector<int> classes;
  for (Bits bits : all) {
    const Exact value = F::decode(bits);
    const bool nan = value.kind == Kind::kNan;
    const int infinite = value.kind == Kind::kInfinity ? (value.negative ? -1 : 1) : 0;
    classes.push_back(nan * 100 + (infinite + 1) * 10 + nan + 2 * nan);
  }
  checkColumn(Type::kName, "class", onDevice<int>(Classification<Type>{}, all), classes, all);
  checkColumn(Type::kName, "class", onHost<int>(Classification<Type>{}, all), classes, all);
}

int main() {
  checkType<HalfType>();
  checkType<Bfloat16Type>();
  return verdict();
}
