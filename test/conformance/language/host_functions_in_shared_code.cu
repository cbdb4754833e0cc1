// __host__ __device__ functions that call __host__ functions where only the host gets to. nvcc warns of it. Kernels that
// such a __host__ function launches are compiled all the same.
#include "../check.h"

#include <string>

__global__ void fill(int *data, int count, int value) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    data[i] = value;
}

namespace launcher {

template <typename T> struct Filler {
  static int fillAll(T *data, int count, T value) {
    fill<<<(count + 31) / 32, 32>>>(data, count, value);
    return count;
  }
};
int lengthOf(const std::string &text) { return static_cast<int>(text.size()); }

struct Log {
  int lines = 0;
  Log *self() { return this; }
  int &add(int n) { return lines += n; }
};

} // namespace launcher

// Macros that have the call in an argument, or its function and its arguments apart.
#ifdef __CUDA_ARCH__
#define ON_HOST_OR_DEVICE(host, device)                                                                      \
  if (false) {                                                                                               \
    host                                                                                                     \
  }                                                                                                          \
  device
#else
#define ON_HOST_OR_DEVICE(host, device) host
#endif
#define CALL(result, function, arguments) result = function arguments

template <typename T> __host__ int twice(T value) { return 2 * static_cast<int>(value); }
template <int kFactor, typename T> __host__ int times(T &&value) { return kFactor * static_cast<int>(value); }
struct Counter {
  __host__ int next() { return ++count; }
  int count = 0;
};

template <typename T> __host__ __device__ int doubled(T value) {
  int result = 0;
  ON_HOST_OR_DEVICE((result = twice(value));, (result = value + value));
  ON_HOST_OR_DEVICE(CALL(result, times<2>, (value));, (result = value + value));
  ON_HOST_OR_DEVICE(
      {
        Counter counter;
        CALL(result, (twice), (counter.next() + value));
        result -= twice(counter.next());
        result += counter.count;
      },
      (void)0);
  return result;
}
__global__ void doubleIt(int *result) { *result = doubled(*result); }

template <typename T> __host__ __device__ int setAll(T *data, int count, T value, launcher::Log *log) {
  if (log) {
    int done = launcher::Filler<T>::fillAll(data, count, value) + launcher::lengthOf("abc");
    if (count > 1)
      log->self()->add(done);
    log->add(1) += 1;
    return done;
  }
  for (int i = 0; i < count; ++i)
    data[i] = value;
  return count;
}

__global__ void kernel(int *data, int count, int *result) { *result = setAll(data, count, 5, nullptr); }

int main() {
  constexpr int kCount = 100;
  DeviceArray<int> data(kCount), result(1);
  kernel<<<1, 1>>>(data.get(), kCount, result.get());
  CHECK_LAUNCH();
  CHECK_EQ(result.first(), kCount);
  CHECK_EQ(data.host()[kCount - 1], 5);
  doubleIt<<<1, 1>>>(result.get());
  CHECK_LAUNCH();
  CHECK_EQ(result.first(), 2 * kCount);
  CHECK_EQ(doubled(21), 42);
  launcher::Log log;
  CHECK_EQ(setAll(data.get(), kCount, 7, &log), kCount + 3);
  CHECK_LAUNCH();
  CHECK_EQ(data.host()[0], 7);
  CHECK_EQ(data.host()[kCount - 1], 7);
  CHECK_EQ(log.lines, kCount + 3 + 2);
  return verdict();
}
