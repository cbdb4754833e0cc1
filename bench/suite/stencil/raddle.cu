#include "../common/device.h"
#include "problem.h"

__global__ void stencil(float *out, const float *in, int size, float centre, float side) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= size - 1 || y >= size - 1)
    return;
  int i = y * size + x;
  out[i] = centre * in[i] + side * (in[i - 1] + in[i + 1] + in[i - size] + in[i + size]);
}

struct Program : Stencil {
  explicit Program(bool tiny) : Stencil(tiny), out_(in.size()), in_(in) {}
  void run() {
    dim3 block(32, 8);
    stencil<<<dim3(bench::blocksFor(size, block.x), bench::blocksFor(size, block.y)), block>>>(
        out_, in_, size, kCentre, kSide);
    bench::finish();
  }
  void check() {
    bench::Array<float> out(in.size());
    out_.copyTo(out);
    Stencil::check(out.data());
  }
  bench::DeviceArray<float> out_, in_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
