#include "../common/device.h"
#include "problem.h"

__global__ void histogram(const unsigned *data, int words, unsigned *bins) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    unsigned word = data[i];
    atomicAdd(&local[word & 255], 1);
    atomicAdd(&local[word >> 8 & 255], 1);
    atomicAdd(&local[word >> 16 & 255], 1);
    atomicAdd(&local[word >> 24], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

constexpr int kBlocks = 256;

struct Program : Histogram {
  explicit Program(bool tiny) : Histogram(tiny), data_(data), bins_(kBins) {}
  void run() {
    bench::require(cudaMemsetAsync(bins_, 0, kBins * sizeof(unsigned)));
    histogram<<<kBlocks, 256>>>(data_, words, bins_);
    bench::finish();
  }
  void check() {
    bench::Array<unsigned> bins(kBins);
    bins_.copyTo(bins);
    Histogram::check(bins.data());
  }
  bench::DeviceArray<unsigned> data_, bins_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
