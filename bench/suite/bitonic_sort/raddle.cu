#include "../common/device.h"
#include "problem.h"

__global__ void bitonicSort(int *out, const int *in) {
  constexpr int kSegment = BitonicSort::kSegment;
  __shared__ int keys[kSegment];
  in += blockIdx.x * kSegment;
  out += blockIdx.x * kSegment;
  keys[threadIdx.x] = in[threadIdx.x];
  keys[threadIdx.x + kSegment / 2] = in[threadIdx.x + kSegment / 2];
  for (int length = 2; length <= kSegment; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int first = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool ascending = (first & length) == 0;
      int a = keys[first], b = keys[first + stride];
      if ((a > b) == ascending) {
        keys[first] = b;
        keys[first + stride] = a;
      }
    }
  __syncthreads();
  out[threadIdx.x] = keys[threadIdx.x];
  out[threadIdx.x + kSegment / 2] = keys[threadIdx.x + kSegment / 2];
}

struct Program : BitonicSort {
  explicit Program(bool tiny) : BitonicSort(tiny), out_(size), in_(in) {}
  void run() {
    bitonicSort<<<size / kSegment, kSegment / 2>>>(out_, in_);
    bench::finish();
  }
  void check() {
    bench::Array<int> out(size);
    out_.copyTo(out);
    BitonicSort::check(out.data());
  }
  bench::DeviceArray<int> out_, in_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
