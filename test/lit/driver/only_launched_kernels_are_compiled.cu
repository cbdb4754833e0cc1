// A program with fifty kernels that launches two: two are compiled, besides the module's variables. Other cores, of which there
// are none here, would compile some of the next while it waits.
// RUN: rm -rf %t && mkdir %t
// RUN: %raddlecc -o %t/program %s && env RADDLE_WORKERS=1 RADDLE_CACHE_DIR=%t/cache %t/program
// RUN: find %t/cache -type f | FileCheck %s
// CHECK-COUNT-3: {{^}}/
// CHECK-NOT: {{^}}/
#include <utility>

__device__ int launched = 0;

template <int N> __global__ void kernel() { atomicAdd(&launched, N); }

template <int... N> void *all(std::integer_sequence<int, N...>, int wanted) {
  void *const kernels[] = {reinterpret_cast<void *>(kernel<N>)...};
  return kernels[wanted];
}

int main() {
  for (int wanted : {7, 41, 7})
    if (cudaLaunchKernel(all(std::make_integer_sequence<int, 50>(), wanted), 1, 1, nullptr, 0, nullptr) != cudaSuccess)
      return 1;
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, launched, sizeof sum);
  return sum != 7 + 41 + 7;
}
