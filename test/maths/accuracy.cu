// How far every function of the maths API is from the exact result, on the engine that RADDLE_LANES chooses.
//
//   accuracy [--samples N] [--only NAME]            checks CUDA's bounds (functions.def) against MPFR
//   accuracy --table ...                            the same, as the table in docs/maths.md
//   accuracy --digest [--samples N]                 a hash of each function's results: equal for both engines
#include "reference.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

struct Options {
  int samples = 1000;
  bool table = false, digest = false;
  std::string only;
} options;

// The error allowed: in ulps from the correctly rounded result; for |x| >= beyond, where that is set, absolute.
// kOrder means that beyond is the function's order, n.
constexpr double kOrder = -1;
struct Bound {
  double ulps;
  double beyond = std::numeric_limits<double>::infinity();
  double absolute = 0;
  Bound(double ulps) : ulps(ulps) {}
  Bound(double ulps, double beyond, double absolute) : ulps(ulps), beyond(beyond), absolute(absolute) {}
};

// The bound for each pair of arguments, where there is one.
using Bounds = std::function<std::optional<Bound>(double x, double y)>;

template <typename T> struct Arguments {
  std::vector<T> of[4];
};

class Random {
public:
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
  }

private:
  std::uint64_t state_ = 2024;
};

template <typename T> std::vector<T> specialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::denorm_min() * 5,
                           std::nextafter(Limits::min(), T(0)),
                           Limits::min(),
                           Limits::min() * 3,
                           T(1e-20),
                           T(0.25),
                           T(0.5),
                           std::nextafter(T(1), T(0)),
                           T(1),
                           std::nextafter(T(1), T(2)),
                           T(1.5),
                           T(2),
                           T(2.5),
                           T(3),
                           T(10),
                           T(22),
                           T(0x1p22),
                           T(0x1p23) + T(0.5),
                           T(0x1p24),
                           T(1e20),
                           Limits::max() / 2,
                           Limits::max(),
                           Limits::infinity()};
  for (std::size_t i = 0, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

// Not a NaN, whose sign MPFR does not keep.
template <typename T> T anyNumber(Random &random) {
  T x;
  do {
    std::uint64_t bits = random.bits();
    std::memcpy(&x, &bits, sizeof x);
  } while (x != x);
  return x;
}

template <typename T> Arguments<T> argumentsFor(int arity, double low, double high, bool any) {
  Random random;
  Arguments<T> arguments;
  std::vector<T> special = specialValues<T>();
  auto push = [&](auto next) {
    for (int k = 0; k < 4; ++k)
      arguments.of[k].push_back(next(k));
  };
  if (arity == 1)
    for (T x : special)
      push([&](int) { return x; });
  else
    for (T x : special)
      for (T y : special)
        push([&](int k) { return k == 0 ? x : k == 1 ? y : special[random.bits() % special.size()]; });
  for (int i = 0; i < options.samples; ++i) {
    int kind = i % 4;
    double widest = std::max(std::fabs(low), std::fabs(high));
    push([&](int k) {
      if (kind == 0 && any)
        return anyNumber<T>(random);
      // Near zero, by magnitude.
      if (kind == 1) {
        double size = std::exp(random.between(std::log(1e-12), std::log(widest)));
        return static_cast<T>(low < 0 && random.bits() % 2 ? -size : size);
      }
      // All near one number.
      if (kind == 2 && k > 0 && i % 8 == 2)
        return static_cast<T>(arguments.of[0].back() * random.between(0.999, 1.001));
      return static_cast<T>(random.between(low, high));
    });
  }
  return arguments;
}

template <typename T, typename Function>
__global__ void evaluate(const T *x, const T *y, const T *z, const T *w, T *result, int count, Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    result[i] = function(x[i], y[i], z[i], w[i]);
}

void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::printf("FAIL: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <typename T, typename Function> std::vector<T> onDevice(const Arguments<T> &arguments, Function function) {
  const int count = static_cast<int>(arguments.of[0].size());
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
  T *memory[5];
  for (int i = 0; i < 5; ++i) {
    check(cudaMalloc(&memory[i], bytes));
    if (i < 4)
      check(cudaMemcpy(memory[i], arguments.of[i].data(), bytes, cudaMemcpyHostToDevice));
  }
  evaluate<<<(count + 127) / 128, 128>>>(memory[0], memory[1], memory[2], memory[3], memory[4], count, function);
  check(cudaGetLastError());
  std::vector<T> result(static_cast<std::size_t>(count));
  check(cudaMemcpy(result.data(), memory[4], bytes, cudaMemcpyDeviceToHost));
  for (T *allocation : memory)
    check(cudaFree(allocation));
  return result;
}

// Numbers between the two; a zero counts once.
template <typename T> double distance(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  auto ordered = [](T value) {
    Bits bits;
    std::memcpy(&bits, &value, sizeof bits);
    Bits size = bits & std::numeric_limits<Bits>::max();
    return static_cast<long double>(bits < 0 ? -size : size);
  };
  return static_cast<double>(std::fabs(ordered(a) - ordered(b)));
}

// |got - exact| in units of the last place of the exact result.
template <typename T> double errorInUlps(T got, mpfr_srcptr exact, T rounded) {
  if (!std::isfinite(got) || !std::isfinite(rounded))
    return 0;
  Number error(got);
  mpfr_sub(error, error, exact, MPFR_RNDN);
  T size = std::fabs(rounded);
  T ulp = std::max(std::nextafter(size, std::numeric_limits<T>::infinity()) - size, std::numeric_limits<T>::denorm_min());
  return std::isfinite(ulp) ? std::fabs(mpfr_get_d(error, MPFR_RNDN)) / static_cast<double>(ulp) : 0;
}

struct Summary {
  double error = 0, distance = 0, absolute = 0;
  std::string worst;
};

int failures = 0, checks = 0;

using Reference = std::function<void(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, long)>;

template <typename T> std::string shown(const std::string &name, const Arguments<T> &arguments, int arity, std::size_t i) {
  char text[64];
  std::string result = name + "(";
  for (int k = 0; k < arity; ++k) {
    std::snprintf(text, sizeof text, "%s%a", k ? ", " : "", static_cast<double>(arguments.of[k][i]));
    result += text;
  }
  return result + ")";
}

template <typename T>
Summary compare(const std::string &name, const Arguments<T> &arguments, int arity, const std::vector<T> &got,
                const Bounds &bounds, const Reference &reference) {
  Summary summary;
  Number r;
  int failed = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    T x = arguments.of[0][i];
    const std::optional<Bound> allowed =
        bounds(static_cast<double>(x), static_cast<double>(arguments.of[1][i]));
    if (!allowed)
      continue;
    const Bound bound = *allowed;
    Number a(x), b(arguments.of[1][i]), c(arguments.of[2][i]), d(arguments.of[3][i]);
    reference(r, a, b, c, d, static_cast<long>(std::isfinite(arguments.of[1][i]) ? arguments.of[1][i] : T(0)));
    T expected = sizeof(T) == 4 ? static_cast<T>(mpfr_get_flt(r, MPFR_RNDN)) : static_cast<T>(mpfr_get_d(r, MPFR_RNDN));
    const double beyond = bound.beyond == kOrder ? static_cast<double>(arguments.of[1][i]) : bound.beyond;
    const double size = std::fabs(static_cast<double>(x));
    bool good;
    double apart = distance(got[i], expected);
    if (std::isnan(expected) || std::isnan(got[i])) {
      good = std::isnan(expected) && std::isnan(got[i]);
      apart = good ? 0 : 1e300;
    } else if (std::isfinite(beyond) && size >= beyond && std::isfinite(expected)) {
      Number error(got[i]);
      mpfr_sub(error, error, r, MPFR_RNDN);
      double absolute = std::fabs(mpfr_get_d(error, MPFR_RNDN));
      summary.absolute = std::max(summary.absolute, absolute);
      good = absolute <= bound.absolute;
      apart = 0;
    } else {
      good = apart <= bound.ulps && (!mpfr_zero_p(r) || std::signbit(expected) == std::signbit(got[i]));
    }
    double error = apart == 0 && size >= beyond ? 0 : errorInUlps(got[i], r, expected);
    if (apart > summary.distance || (apart == summary.distance && error > summary.error)) {
      summary.distance = apart;
      summary.worst = shown(name, arguments, arity, i);
    }
    summary.error = std::max(summary.error, error);
    ++checks;
    if (!good && ++failed <= 5)
      std::printf("%s is %a, expected %a (%.3g ulps apart)\n", shown(name, arguments, arity, i).c_str(),
                  static_cast<double>(got[i]), static_cast<double>(expected), apart);
  }
  failures += failed;
  return summary;
}

