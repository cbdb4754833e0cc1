// Kernel templates: type, integer, function-object and variadic parameters; specialisation; deduction.
#include "../check.h"

template <typename T, int kScale> __global__ void scale(T *values) { values[threadIdx.x] *= kScale; }

template <typename T> struct Square {
  __device__ T operator()(T x) const { return x * x; }
};
template <typename T, typename Function> __global__ void transform(T *values, Function function) {
  values[threadIdx.x] = function(values[threadIdx.x]);
}

template <typename... Ts> __device__ double sum(Ts... terms) { return (0.0 + ... + terms); }
template <typename... Ts> __global__ void add_all(double *out, Ts... terms) { *out = sum(terms...); }

template <typename T> struct Name {
  static constexpr int kCode = 0;
};
template <> struct Name<float> {
  static constexpr int kCode = 4;
};
template <> struct Name<double> {
  static constexpr int kCode = 8;
};
template <typename T> __global__ void tell_code(int *out) {
  if constexpr (Name<T>::kCode == 0)
    *out = -1;
  else
    *out = Name<T>::kCode;
}

template <int kDepth> __device__ int factorial() {
  if constexpr (kDepth == 0)
    return 1;
  else
    return kDepth * factorial<kDepth - 1>();
}
__global__ void tell_factorial(int *out) { *out = factorial<10>(); }

int main() {
  DeviceArray<int> ints(std::vector<int>{1, 2, 3, 4}), code(1);
  DeviceArray<float> floats(std::vector<float>{1.5f, 2.5f});
  DeviceArray<double> out(1);
  scale<int, 3><<<1, 4>>>(ints.get());
  scale<float, 2><<<1, 2>>>(floats.get());
  transform<<<1, 4>>>(ints.get(), Square<int>{});
  add_all<<<1, 1>>>(out.get(), 1, 2.5, 3.0f, 'a', 5LL);
  CHECK_LAUNCH();
  CHECK_SAME(ints.host(), (std::vector<int>{9, 36, 81, 144}));
  CHECK_SAME(floats.host(), (std::vector<float>{3, 5}));
  CHECK_EQ(out.first(), 1 + 2.5 + 3 + 'a' + 5);
  tell_code<float><<<1, 1>>>(code.get());
  CHECK_EQ(code.first(), 4);
  tell_code<double><<<1, 1>>>(code.get());
  CHECK_EQ(code.first(), 8);
  tell_code<char><<<1, 1>>>(code.get());
  CHECK_EQ(code.first(), -1);
  tell_factorial<<<1, 1>>>(code.get());
  CHECK_EQ(code.first(), 3628800);
  CHECK_LAUNCH();
  return verdict();
}
