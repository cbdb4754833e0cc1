// Functions for the device only may call what the device has not, where a macro leaves such code to the host; and
// constant evaluation may take as many steps as the host's compiler allows.
#include "../check.h"

struct Tracer {
  explicit Tracer(int line) : line(line) {}
  ~Tracer() {}
  int where() const { return line; }
  int line;
};
inline int onHost(int line) { return line + 1; }

#ifdef __CUDA_ARCH__
#define REQUIRE(condition)                                                                                   \
  do {                                                                                                       \
    if (!(condition))                                                                                        \
      __trap();                                                                                              \
  } while (0)
#else
#define REQUIRE(condition)                                                                                   \
  do {                                                                                                       \
    Tracer tracer(__LINE__);                                                                                 \
    if (!(condition))                                                                                        \
      onHost(tracer.where());                                                                                \
  } while (0)
#endif

struct Doubled {
  template <typename Number> __device__ void operator()(Number *number) const {
    REQUIRE(*number > 0);
    *number *= 2;
  }
};

__host__ __device__ constexpr unsigned mixed(unsigned steps) {
  unsigned value = 1;
  for (unsigned i = 0; i < steps; ++i)
    value = value * 1664525u + 1013904223u;
  return value;
}

template <typename Function, typename Number> __global__ void apply(Function function, Number *number) {
  function(number);
}

__global__ void store(unsigned *number) {
  constexpr unsigned value = mixed(400000);
  *number = value;
}

int main() {
  DeviceArray<int> number(std::vector<int>{21});
  apply<<<1, 1>>>(Doubled{}, number.get());
  DeviceArray<unsigned> constant(1);
  store<<<1, 1>>>(constant.get());
  CHECK_LAUNCH();
  CHECK_EQ(number.host()[0], 42);
  unsigned steps = 400000;
  CHECK_EQ(constant.host()[0], mixed(steps));
  return verdict();
}
