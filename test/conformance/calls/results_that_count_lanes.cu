// Functions called through pointers whose results differ from lane to lane by a known number, or not at all.
#include "../check.h"

__noinline__ __device__ unsigned own(unsigned) { return threadIdx.x; }
__noinline__ __device__ unsigned twice(unsigned number) { return 2 * threadIdx.x + number; }
__noinline__ __device__ unsigned same(unsigned number) { return number + blockDim.x; }
__device__ unsigned (*functions[3])(unsigned) = {own, twice, same};

__global__ void call(unsigned *out, unsigned which, unsigned step) {
  out[threadIdx.x] = functions[(which + threadIdx.x * step) % 3](5);
}

int main() {
  for (unsigned threads : {32u, 50u, 250u})
    for (unsigned which = 0; which < 3; ++which)
      for (unsigned step = 0; step < 2; ++step) {
        const DeviceArray<unsigned> out(threads);
        call<<<1, threads>>>(out.get(), which, step);
        CHECK_LAUNCH();
        std::vector<unsigned> expected(threads);
        for (unsigned i = 0; i < threads; ++i) {
          const unsigned function = (which + i * step) % 3;
          expected[i] = function == 0 ? i : function == 1 ? 2 * i + 5 : 5 + threads;
        }
        CHECK_SAME(out.host(), expected);
      }
  return verdict();
}
