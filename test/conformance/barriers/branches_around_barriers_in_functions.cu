// Functions with barriers that are called in several places, and that have other ways to their end: which one a block
// takes is the same for all of its threads, but only the values say so.
#include "../check.h"

constexpr int kWidth = 48; // columns of a block, which has more threads

struct Window {
  float row[kWidth + 2];
  float turned[kWidth];
  int limit;

  __device__ __noinline__ void lift(float factor, int phase) {
    const int t = threadIdx.x;
    if (row[0] > 1e6f) // the same for all
      return;
    if (t < kWidth && t % 2 == phase)
      row[t + 1] += factor * (row[t] + row[t + 2]);
    __syncthreads();
  }

  template <bool Checked> __device__ void load(const float *in, int n, int base) {
    const int t = threadIdx.x;
    if (t < kWidth)
      row[t + 1] = !Checked || base + t < n ? in[base + t] : 0.0f;
    if (t == kWidth)
      row[0] = row[kWidth + 1] = 0.5f;
    __syncthreads();
  }

  template <bool Checked> __device__ __noinline__ void transform(const float *in, float *out, int n, int steps) {
    const int t = threadIdx.x;
    if (t == 0)
      limit = n;
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
      const int base = (blockIdx.x * steps + s) * kWidth;
      if (Checked && base >= limit) // the same for all, read from shared memory
        return;
      load<Checked>(in, n, base);
      lift(-0.5f, 1);
      if (s % 2 == 0)
        lift(0.25f, 0);
      if (t < kWidth)
        turned[t] = row[kWidth - t];
      __syncthreads();
      if (t < kWidth && (!Checked || base + t < n))
        out[base + t] = row[t + 1] + 2.0f * turned[t];
      __syncthreads();
    }
  }
};

__global__ void transform(const float *in, float *out, int n, int steps) {
  __shared__ Window window;
  if ((static_cast<int>(blockIdx.x) + 1) * kWidth * steps > n)
    window.transform<true>(in, out, n, steps);
  else
    window.transform<false>(in, out, n, steps);
}

std::vector<float> onHost(const std::vector<float> &in, int steps) {
  const int n = static_cast<int>(in.size());
  std::vector<float> out(n);
  for (int base = 0, piece = 0; base < n; base += kWidth, ++piece) {
    float row[kWidth + 2];
    row[0] = row[kWidth + 1] = 0.5f;
    for (int t = 0; t < kWidth; ++t)
      row[t + 1] = base + t < n ? in[base + t] : 0.0f;
    for (int t = 1; t < kWidth; t += 2)
      row[t + 1] += -0.5f * (row[t] + row[t + 2]);
    if (piece % steps % 2 == 0)
      for (int t = 0; t < kWidth; t += 2)
        row[t + 1] += 0.25f * (row[t] + row[t + 2]);
    for (int t = 0; t < kWidth && base + t < n; ++t)
      out[base + t] = row[t + 1] + 2.0f * row[kWidth - t];
  }
  return out;
}

int main() {
  const int n = 5000, steps = 3;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = static_cast<float>(i * 37 % 101); // all sums are exact
  DeviceArray<float> in(values), out(n);
  transform<<<(n + kWidth * steps - 1) / (kWidth * steps), 64>>>(in.get(), out.get(), n, steps);
  CHECK_LAUNCH();
  const std::vector<float> got = out.host(), expected = onHost(values, steps);
  for (int i = 0; i < n; ++i)
    CHECK_EQ(got[i], expected[i]);
  return verdict();
}
