// The lanes of a warp part 1, 2, 4 ... 32 ways; each way is a loop of the same length. In step, n ways take n
// times as long as one at worst. Then loops of which each lane runs its own number of rounds, the mean being
// the same.
#include "sweep.h"

namespace {

constexpr int kSteps = 64;

__host__ __device__ unsigned work(unsigned x, unsigned factor, int steps) {
  for (int i = 0; i < steps; ++i)
    x = (x ^ x >> 7) * factor + i;
  return x;
}

__host__ __device__ unsigned part(unsigned x, unsigned way) {
  // Different factors, so that the ways cannot be one.
  switch (way) {
#define WAY(n)                                                                                               \
  case n:                                                                                                    \
    return work(x, 2 * n + 3, kSteps);
#define WAYS(n) WAY(n) WAY(n + 1) WAY(n + 2) WAY(n + 3) WAY(n + 4) WAY(n + 5) WAY(n + 6) WAY(n + 7)
    WAYS(0) WAYS(8) WAYS(16) WAYS(24)
#undef WAYS
#undef WAY
  }
  return x;
}

__global__ void parting(unsigned *out, int ways) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = part(i, i % ways);
}

// `spread` 0: all lanes do kSteps rounds; 1: 0 to 2 * kSteps of them.
__host__ __device__ int rounds(unsigned i, int spread) {
  return spread ? int((i * 2654435761u >> 16) % (2 * kSteps + 1)) : kSteps;
}
__global__ void leaving(unsigned *out, int spread) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work(i, 5, rounds(i, spread));
}

template <typename Launch, typename Expected>
void measure(const char *name, int variant, int size, bool tiny, unsigned *device, Launch launch,
             Expected expected) {
  double seconds = bench::fastest(tiny ? 1 : 15, launch);
  bench::Array<unsigned> out(size);
  bench::require(cudaMemcpy(out.data(), device, size * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (int i = 0; i < size; i += 61)
    bench::requireEqual("out", i, out[i], expected(unsigned(i)));
  std::printf("%s %d\t%.6g\tM/s\n", name, variant, 1e-6 * size / seconds);
}

} // namespace

int main(int argc, char **argv) try {
  const bool tiny = argc > 1 && !std::strcmp(argv[1], "tiny");
  const int size = tiny ? 2048 : 1 << 20;
  bench::DeviceArray<unsigned> out(size);
  for (int ways = 1; ways <= 32; ways *= 2)
    measure(
        "ways", ways, size, tiny, out, [&] { parting<<<size / 256, 256>>>(out, ways); },
        [&](unsigned i) { return part(i, i % ways); });
  for (int spread = 0; spread <= 1; ++spread)
    measure(
        "spread of rounds", spread, size, tiny, out, [&] { leaving<<<size / 256, 256>>>(out, spread); },
        [&](unsigned i) { return work(i, 5, rounds(i, spread)); });
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
