#include "../common/device.h"
#include "problem.h"

__global__ void barriers(int *out, int exchanges) {
  __shared__ int values[Barriers::kBlock];
  int value = threadIdx.x;
  for (int i = 0; i < exchanges; ++i) {
    values[threadIdx.x] = value;
    __syncthreads();
    value = values[(threadIdx.x + 1) % Barriers::kBlock] + 1;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

struct Program : Barriers {
  explicit Program(bool tiny) : Barriers(tiny), out_(blocks * kBlock) {}
  void run() {
    barriers<<<blocks, kBlock>>>(out_, exchanges);
    bench::finish();
  }
  void check() {
    bench::Array<int> out(blocks * kBlock);
    out_.copyTo(out);
    Barriers::check(out.data());
  }
  bench::DeviceArray<int> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
