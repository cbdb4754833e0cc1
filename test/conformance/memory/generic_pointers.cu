// One function reads through pointers to global, shared, constant and local memory alike.
#include "../check.h"

__device__ int global_value = 1;
__constant__ int constant_value = 10;

__device__ __noinline__ int load(const int *pointer) { return *pointer; }
__device__ __noinline__ void store(int *pointer, int value) { *pointer = value; }

__global__ void read_all(int *out) {
  __shared__ int shared_values[32];
  int local_value = 1000 + threadIdx.x;
  store(&shared_values[threadIdx.x], 100 + threadIdx.x);
  __syncthreads();
  const int *pointers[4] = {&global_value, &constant_value, &shared_values[31 - threadIdx.x], &local_value};
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += load(pointers[(i + threadIdx.x) % 4]);
  store(&local_value, 0);
  out[threadIdx.x] = sum + local_value;
}

int main() {
  DeviceArray<int> out(32);
  read_all<<<1, 32>>>(out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), std::vector<int>(32, 1 + 10 + 100 + 31 + 1000));
  return verdict();
}
