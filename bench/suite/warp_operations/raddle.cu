#include "../common/device.h"
#include "problem.h"

__global__ void warpOperations(unsigned *out, int steps) {
  unsigned lane = threadIdx.x % 32, value = threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    value += __shfl_xor_sync(0xffffffff, value, 1 << step % 5);
    value ^= __shfl_sync(0xffffffff, value, value >> 3) * 5;
    value += __ballot_sync(0xffffffff, value & 1);
    if (!__all_sync(0xffffffff, value < 0x80000000))
      value = value * 3 + lane;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

struct Program : WarpOperations {
  explicit Program(bool tiny) : WarpOperations(tiny), out_(blocks * kBlock) {}
  void run() {
    warpOperations<<<blocks, kBlock>>>(out_, steps);
    bench::finish();
  }
  void check() {
    bench::Array<unsigned> out(blocks * kBlock);
    out_.copyTo(out);
    WarpOperations::check(out.data());
  }
  bench::DeviceArray<unsigned> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
