// Vectors of 8 and 16 bytes that some threads store again and again while others load them, each by one instruction: nobody
// sees a half of one and a half of another. Single-pass scans let a state and its value travel so.
#include "../check.h"

namespace {

__device__ void put(ulonglong2 *place, unsigned long long value) {
  asm volatile("st.cg.v2.u64 [%0], {%1, %1};" ::"l"(place), "l"(value) : "memory");
}
__device__ bool isWhole(const ulonglong2 *place) {
  unsigned long long a, b;
  asm volatile("ld.cg.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(place) : "memory");
  return a == b;
}

__device__ void put(uint4 *place, unsigned long long value) {
  asm volatile("st.volatile.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(place), "r"(static_cast<unsigned>(value))
               : "memory");
}
__device__ bool isWhole(const uint4 *place) {
  unsigned a, b, c, d;
  asm volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "l"(place)
               : "memory");
  return a == b && b == c && c == d;
}

__device__ void put(float2 *place, unsigned long long value) {
  asm volatile("st.relaxed.gpu.v2.f32 [%0], {%1, %1};" ::"l"(place), "f"(static_cast<float>(value))
               : "memory");
}
__device__ bool isWhole(const float2 *place) {
  float a, b;
  asm volatile("ld.relaxed.gpu.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(place) : "memory");
  return a == b;
}

template <typename T> __global__ void exchange(T *places, int *halves, int rounds) {
  for (int round = 0; round < rounds; ++round)
    if (blockIdx.x % 2)
      put(&places[threadIdx.x], round);
    else if (!isWhole(&places[threadIdx.x]))
      atomicAdd(halves, 1);
}

template <typename T> void test() {
  constexpr int kThreads = 64;
  DeviceArray<T> places(kThreads);
  DeviceArray<int> halves(1);
  exchange<<<4, kThreads>>>(places.get(), halves.get(), 2000);
  CHECK_LAUNCH();
  CHECK_EQ(halves.first(), 0);
}

} // namespace

int main() {
  test<ulonglong2>();
  test<uint4>();
  test<float2>();
  return verdict();
}
