// Conversions between the 16-bit formats and float, double and integers, in every rounding mode.
#include "formats.h"

// Numbers travel as bits. kOnHost: CUDA has the function for the host, too.
#define FROM_IN(attributes, on_host, name, from, half_function, bfloat16_function)                           \
  template <class Type> struct name;                                                                         \
  template <> struct name<HalfType> {                                                                        \
    static constexpr bool kOnHost = on_host;                                                                 \
    attributes Bits operator()(from x) const { return bitsAs<Bits>(half_function(x)); }                      \
  };                                                                                                         \
  template <> struct name<Bfloat16Type> {                                                                    \
    static constexpr bool kOnHost = on_host;                                                                 \
    attributes Bits operator()(from x) const { return bitsAs<Bits>(bfloat16_function(x)); }                  \
  };
#define TO_IN(attributes, on_host, name, to, half_function, bfloat16_function)                               \
  template <class Type> struct name;                                                                         \
  template <> struct name<HalfType> {                                                                        \
    static constexpr bool kOnHost = on_host;                                                                 \
    attributes to operator()(Bits x) const { return half_function(bitsAs<__half>(x)); }                      \
  };                                                                                                         \
  template <> struct name<Bfloat16Type> {                                                                    \
    static constexpr bool kOnHost = on_host;                                                                 \
    attributes to operator()(Bits x) const { return bfloat16_function(bitsAs<__nv_bfloat16>(x)); }           \
  };
#define FROM(...) FROM_IN(__host__ __device__, true, __VA_ARGS__)
#define FROM_ON_DEVICE(...) FROM_IN(__device__, false, __VA_ARGS__)
#define TO(...) TO_IN(__host__ __device__, true, __VA_ARGS__)
#define TO_ON_DEVICE(...) TO_IN(__device__, false, __VA_ARGS__)

FROM(FromFloat, float, __float2half, __float2bfloat16)
FROM(FromFloatRn, float, __float2half_rn, __float2bfloat16_rn)
FROM(FromFloatRz, float, __float2half_rz, __float2bfloat16_rz)
FROM(FromFloatRd, float, __float2half_rd, __float2bfloat16_rd)
FROM(FromFloatRu, float, __float2half_ru, __float2bfloat16_ru)
FROM(FromDouble, double, __double2half, __double2bfloat16)
FROM(ConstructFromFloat, float, __half, __nv_bfloat16)
FROM(ConstructFromDouble, double, __half, __nv_bfloat16)

