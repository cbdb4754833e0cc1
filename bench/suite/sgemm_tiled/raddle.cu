#include "../common/device.h"
#include "problem.h"

constexpr int kTile = 32;

__global__ void sgemm(float *c, const float *a, const float *b, int size) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < size; tile += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[y * size + tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * size + x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[y * size + x] = sum;
}

struct Program : Sgemm {
  explicit Program(bool tiny) : Sgemm(tiny), c_(a.size()), a_(a), b_(b) {}
  void run() {
    sgemm<<<dim3(size / kTile, size / kTile), dim3(kTile, kTile)>>>(c_, a_, b_, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> c(a.size());
    c_.copyTo(c);
    Sgemm::check(c.data());
  }
  bench::DeviceArray<float> c_, a_, b_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
