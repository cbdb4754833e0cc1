// A constant has one address, whether a kernel takes it itself, reads it from another constant, or got it from
// another kernel.
#include "../check.h"

struct TypeName {
  const char *text;
};

template <class T> __device__ const TypeName &nameOf() {
  __constant__ static const TypeName name{__PRETTY_FUNCTION__};
  return name;
}

__constant__ const int primes[] = {2, 3, 5, 7};
__constant__ static const int *const second_prime = &primes[1];
__device__ const int unset = -1;
__device__ static const int also_unset = -1;
static __device__ const double roots[] = {1.0, 1.5, 2.0};

__device__ const TypeName *last_name;
__device__ const int *last_prime, *last_unset, *last_also_unset;
__device__ const double *last_root;
__device__ const char *last_text;

template <class T> __device__ __noinline__ void setName() { last_name = &nameOf<T>(); }

__global__ void set() {
  setName<float>();
  last_prime = second_prime;
  last_unset = &unset;
  last_also_unset = &also_unset;
  last_root = roots + threadIdx.x;
  last_text = nameOf<int>().text;
}

__global__ void compare(unsigned *equal) {
  unsigned found = 0;
  found |= (last_name->text == nameOf<float>().text) << 0;
  found |= (last_name->text != nameOf<double>().text) << 1;
  found |= (last_prime == &primes[1]) << 2;
  found |= (last_unset == &unset) << 3;
  found |= (last_also_unset == &also_unset) << 4;
  found |= (last_also_unset != &unset) << 5;
  found |= (last_root == roots) << 6;
  found |= (last_text == nameOf<int>().text) << 7;
  *equal = found;
}

int main() {
  DeviceArray<unsigned> equal(1);
  set<<<1, 1>>>();
  compare<<<1, 1>>>(equal.get());
  CHECK_LAUNCH();
  CHECK_EQ(equal.host()[0], 0xffu);
  return verdict();
}