template <typename T> std::uint64_t digest(const std::vector<T> &values) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (T value : values) {
    std::uint64_t bits = 0;
    if (value == value)
      std::memcpy(&bits, &value, sizeof value);
    else
      bits = ~0ull;
    hash = (hash ^ bits) * 0x100000001b3u;
    hash ^= hash >> 29;
  }
  return hash;
}

std::string described(Bound bound) {
  char text[80];
  if (std::isinf(bound.beyond))
    std::snprintf(text, sizeof text, "%.0f", bound.ulps);
  else if (bound.beyond == kOrder)
    std::snprintf(text, sizeof text, "2 + 2.5 n; %.1e absolute from n on", bound.absolute);
  else if (bound.beyond > 0)
    std::snprintf(text, sizeof text, "%.0f; %.1e absolute from %.0f on", bound.ulps, bound.absolute, bound.beyond);
  else
    std::snprintf(text, sizeof text, "%.1e absolute", bound.absolute);
  return text;
}

std::string described(const Summary &summary) {
  char text[80];
  if (summary.absolute > 0 && summary.error <= 0)
    std::snprintf(text, sizeof text, "%.1e absolute", summary.absolute);
  else if (summary.absolute > 0)
    std::snprintf(text, sizeof text, "%.2f; %.1e absolute", summary.error, summary.absolute);
  else
    std::snprintf(text, sizeof text, summary.distance == 0 && summary.error <= 0.5 ? "%.1f" : "%.2f", summary.error);
  return text;
}

