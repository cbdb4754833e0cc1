#include "../common/device.h"
#include "problem.h"

__device__ int scanOfWarp(int value, int lane) {
  for (int distance = 1; distance < 32; distance *= 2) {
    int lower = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance)
      value += lower;
  }
  return value;
}

__global__ void scan(int *out, const int *in) {
  __shared__ int warps[Scan::kSegment / 32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = scanOfWarp(in[i], lane);
  if (lane == 31)
    warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int total = scanOfWarp(lane < Scan::kSegment / 32 ? warps[lane] : 0, lane);
    if (lane < Scan::kSegment / 32)
      warps[lane] = total;
  }
  __syncthreads();
  out[i] = warp == 0 ? value : value + warps[warp - 1];
}

struct Program : Scan {
  explicit Program(bool tiny) : Scan(tiny), out_(size), in_(in) {}
  void run() {
    scan<<<size / kSegment, kSegment>>>(out_, in_);
    bench::finish();
  }
  void check() {
    bench::Array<int> out(size);
    out_.copyTo(out);
    Scan::check(out.data());
  }
  bench::DeviceArray<int> out_, in_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
