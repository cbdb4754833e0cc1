#include "../common/device.h"
#include "problem.h"

constexpr int kTile = 32, kRows = 8;

__global__ void transpose(float *out, const float *in, int size) {
  // The extra column keeps the banks of a GPU's shared memory apart.
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows)
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * size + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int row = 0; row < kTile; row += kRows)
    out[(y + row) * size + x] = tile[threadIdx.x][threadIdx.y + row];
}

struct Program : Transpose {
  explicit Program(bool tiny) : Transpose(tiny), out_(in.size()), in_(in) {}
  void run() {
    transpose<<<dim3(size / kTile, size / kTile), dim3(kTile, kRows)>>>(out_, in_, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> out(in.size());
    out_.copyTo(out);
    Transpose::check(out.data());
  }
  bench::DeviceArray<float> out_, in_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