template <typename Function>
void run(const char *name, const char *source, int arity, Bound float_bound, Bound double_bound, double low, double high,
         Function function, const Reference &reference, bool integer_first, bool (*in_domain)(double)) {
  if (!options.only.empty() && options.only != name)
    return;
  // Bessel functions of huge arguments are beyond what the bounds are about.
  const bool any = std::isinf(float_bound.beyond);
  auto prepare = [&](auto &arguments, int range) {
    if (!integer_first)
      return;
    Random random;
    for (auto &n : arguments.of[1])
      n = static_cast<std::decay_t<decltype(n)>>(static_cast<int>(random.bits() % (2 * range + 1)) - (any ? range : 0));
  };
  auto floats = argumentsFor<float>(arity, low, high, any);
  auto doubles = argumentsFor<double>(arity, low, high, any);
  prepare(floats, any ? 320 : 5);
  prepare(doubles, any ? 2200 : 5);
  auto float_results = onDevice(floats, function);
  auto double_results = onDevice(doubles, function);
  if (options.digest) {
    std::printf("%-14s %016llx %016llx\n", name, static_cast<unsigned long long>(digest(float_results)),
                static_cast<unsigned long long>(digest(double_results)));
    return;
  }
  auto bounds = [&](Bound bound) {
    return [=](double x, double) { return in_domain(x) ? std::optional(bound) : std::nullopt; };
  };
  Summary in_float = compare(std::string(name) + "f", floats, arity, float_results, bounds(float_bound), reference);
  Summary in_double = compare(name, doubles, arity, double_results, bounds(double_bound), reference);
  if (options.table)
    std::printf("| `%s` | %s | %s | %s | %s | %s |\n", name, source, described(in_float).c_str(),
                described(float_bound).c_str(), described(in_double).c_str(), described(double_bound).c_str());
}

template <typename Function>
void runFast(const char *name, const char *documented, int arity, const Bounds &bounds, double low, double high,
             Function function, const Reference &reference) {
  if (!options.only.empty() && options.only != name)
    return;
  auto arguments = argumentsFor<float>(arity, low, high, true);
  auto results = onDevice(arguments, function);
  if (options.digest) {
    std::printf("%-14s %016llx\n", name, static_cast<unsigned long long>(digest(results)));
    return;
  }
  Summary summary = compare(name, arguments, arity, results, bounds, reference);
  if (options.table)
    std::printf("| `%s` | %s | %s |\n", name, described(summary).c_str(), documented);
}

// The absolute errors that CUDA documents for __sinf and __cosf on [-pi, pi].
const double kErrorOfSine = std::exp2(-21.41), kErrorOfCosine = std::exp2(-21.19);

std::optional<Bound> within(double limit, double x, Bound bound) {
  return std::fabs(x) <= limit ? std::optional(bound) : std::nullopt;
}

// Near 1 the logarithm has an absolute error, elsewhere one in ulps.
Bound logarithmBound(double x, double absolute, double ulps) {
  return x >= 0.5 && x <= 2 ? Bound(0, 0, absolute) : Bound(ulps);
}

// __sinf / __cosf, away from the zeros of the cosine.
std::optional<Bound> tangentBound(double x) {
  const double cosine = std::fabs(std::cos(x)) - kErrorOfCosine, tangent = std::fabs(std::tan(x));
  if (!(std::fabs(x) <= M_PI) || cosine < 0.1)
    return std::nullopt;
  return Bound(0, 0, (kErrorOfSine + tangent * kErrorOfCosine) / cosine + tangent * 0x1p-22);
}

// exp2f(y * __log2f(x)): an error of d in the exponent is one of log(2) d in the result.
std::optional<Bound> powerBound(double x, double y) {
  if (!(x > 0) || !std::isfinite(x) || !std::isfinite(y))
    return std::nullopt;
  const double logarithm = std::fabs(std::log2(x));
  const double error = x >= 0.5 && x <= 2 ? 0x1p-22 : logarithm * 0x1p-22;
  return Bound(2 + std::log(2) * 0x1p24 * std::fabs(y) * (error + logarithm * 0x1p-24));
}

