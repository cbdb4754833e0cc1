// flags: --expt-relaxed-constexpr
// Deduction guides serve host and device code without saying so; the C++ library's, too.
#include "../check.h"

#include <utility>

template <typename T> struct Row {
  T *data;
  int count;
  template <typename Pointer> __host__ __device__ Row(Pointer first, int size) : data(first), count(size) {}
  __host__ __device__ T sum() const {
    T total{};
    for (int i = 0; i < count; ++i)
      total += data[i];
    return total;
  }
};
template <typename T> Row(T *, int) -> Row<T>;

template <int kSize> struct Fixed {
  int values[kSize];
};
template <typename... T> Fixed(T...) -> Fixed<sizeof...(T)>;

// Deduced in functions for both alone.
template <typename T> struct Pair {
  T first, second;
  template <typename A, typename B> __host__ __device__ Pair(A a, B b) : first(a), second(b) {}
};
template <typename A, typename B> Pair(A, B) -> Pair<decltype(A() + B())>;
template <typename T> __host__ __device__ T addedTo(T a, int b) {
  auto pair = Pair(a, b);
  static_assert(std::is_same_v<decltype(pair), Pair<T>>);
  return pair.first + pair.second;
}

template <typename T> __host__ __device__ T sumOf(T *data, int count) {
  const Row row{data, count};
  return row.sum();
}

__global__ void kernel(float *data, int *out) {
  const Row row(data, 4);
  const Fixed three{7, 8, 9};
  const std::pair pair{out, 2};
  pair.first[0] = static_cast<int>(row.sum());
  pair.first[1] = static_cast<int>(sumOf(data + 1, pair.second));
  pair.first[1] += static_cast<int>(addedTo(0.5f, 2) * 2) - 5;
  pair.first[2] = static_cast<int>(sizeof three / sizeof(int)) + three.values[2];
}

int main() {
  float *data;
  int *out;
  CHECK_CUDA(cudaMallocManaged(&data, 4 * sizeof(float)));
  CHECK_CUDA(cudaMallocManaged(&out, 3 * sizeof(int)));
  for (int i = 0; i < 4; ++i)
    data[i] = static_cast<float>(i + 1);
  kernel<<<1, 1>>>(data, out);
  CHECK_LAUNCH();
  CHECK_EQ(out[0], 10);
  CHECK_EQ(out[1], 5);
  CHECK_EQ(out[2], 12);
  CHECK_EQ(sumOf(data, 3), 6.0f);
  return verdict();
}
