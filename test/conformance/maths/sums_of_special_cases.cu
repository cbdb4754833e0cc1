// Sums of rsqrtf and rsqrt in loops: zeros, infinities, huge, subnormal and negative numbers and NaNs count as they do
// one by one, whichever lane meets them in whichever iteration.
#include "bits.h"

#include <random>

constexpr int kThreads = 96, kRows = 40;

template <class T> __device__ T root(T x);
template <> __device__ float root(float x) { return rsqrtf(x); }
template <> __device__ double root(double x) { return rsqrt(x); }

// Each by itself.
template <class T> __global__ void roots(T *out, const T *in, T addend) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  T sum = in[i] + addend;
  out[i] = root(sum);
}

// The same in loops; every thread goes its own way down its column.
template <class T> __global__ void sums(T *out, const T *in, T addend, T start) {
  T sum = start, count = 0;
  for (int row = 0; row < kRows; ++row) {
    sum += root(in[row * kThreads + threadIdx.x] + addend);
    count += 1;
  }
  out[threadIdx.x] = sum;
  T some = start;
  for (int row = threadIdx.x % 7; row < kRows - static_cast<int>(threadIdx.x % 5); ++row)
    some += root(in[row * kThreads + threadIdx.x] + addend);
  out[kThreads + threadIdx.x] = some;
  T half = start;
  if (threadIdx.x % 3 != 0)
    for (int row = 0; row < kRows; ++row)
      half -= root(in[row * kThreads + threadIdx.x] + addend);
  out[2 * kThreads + threadIdx.x] = half;
  // Two calls, one of them in a sum that goes through the other.
  T first = start, second = start;
  for (int row = 0; row < kRows; ++row) {
    T a = root(in[row * kThreads + threadIdx.x] + addend),
      b = root(in[row * kThreads + (threadIdx.x + 1) % kThreads] + addend);
    first += a;
    second += first + b;
  }
  out[3 * kThreads + threadIdx.x] = first;
  out[4 * kThreads + threadIdx.x] = second;
  // A NaN that gets lost.
  T most = start;
  for (int row = 0; row < kRows; ++row) {
    T a = root(in[row * kThreads + threadIdx.x] + addend);
    most = a > most ? a : most;
  }
  out[5 * kThreads + threadIdx.x] = most;
  out[6 * kThreads + threadIdx.x] = count;
}

template <class T> bool same(T a, T b) { return (a != a && b != b) || bitsOf(a) == bitsOf(b); }

template <class T> void check(T addend, T start) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {T(0),
                       -T(0),
                       Limits::infinity(),
                       -T(1),
                       Limits::quiet_NaN(),
                       Limits::max(),
                       Limits::max() / 3,
                       Limits::max() / 5,
                       Limits::denorm_min(),
                       Limits::min() / 2,
                       -addend};
  std::mt19937 random(1);
  std::vector<T> in(kRows * kThreads);
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = std::uniform_real_distribution<T>(T(0.001), 1000)(random);
    // A third of the columns has none, a third one, the others many. NaNs and negative numbers are rare.
    std::size_t row = i / kThreads, column = i % kThreads;
    if ((column % 3 == 1 && row == column % kRows) || (column % 3 == 2 && random() % 4 == 0))
      in[i] = special[random() % (column % 4 == 0 ? std::size(special) : 3)];
    if (column % 3 == 2 && column % 4 != 0 && random() % 4 == 0)
      in[i] = special[5 + random() % 5];
  }
  DeviceArray<T> device_in(in), ones(in.size()), out(7 * kThreads);
  roots<T><<<kRows, kThreads>>>(ones.get(), device_in.get(), addend);
  sums<T><<<1, kThreads>>>(out.get(), device_in.get(), addend, start);
  CHECK_LAUNCH();
  const std::vector<T> one = ones.host(), got = out.host();
  for (int t = 0; t < kThreads; ++t) {
    auto at = [&](int row, int column) {
      return one[static_cast<std::size_t>(row * kThreads + column % kThreads)];
    };
    T sum = start, some = start, half = start, first = start, second = start, most = start;
    for (int row = 0; row < kRows; ++row) {
      sum += at(row, t);
      if (row >= t % 7 && row < kRows - t % 5)
        some += at(row, t);
      if (t % 3 != 0)
        half -= at(row, t);
      first += at(row, t);
      second += first + at(row, t + 1);
      most = at(row, t) > most ? at(row, t) : most;
    }
    const T expected[] = {sum, some, half, first, second, most, T(kRows)};
    for (int i = 0; i < 7; ++i)
      CHECK(same(got[static_cast<std::size_t>(i * kThreads + t)], expected[i]));
  }
}

int main() {
  for (float start : {0.0f, 3.5f, HUGE_VALF}) {
    check<float>(0, start);
    check<float>(0.01f, start);
    check<float>(0x1p126f, start);
    check<double>(0, start);
    check<double>(0.01, start);
  }
  return verdict();
}