// CUDA's bound for lgamma leaves out where it crosses zero.
bool everywhere(double) { return true; }
bool outsideOfZeros(double x) { return x > -2.26 || x < -23.01; }

} // namespace

#define DEVICE_FUNCTION(name, float_call, double_call)                                                       \
  struct Device_##name {                                                                                     \
    __device__ float operator()(float x, float y, float z, float w) const { return float_call; }             \
    __device__ double operator()(double x, double y, double z, double w) const { return double_call; }       \
  };
#define FAST_FUNCTION(name, call)                                                                            \
  struct Device_##name {                                                                                     \
    __device__ float operator()(float x, [[maybe_unused]] float y, float, float) const { return call; }      \
  };
#define MATHS_1(name, ...) DEVICE_FUNCTION(name, name##f(x), name(x))
#define MATHS_2(name, ...) DEVICE_FUNCTION(name, name##f(x, y), name(x, y))
#define MATHS_3(name, ...) DEVICE_FUNCTION(name, name##f(x, y, z), name(x, y, z))
#define MATHS_4(name, ...) DEVICE_FUNCTION(name, name##f(x, y, z, w), name(x, y, z, w))
#define MATHS_INT_1(name, ...) DEVICE_FUNCTION(name, CALL_##name(name##f, x, y), CALL_##name(name, x, y))
#define FAST_1(name, ...) FAST_FUNCTION(name, name(x))
#define FAST_2(name, ...) FAST_FUNCTION(name, name(x, y))
#define CALL_jn(function, x, y) function(static_cast<int>(y), x)
#define CALL_yn(function, x, y) function(static_cast<int>(y), x)
#define CALL_ldexp(function, x, y) function(x, static_cast<int>(y))
#define CALL_scalbn(function, x, y) function(x, static_cast<int>(y))
#include "functions.def"
#undef MATHS_1
#undef MATHS_2
#undef MATHS_3
#undef MATHS_4
#undef MATHS_INT_1
#undef FAST_1
#undef FAST_2

#define RUN(name, arity, float_bound, double_bound, low, high, source, expression, integer_first)            \
  run(#name, source, arity, float_bound, double_bound, low, high, Device_##name{},                           \
      [](mpfr_ptr r, [[maybe_unused]] mpfr_srcptr x, [[maybe_unused]] mpfr_srcptr y,                         \
         [[maybe_unused]] mpfr_srcptr z, [[maybe_unused]] mpfr_srcptr w, [[maybe_unused]] long n) {          \
        expression;                                                                                          \
      },                                                                                                     \
      integer_first, std::strcmp(#name, "lgamma") == 0 ? outsideOfZeros : everywhere);
#define RUN_FAST(name, arity, documented, bound, low, high, expression)                                      \
  runFast(#name, documented, arity,                                                                          \
          [](double x, [[maybe_unused]] double y) -> std::optional<Bound> { return bound; }, low, high,      \
          Device_##name{},                                                                                   \
          [](mpfr_ptr r, mpfr_srcptr x, [[maybe_unused]] mpfr_srcptr y, mpfr_srcptr, mpfr_srcptr, long) {    \
            expression;                                                                                      \
          });
#define MATHS_1(name, f, d, low, high, source, ...) RUN(name, 1, f, d, low, high, source, (__VA_ARGS__), false)
#define MATHS_2(name, f, d, low, high, source, ...) RUN(name, 2, f, d, low, high, source, (__VA_ARGS__), false)
#define MATHS_3(name, f, d, low, high, source, ...) RUN(name, 3, f, d, low, high, source, (__VA_ARGS__), false)
#define MATHS_4(name, f, d, low, high, source, ...) RUN(name, 4, f, d, low, high, source, (__VA_ARGS__), false)
#define MATHS_INT_1(name, f, d, low, high, source, ...) RUN(name, 1, f, d, low, high, source, (__VA_ARGS__), true)
#define FAST_1(name, documented, bound, low, high, ...) RUN_FAST(name, 1, documented, bound, low, high, (__VA_ARGS__))
#define FAST_2(name, documented, bound, low, high, ...) RUN_FAST(name, 2, documented, bound, low, high, (__VA_ARGS__))

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    std::string option = argv[i];
    options.table |= option == "--table";
    options.digest |= option == "--digest";
    if (option == "--samples" && i + 1 < argc)
      options.samples = std::atoi(argv[++i]);
    if (option == "--only" && i + 1 < argc)
      options.only = argv[++i];
  }
#include "functions.def"
  if (!options.digest)
    std::printf(failures ? "FAIL: %d of %d results are beyond CUDA's bounds\n" : "pass: %d of %d failed\n", failures,
                checks);
  return failures != 0;
}
