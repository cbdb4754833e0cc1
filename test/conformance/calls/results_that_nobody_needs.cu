// A function is called for the sake of a parameter that another one does not use.
#include "../check.h"
__device__ __noinline__ float inner(unsigned x, int limit) {
  unsigned sum = threadIdx.x;
  for (int i = 0; i < limit; ++i)
    sum = sum * 3 + x;
  return static_cast<float>(sum);
}
__device__ __noinline__ unsigned outer(float unused, unsigned y) { return y * 5 + threadIdx.x; }
__global__ void call(unsigned *out, int limit) {
  out[threadIdx.x] = outer(inner(out[threadIdx.x], limit), limit);
}
int main() {
  DeviceArray<unsigned> out(64);
  call<<<1, 64>>>(out.get(), 3);
  CHECK_LAUNCH();
  for (unsigned i = 0; i < 64; ++i)
    CHECK_EQ(out.host()[i], 15 + i);
  return verdict();
}
