// Shifts of every integer type by every distance below its width; right shifts of negative numbers keep the
// sign.
#include "../check.h"

template <typename T> __global__ void shift(const T *values, T *left, T *right) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bits = sizeof(T) * 8;
  left[i] = static_cast<T>(static_cast<unsigned long long>(values[i]) << i % bits);
  right[i] = values[i] >> i % bits;
}

template <typename T> void check() {
  const int count = 1024, bits = sizeof(T) * 8;
  Random random;
  std::vector<T> values(count), left(count), right(count);
  for (int i = 0; i < count; ++i) {
    values[i] = static_cast<T>(random.bits());
    left[i] = static_cast<T>(static_cast<unsigned long long>(values[i]) << i % bits);
    right[i] = values[i] >> i % bits;
  }
  DeviceArray<T> device(values), device_left(count), device_right(count);
  shift<<<8, 128>>>(device.get(), device_left.get(), device_right.get());
  CHECK_LAUNCH();
  CHECK_SAME(device_left.host(), left);
  CHECK_SAME(device_right.host(), right);
}

int main() {
  check<signed char>();
  check<unsigned char>();
  check<short>();
  check<unsigned short>();
  check<int>();
  check<unsigned>();
  check<long long>();
  check<unsigned long long>();
  return verdict();
}
