// An atomic operation that CUDA lacks, built from atomicCAS on the bits: double addition and float maximum.
#include "../check.h"

__device__ double add(double *address, double value) {
  unsigned long long *bits = reinterpret_cast<unsigned long long *>(address);
  unsigned long long seen = *bits, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != seen);
  return __longlong_as_double(seen);
}

__device__ void maximum(float *address, float value) {
  int *bits = reinterpret_cast<int *>(address);
  int seen = *bits;
  while (__int_as_float(seen) < value) {
    int assumed = seen;
    seen = atomicCAS(bits, assumed, __float_as_int(value));
    if (seen == assumed)
      break;
  }
}

__global__ void accumulate(double *sum, float *most) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  add(sum, id * 0.5);
  maximum(most, (id * 37 % 1000) * 0.25f);
}

int main() {
  const int count = 20 * 100;
  DeviceArray<double> sum(1);
  DeviceArray<float> most(1);
  accumulate<<<20, 100>>>(sum.get(), most.get());
  CHECK_LAUNCH();
  CHECK_EQ(sum.first(), count * (count - 1) / 4.0);
  CHECK_EQ(most.first(), 999 * 0.25f);
  return verdict();
}
