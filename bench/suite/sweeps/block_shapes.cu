// The same polynomial for each element, with blocks of many shapes.
#include "sweep.h"

namespace {

constexpr int kDegree = 32;

__global__ void polynomial(float *out, const float *in, int size) {
  int block = blockIdx.x * blockDim.x * blockDim.y * blockDim.z;
  int i = block + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  float x = in[i], sum = 0;
  for (int k = 0; k < kDegree; ++k)
    sum = fmaf(sum, x, 1.0f / (k + 1));
  out[i] = sum;
}

const dim3 kShapes[] = {{256},   {1},      {8},     {24},     {32},      {48},      {64},    {100},
                        {128},   {512},    {1024},  {2, 128}, {4, 64},   {8, 8},    {8, 32}, {16, 16},
                        {32, 8}, {32, 32}, {64, 4}, {10, 10}, {4, 4, 4}, {8, 4, 8}, {33, 3}};

float expected(float x) {
  float sum = 0;
  for (int k = 0; k < kDegree; ++k)
    sum = std::fma(sum, x, 1.0f / (k + 1));
  return sum;
}

} // namespace

int main(int argc, char **argv) try {
  const bool tiny = argc > 1 && !std::strcmp(argv[1], "tiny");
  const int size = tiny ? 5000 : 1 << 22;
  bench::Array<float> in(size), out(size);
  bench::Random random;
  for (float &x : in)
    x = random.uniform(0, 1);
  bench::DeviceArray<float> in_(in), out_(out);
  for (dim3 shape : kShapes) {
    int threads = shape.x * shape.y * shape.z;
    double seconds = bench::fastest(
        tiny ? 1 : 15, [&] { polynomial<<<bench::blocksFor(size, threads), shape>>>(out_, in_, size); });
    out_.copyTo(out);
    for (int i = 0; i < size; i += 97)
      bench::requireNear("out", i, out[i], expected(in[i]), 1e-5);
    bench::require(cudaMemset(out_, 0, size * sizeof(float)));
    std::printf("%ux%ux%u\t%.6g\tM/s\n", shape.x, shape.y, shape.z, 1e-6 * size / seconds);
  }
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