#define INTEGER(name, type, short_name)                                                                      \
  FROM(From##name, type, __half, __nv_bfloat16)                                                              \
  FROM(From##name##Rn, type, __##short_name##2half_rn, __##short_name##2bfloat16_rn)                         \
  FROM_ON_DEVICE(From##name##Rz, type, __##short_name##2half_rz, __##short_name##2bfloat16_rz)               \
  FROM_ON_DEVICE(From##name##Rd, type, __##short_name##2half_rd, __##short_name##2bfloat16_rd)               \
  FROM_ON_DEVICE(From##name##Ru, type, __##short_name##2half_ru, __##short_name##2bfloat16_ru)               \
  TO(To##name, type, static_cast<type>, static_cast<type>)                                                   \
  TO_ON_DEVICE(To##name##Rn, type, __half2##short_name##_rn, __bfloat162##short_name##_rn)                   \
  TO(To##name##Rz, type, __half2##short_name##_rz, __bfloat162##short_name##_rz)                             \
  TO_ON_DEVICE(To##name##Rd, type, __half2##short_name##_rd, __bfloat162##short_name##_rd)                   \
  TO_ON_DEVICE(To##name##Ru, type, __half2##short_name##_ru, __bfloat162##short_name##_ru)

INTEGER(Short, short, short)
INTEGER(Ushort, unsigned short, ushort)
INTEGER(Int, int, int)
INTEGER(Uint, unsigned int, uint)
INTEGER(Ll, long long, ll)
INTEGER(Ull, unsigned long long, ull)
FROM(FromLong, long, __half, __nv_bfloat16)
FROM(FromUlong, unsigned long, __half, __nv_bfloat16)
TO(ToLong, long, static_cast<long>, static_cast<long>)
TO(ToUlong, unsigned long, static_cast<unsigned long>, static_cast<unsigned long>)
TO(ToChar, char, static_cast<char>, static_cast<char>)
TO(ToSignedChar, signed char, static_cast<signed char>, static_cast<signed char>)
TO(ToUchar, unsigned char, static_cast<unsigned char>, static_cast<unsigned char>)
TO(ToCharRz, signed char, __half2char_rz, __bfloat162char_rz)
TO(ToUcharRz, unsigned char, __half2uchar_rz, __bfloat162uchar_rz)
TO(ToBool, bool, static_cast<bool>, static_cast<bool>)
TO(ToFloat, float, __half2float, __bfloat162float)
TO(ToFloatOperator, float, static_cast<float>, static_cast<float>)

// --- From floating point -----------------------------------------------------------------------------------

// For every number of the format: itself, half way to the next, and the neighbours of both.
template <class Format> std::vector<float> floatsAround() {
  std::vector<float> floats;
  for (unsigned bits = 0; bits < Format::kInfinity; bits += 1 + bits % 3) {
    const Exact x = Format::decode(bits), next = Format::decode(bits + 1);
    const double number = std::ldexp(static_cast<double>(x.magnitude), x.exponent);
    const double above = next.kind == Kind::kInfinity
                             ? number + std::ldexp(1.0, x.exponent)
                             : std::ldexp(static_cast<double>(next.magnitude), next.exponent);
    for (double value : {number, (number + above) / 2}) {
      const float f = static_cast<float>(bits % 2 ? value : -value);
      floats.insert(floats.end(), {f, std::nextafter(f, 0.0f), std::nextafter(f, f * 2)});
    }
  }
  Random random;
  for (int i = 0; i < 100000; ++i)
    floats.push_back(bitsAs<float>(static_cast<std::uint32_t>(random.bits())));
  floats.insert(floats.end(), {INFINITY, -INFINITY, NAN, -NAN, 0.0f, -0.0f});
  return floats;
}

// Those, and what is next to them in double: more than a float can tell.
std::vector<double> doublesAround(const std::vector<float> &floats) {
  std::vector<double> doubles;
  for (std::size_t i = 0; i < floats.size(); i += 3)
    for (double value : {double(floats[i]), std::nextafter(double(floats[i]), 0.0),
                         std::nextafter(double(floats[i]), 2.0 * floats[i])})
      doubles.push_back(value);
  Random random;
  for (int i = 0; i < 100000; ++i)
    doubles.push_back(bitsAs<double>(random.bits()));
  doubles.insert(doubles.end(), {1e300, -1e300, 1e-300, -1e-300, 5e-324});
  for (std::uint64_t nan : {0x7ff0000000000001, 0x7ff7ffffffffffff, 0x7ffaaaaaaaaaaaaa})
    for (std::uint64_t sign : {0ull, 1ull << 63})
      doubles.push_back(bitsAs<double>(nan | sign));
  return doubles;
}

// On a GPU, the NaN of a double keeps its sign and its first bits, and is made quiet.
template <class Format> Bits truncatedNan(double nan) {
  const std::uint64_t bits = bitsAs<std::uint64_t>(nan), fraction = bits >> (52 - Format::kMantissaBits);
  return static_cast<Bits>((bits >> 48 & Format::kSign) | Format::kInfinity |
                           1 << (Format::kMantissaBits - 1) |
                           (fraction & ((1 << Format::kMantissaBits) - 1)));
}

template <class Type, class From, class... Functions>
void checkFrom(const char *name, Together<Bits, Functions...> functions, const std::vector<From> &from,
               std::vector<Rounding> roundings) {
  using F = typename Type::Format;
  using Row = typename Together<Bits, Functions...>::Row;
  const auto device_rows = onDevice<Row>(functions, from), host_rows = onHost<Row>(functions, from);
  for (std::size_t k = 0; k < roundings.size(); ++k) {
    std::vector<Bits> on_host, on_device;
    for (From x : from) {
      on_host.push_back(F::encode(exactly(x), roundings[k]));
      on_device.push_back(std::is_same_v<From, double> && x != x ? truncatedNan<F>(x) : on_host.back());
    }
    const std::string text = std::string("from ") + name + ", function " + std::to_string(k);
    checkColumn(Type::kName, (text + ", on the device").c_str(), columnOf(device_rows, k), on_device, from);
    checkColumn(Type::kName, (text + ", on the host").c_str(), columnOf(host_rows, k), on_host, from);
  }
}

template <class Type> void checkFromFloatingPoint() {
  const Rounding nearest = Rounding::kNearest, zero = Rounding::kZero, down = Rounding::kDown,
                 up = Rounding::kUp;
  const std::vector<float> floats = floatsAround<typename Type::Format>();
  checkFrom<Type>("float",
                  Together<Bits, FromFloat<Type>, FromFloatRn<Type>, ConstructFromFloat<Type>,
                           FromFloatRz<Type>, FromFloatRd<Type>, FromFloatRu<Type>>{},
                  floats, {nearest, nearest, nearest, zero, down, up});
  checkFrom<Type>("double", Together<Bits, FromDouble<Type>, ConstructFromDouble<Type>>{},
                  doublesAround(floats), {nearest, nearest});
}

// --- Integers ----------------------------------------------------------------------------------------------

// Integers of every length, at random and next to powers of two.
template <class Integer> std::vector<Integer> integers() {
  std::vector<Integer> all;
  Random random;
  for (int i = 0; i < 30000; ++i) {
    const std::uint64_t power = 1ull << random.below(64);
    all.push_back(static_cast<Integer>(random.bits() >> random.below(64)));
    all.push_back(static_cast<Integer>(power + random.below(5) - 2));
    all.push_back(static_cast<Integer>(0 - power * (256 + random.below(256))));
    all.push_back(static_cast<Integer>(power * (512 + 2 * random.below(256) + 1) + random.below(3) - 1));
  }
  return all;
}

// Functions from integers, each with its rounding.
template <class Type, class Integer, class... Functions>
void checkFromIntegers(const char *name, Together<Bits, Functions...> functions,
                       std::vector<Rounding> roundings) {
  using F = typename Type::Format;
  using Widest = std::conditional_t<std::is_signed_v<Integer>, long long, unsigned long long>;
  const std::vector<Integer> from = integers<Integer>();
  const auto rows = onDevice<typename Together<Bits, Functions...>::Row>(functions, from);
  int k = 0;
  auto check = [&](auto function) {
    std::vector<Bits> expected;
    for (Integer x : from)
      expected.push_back(F::encode(exactly(static_cast<Widest>(x)), roundings[k]));
    const std::string text = std::string("from ") + name + ", function " + std::to_string(k);
    checkColumn(Type::kName, text.c_str(), columnOf(rows, k++), expected, from);
    if constexpr (decltype(function)::kOnHost)
      checkColumn(Type::kName, text.c_str(), onHost<Bits>(function, from), expected, from);
  };
  (check(Functions{}), ...);
}

// What does not fit saturates. NaN gives 0, or of 64 bits the highest alone.
template <class Format, class Integer> Integer integerOf(Bits bits, Rounding rounding) {
  const Exact x = Format::decode(bits);
  const Integer lowest =
      std::is_signed_v<Integer> ? static_cast<Integer>(1ull << (8 * sizeof(Integer) - 1)) : 0;
  const Integer highest = static_cast<Integer>(~lowest);
  if (x.kind == Kind::kNan)
    return sizeof(Integer) == 8 ? static_cast<Integer>(1ull << 63) : 0;
  if (x.kind == Kind::kInfinity || x.exponent > 64)
    return x.magnitude == 0 && x.kind == Kind::kNumber ? 0 : x.negative ? lowest : highest;
  const long double value =
      std::ldexp(static_cast<long double>(x.magnitude), x.exponent) * (x.negative ? -1 : 1);
  const long double whole = rounding == Rounding::kNearest ? std::rint(value)
                            : rounding == Rounding::kZero  ? std::trunc(value)
                            : rounding == Rounding::kDown  ? std::floor(value)
                                                           : std::ceil(value);
  return whole <= lowest ? lowest : whole >= highest ? highest : static_cast<Integer>(whole);
}

template <class Type, class Integer, class... Functions>
void checkToIntegers(const char *name, Together<Integer, Functions...> functions,
                     std::vector<Rounding> roundings) {
  const std::vector<Bits> all = allBits();
  const auto rows = onDevice<typename Together<Integer, Functions...>::Row>(functions, all);
  int k = 0;
  auto check = [&](auto function) {
    std::vector<Integer> expected;
    for (Bits bits : all)
      expected.push_back(integerOf<typename Type::Format, Integer>(bits, roundings[k]));
    const std::string text = std::string("to ") + name + ", function " + std::to_string(k);
    checkColumn(Type::kName, text.c_str(), columnOf(rows, k++), expected, all);
    if constexpr (decltype(function)::kOnHost)
      checkColumn(Type::kName, text.c_str(), onHost<Integer>(function, all), expected, all);
  };
  (check(Functions{}), ...);
}

template <class Type> void checkIntegers() {
  const Rounding nearest = Rounding::kNearest, zero = Rounding::kZero, down = Rounding::kDown,
                 up = Rounding::kUp;
#define CHECK_INTEGER(name, type)                                                                            \
  checkFromIntegers<Type, type>(#type,                                                                       \
                                Together<Bits, From##name<Type>, From##name##Rn<Type>, From##name##Rz<Type>, \
                                         From##name##Rd<Type>, From##name##Ru<Type>>{},                      \
                                {nearest, nearest, zero, down, up});                                         \
  checkToIntegers<Type, type>(#type,                                                                         \
                              Together<type, To##name<Type>, To##name##Rn<Type>, To##name##Rz<Type>,         \
                                       To##name##Rd<Type>, To##name##Ru<Type>>{},                            \
                              {zero, nearest, zero, down, up});
  CHECK_INTEGER(Short, short)
  CHECK_INTEGER(Ushort, unsigned short)
  CHECK_INTEGER(Int, int)
  CHECK_INTEGER(Uint, unsigned int)
  CHECK_INTEGER(Ll, long long)
  CHECK_INTEGER(Ull, unsigned long long)
#undef CHECK_INTEGER
  checkFromIntegers<Type, long>("long", Together<Bits, FromLong<Type>>{}, {nearest});
  checkFromIntegers<Type, unsigned long>("unsigned long", Together<Bits, FromUlong<Type>>{}, {nearest});
  checkToIntegers<Type, long>("long", Together<long, ToLong<Type>>{}, {zero});
  checkToIntegers<Type, unsigned long>("unsigned long", Together<unsigned long, ToUlong<Type>>{}, {zero});
  checkToIntegers<Type, char>("char", Together<char, ToChar<Type>>{}, {zero});
  checkToIntegers<Type, signed char>(
      "signed char", Together<signed char, ToSignedChar<Type>, ToCharRz<Type>>{}, {zero, zero});
  checkToIntegers<Type, unsigned char>(
      "unsigned char", Together<unsigned char, ToUchar<Type>, ToUcharRz<Type>>{}, {zero, zero});
}

// --- To floating point -------------------------------------------------------------------------------------

// A half's NaN becomes the one of float; a bfloat16's keeps its bits.
template <class Type> float floatOf(Bits bits) {
  const Exact x = Type::Format::decode(bits);
  if (x.kind == Kind::kNan)
    return std::is_same_v<Type, HalfType> ? bitsAs<float>(0x7fffffff)
                                          : bitsAs<float>(static_cast<std::uint32_t>(bits) << 16);
  const float magnitude = x.kind == Kind::kInfinity
                              ? INFINITY
                              : static_cast<float>(std::ldexp(static_cast<double>(x.magnitude), x.exponent));
  return x.negative ? -magnitude : magnitude;
}

template <class Type> void checkToFloat() {
  const std::vector<Bits> all = allBits();
  std::vector<float> floats(all.size());
  std::vector<std::uint8_t> truths(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    floats[i] = floatOf<Type>(all[i]);
    truths[i] = (all[i] & 0x7fff) != 0;
  }
  checkColumn(Type::kName, "to float", onDevice<float>(ToFloat<Type>{}, all), floats, all);
  checkColumn(Type::kName, "to float", onHost<float>(ToFloat<Type>{}, all), floats, all);
  checkColumn(Type::kName, "operator float", onDevice<float>(ToFloatOperator<Type>{}, all), floats, all);
  checkColumn(Type::kName, "operator float", onHost<float>(ToFloatOperator<Type>{}, all), floats, all);
  checkColumn(Type::kName, "operator bool", onDevice<std::uint8_t>(ToBool<Type>{}, all), truths, all);
  checkColumn(Type::kName, "operator bool", onHost<std::uint8_t>(ToBool<Type>{}, all), truths, all);
}

// --- Between the two ---------------------------------------------------------------------------------------

struct HalfToBfloat16 {
  __host__ __device__ Bits operator()(Bits x) const { return bitsAs<Bits>(__nv_bfloat16(bitsAs<__half>(x))); }
};
struct Bfloat16ToHalf {
  __host__ __device__ Bits operator()(Bits x) const { return bitsAs<Bits>(__half(bitsAs<__nv_bfloat16>(x))); }
};

template <class From, class To, class Function> void checkBetween(const char *name, Function function) {
  const std::vector<Bits> all = allBits();
  std::vector<Bits> expected;
  for (Bits bits : all)
    expected.push_back(To::encode(From::decode(bits)));
  checkColumn("", name, onDevice<Bits>(function, all), expected, all);
  checkColumn("", name, onHost<Bits>(function, all), expected, all);
}

template <class Type> void checkType() {
  checkFromFloatingPoint<Type>();
  checkIntegers<Type>();
  checkToFloat<Type>();
}

int main() {
  checkType<HalfType>();
  checkType<Bfloat16Type>();
  checkBetween<HalfFormat, Bfloat16Format>("bfloat16 of half", HalfToBfloat16{});
  checkBetween<Bfloat16Format, HalfFormat>("half of bfloat16", Bfloat16ToHalf{});
  return verdict();
}
