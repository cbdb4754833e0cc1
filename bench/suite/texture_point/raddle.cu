#include "../common/texture.h"
#include "problem.h"

__global__ void turned(float *out, cudaTextureObject_t image, bench::Turn turn, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size)
    out[y * size + x] = tex2D<float>(image, turn.x(x, y), turn.y(x, y));
}

struct Program : TexturePoint {
  explicit Program(bool tiny)
      : TexturePoint(tiny), out_(in.size()),
        image_(in, {std::size_t(size), std::size_t(size), 0}, cudaFilterModePoint) {}
  void run() {
    turned<<<dim3(bench::blocksFor(size, 32), bench::blocksFor(size, 8)), dim3(32, 8)>>>(out_, image_, turn,
                                                                                         size);
    bench::finish();
  }
  void check() {
    bench::Array<float> out(in.size());
    out_.copyTo(out);
    TexturePoint::check(out.data());
  }
  bench::DeviceArray<float> out_;
  bench::Texture image_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
