// cuComplex.h: arithmetic of complex numbers, in both precisions, on host and device.
#include "../check.h"

#include <cmath>
#include <complex>
#include <cuComplex.h>

struct Results {
  cuComplex sum, difference, product, quotient, fused, conjugate, narrowed;
  cuDoubleComplex wide_quotient, wide_fused, widened;
  float size;
  double wide_size;
};

__host__ __device__ Results compute(cuComplex a, cuComplex b) {
  Results r{};
  cuDoubleComplex wide_a = cuComplexFloatToDouble(a), wide_b = cuComplexFloatToDouble(b);
  r.sum = cuCaddf(a, b);
  r.difference = cuCsubf(a, b);
  r.product = cuCmulf(a, b);
  r.quotient = cuCdivf(a, b);
  r.fused = cuCfmaf(a, b, make_cuComplex(1, -1));
  r.conjugate = cuConjf(a);
  r.size = cuCabsf(a);
  r.wide_quotient = cuCdiv(wide_a, wide_b);
  r.wide_fused = cuCfma(wide_a, wide_b, make_cuDoubleComplex(1, -1));
  r.widened = cuCsub(cuCadd(wide_a, wide_b), cuConj(wide_b));
  r.narrowed = cuComplexDoubleToFloat(cuCmul(wide_a, wide_b));
  r.wide_size = cuCabs(wide_a);
  return r;
}

__global__ void run(cuComplex a, cuComplex b, Results *out) { *out = compute(a, b); }

template <class Value> bool near(Value z, std::complex<double> expected, double tolerance) {
  return std::abs(std::complex<double>(z.x, z.y) - expected) <= tolerance * std::abs(expected);
}

static void check(const Results &r, std::complex<double> a, std::complex<double> b) {
  const std::complex<double> i(1, -1);
  CHECK(near(r.sum, a + b, 1e-6));
  CHECK(near(r.difference, a - b, 1e-6));
  CHECK(near(r.product, a * b, 1e-6));
  CHECK(near(r.quotient, a / b, 1e-6));
  CHECK(near(r.fused, a * b + i, 1e-6));
  CHECK(near(r.conjugate, std::conj(a), 0));
  CHECK(near(r.narrowed, a * b, 1e-7));
  CHECK(near(r.wide_quotient, a / b, 1e-14));
  CHECK(near(r.wide_fused, a * b + i, 1e-14));
  CHECK(near(r.widened, a + std::complex<double>(0, 2 * b.imag()), 1e-14));
  CHECK(std::abs(r.size - std::abs(a)) <= 1e-6 * std::abs(a));
  CHECK(std::abs(r.wide_size - std::abs(a)) <= 1e-14 * std::abs(a));
}

int main() {
  Random random;
  DeviceArray<Results> out(1);
  for (int round = 0; round < 20; ++round) {
    auto number = [&] { return static_cast<float>(random.between(-8, 8)); };
    cuComplex a = make_cuComplex(number(), number()), b = make_cuFloatComplex(number(), number());
    std::complex<double> wide_a(cuCrealf(a), cuCimagf(a)), wide_b(cuCrealf(b), cuCimagf(b));
    run<<<1, 1>>>(a, b, out.get());
    CHECK_LAUNCH();
    check(out.first(), wide_a, wide_b);
    check(compute(a, b), wide_a, wide_b);
  }
  // Numbers whose squares have no place in a float.
  run<<<1, 1>>>(make_cuComplex(3e30f, 4e30f), make_cuComplex(1e30f, 0), out.get());
  CHECK_LAUNCH();
  CHECK(near(out.first().quotient, {3, 4}, 1e-6));
  CHECK(std::abs(out.first().size - 5e30f) < 1e25f);
  return verdict();
}
