// Functions that are called through pointers find the launch's dynamic shared memory, whatever variables of its own the
// kernel has in front of it, and one that uses none may be launched without any.
#include "../check.h"

typedef void (*Put)(int, int);
typedef int (*Get)(int);

__device__ __noinline__ void put(int i, int value) {
  extern __shared__ int everything[];
  everything[i] = value;
}
__device__ __noinline__ void putTwice(int i, int value) {
  extern __shared__ int everything[];
  everything[i] = 2 * value;
}
__device__ __noinline__ int get(int i) {
  extern __shared__ short halves[];
  return halves[2 * i];
}

__device__ Put putters[] = {put, putTwice};
__device__ Get getters[] = {get};

__global__ void exchange(int *out, int n, int which) {
  __shared__ double sums[13];
  extern __shared__ int everything[];
  int t = threadIdx.x;
  sums[t % 13] = 0.5;
  __syncthreads();
  if (t < n)
    putters[(t + which) % 2](t, t);
  __syncthreads();
  out[t] = t < n ? everything[n - 1 - t] + getters[0](t) : int(2 * sums[t % 13]);
}

__global__ void exchangeOnly(int *out, int n) {
  int t = threadIdx.x;
  if (t < n)
    putters[0](t, t);
  __syncthreads();
  out[t] = t < n ? getters[0](n - 1 - t) : -1;
}

int main() {
  DeviceArray<int> out(96);
  auto put_value = [](int t, int which) { return (t + which) % 2 ? 2 * t : t; };
  for (int n : {1, 5, 32, 40, 96})
    for (int which : {0, 1}) {
      exchange<<<1, 96, n * sizeof(int)>>>(out.get(), n, which);
      CHECK_LAUNCH();
      std::vector<int> got = out.host();
      for (int t = 0; t < 96; ++t)
        CHECK_EQ(got[t], t < n ? put_value(n - 1 - t, which) + put_value(t, which) : 1);
      exchangeOnly<<<1, 96, n * sizeof(int)>>>(out.get(), n);
      CHECK_LAUNCH();
      got = out.host();
      for (int t = 0; t < 96; ++t)
        CHECK_EQ(got[t], t < n ? n - 1 - t : -1);
    }
  exchange<<<1, 96>>>(out.get(), 0, 0);
  CHECK_LAUNCH();
  CHECK_EQ(out.host()[95], 1);
  return verdict();
}
