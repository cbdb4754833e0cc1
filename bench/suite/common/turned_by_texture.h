// The CUDA competitor of the benchmarks that turn an image: a texture reads it.
#ifndef RADDLE_BENCH_TURNED_BY_TEXTURE_H
#define RADDLE_BENCH_TURNED_BY_TEXTURE_H

#include "texture.h"
#include "turned_image.h"

namespace bench {

__global__ void turned(float *out, cudaTextureObject_t image, Turn turn, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < size && y < size)
    out[y * size + x] = tex2D<float>(image, turn.x(x, y), turn.y(x, y));
}

template <typename Problem, cudaTextureFilterMode kFilter>
struct TurnedByTexture : Problem {
  explicit TurnedByTexture(bool tiny)
      : Problem(tiny), out_(this->in.size()),
        image_(this->in, {std::size_t(this->size), std::size_t(this->size), 0}, kFilter) {}
  void run() {
    turned<<<dim3(blocksFor(this->size, 32), blocksFor(this->size, 8)), dim3(32, 8)>>>(out_, image_,
                                                                                       this->turn, this->size);
    finish();
  }
  void check() {
    Array<float> out(this->in.size());
    out_.copyTo(out);
    Problem::check(out.data());
  }
  DeviceArray<float> out_;
  Texture image_;
};

} // namespace bench

#endif
