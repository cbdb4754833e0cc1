// A __shared__ variable whose type has a constructor is storage: nobody calls the constructor, the program sets it.
#include "../check.h"

#include <new>

struct Counter {
  int value = 3;
  __host__ __device__ Counter() : value(7) {}
  __host__ __device__ explicit Counter(int first) : value(first) {}
  __device__ int get() const { return value; }
};

template <typename T> __global__ void templated(int *out) {
  __shared__ T one;
  __shared__ T many[32];
  __shared__ T *pointer;
  alignas(16) __shared__ T aligned;
  static __shared__ T fixed; // after another word
  if (threadIdx.x == 0) {
    new (&one) T;
    new (&aligned) T(20);
    fixed.value = 300;
    pointer = &many[5];
  }
  many[threadIdx.x].value = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = many[31 - threadIdx.x].get() + one.get() + aligned.get() + fixed.get() + pointer->get();
}

int main() {
  int *out;
  CHECK_CUDA(cudaMallocManaged(&out, 32 * sizeof(int)));
  templated<Counter><<<1, 32>>>(out);
  CHECK_LAUNCH();
  for (int i = 0; i < 32; ++i)
    CHECK_EQ(out[i], 31 - i + 7 + 20 + 300 + 5);
  return verdict();
}
