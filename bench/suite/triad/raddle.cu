#include "../common/device.h"
#include "problem.h"

__global__ void triad(float *a, const float *b, const float *c, float scale, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    a[i] = b[i] + scale * c[i];
}

struct Program : Triad {
  explicit Program(bool tiny) : Triad(tiny), a_(size), b_(b), c_(c) {}
  void run() {
    triad<<<bench::blocksFor(size, 256), 256>>>(a_, b_, c_, kScale, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> a(size);
    a_.copyTo(a);
    Triad::check(a.data());
  }
  bench::DeviceArray<float> a_, b_, c_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
