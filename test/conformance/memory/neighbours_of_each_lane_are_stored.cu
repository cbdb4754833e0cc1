#include "../check.h"

// Each thread stores elements side by side, far from its neighbours', in shared and global memory: as many as fill 16 bytes,
// more and fewer, with gaps, and by some lanes only.

constexpr int kThreads = 64;

template <typename T, int kFields, int kStride, int kGap> __global__ void store(T *out, int lanes) {
  __shared__ T tile[kThreads * kStride];
  const int t = threadIdx.x;
  for (int i = 0; i < kStride; ++i)
    tile[t * kStride + i] = T(7);
  T values[kFields];
  for (int i = 0; i < kFields; ++i)
    values[i] = T(t * 100 + i * i + 11);
  __syncthreads();
  // Also in another order.
  if (t < lanes) {
#pragma unroll
    for (int i = kFields - 1; i >= 0; --i)
      tile[t * kStride + i + (i >= kFields / 2 ? kGap : 0)] = values[i];
#pragma unroll
    for (int i = 0; i < kFields; ++i)
      out[kThreads * kStride + t * kStride + i + (i >= kFields / 2 ? kGap : 0)] = values[i];
  }
  __syncthreads();
  for (int i = t; i < kThreads * kStride; i += kThreads)
    out[i] = tile[i];
}

template <typename T, int kFields, int kStride, int kGap = 0> void check() {
  constexpr int kSize = kThreads * kStride;
  T *out;
  CHECK_CUDA(cudaMallocManaged(&out, 2 * kSize * sizeof(T)));
  for (int lanes : {kThreads, 0, 1, 17, 33, 63}) {
    for (int i = 0; i < 2 * kSize; ++i)
      out[i] = T(7);
    store<T, kFields, kStride, kGap><<<1, kThreads>>>(out, lanes);
    CHECK_LAUNCH();
    std::vector<T> expected(2 * kSize, T(7));
    for (int t = 0; t < lanes; ++t)
      for (int i = 0; i < kFields; ++i)
        expected[t * kStride + i + (i >= kFields / 2 ? kGap : 0)] =
            expected[kSize + t * kStride + i + (i >= kFields / 2 ? kGap : 0)] = T(t * 100 + i * i + 11);
    CHECK_SAME(std::vector<T>(out, out + 2 * kSize), expected);
  }
  CHECK_CUDA(cudaFree(out));
}

// In some lanes, which is known beforehand, the value is zero.
template <typename T> struct Fields { T value, others[3]; };
template <typename T> __host__ __device__ T oftenZero(unsigned lane, unsigned by) {
  return static_cast<T>((by + 6 * lane) & (lane >> 3));
}
template <typename T> __global__ void storeOftenZero(Fields<T> *out, T *all, unsigned by) {
  const T value = oftenZero<T>(threadIdx.x & 31, by);
  out[threadIdx.x].value = value;
  all[threadIdx.x] = value;
}

template <typename T> void checkOftenZero() {
  Fields<T> *out;
  T *all;
  CHECK_CUDA(cudaMallocManaged(&out, kThreads * sizeof(Fields<T>)));
  CHECK_CUDA(cudaMallocManaged(&all, kThreads * sizeof(T)));
  storeOftenZero<<<1, kThreads>>>(out, all, 7);
  CHECK_LAUNCH();
  for (unsigned t = 0; t < kThreads; ++t) {
    CHECK(out[t].value == oftenZero<T>(t % 32, 7));
    CHECK(all[t] == oftenZero<T>(t % 32, 7));
  }
  CHECK_CUDA(cudaFree(out));
  CHECK_CUDA(cudaFree(all));
}

int main() {
  checkOftenZero<int>();
  checkOftenZero<long long>();
  checkOftenZero<short>();
  check<int, 15, 15>();
  check<int, 4, 9>();
  check<int, 3, 21>();
  check<int, 2, 33>();
  check<int, 8, 40, 3>();
  check<float, 13, 17, 2>();
  check<long long, 7, 7>();
  check<double, 3, 19, 1>();
  check<double, 2, 25>();
  check<short, 6, 35>();
  check<unsigned char, 12, 70>();
  return verdict();
}
