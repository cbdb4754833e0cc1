#include "../common/texture.h"
#include "problem.h"

__global__ void slices(float *out, cudaTextureObject_t volume, bench::Turn turn, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      slice = blockIdx.z;
  if (x < size && y < size)
    out[(slice * size + y) * size + x] =
        tex3D<float>(volume, turn.x(x, y), turn.y(x, y), 0.25f * x + 3.3f * slice);
}

struct Program : TextureVolume {
  explicit Program(bool tiny)
      : TextureVolume(tiny), out_(results),
        volume_(in, {std::size_t(size), std::size_t(size), std::size_t(size)}, cudaFilterModeLinear) {}
  void run() {
    slices<<<dim3(bench::blocksFor(size, 32), bench::blocksFor(size, 8), kSlices), dim3(32, 8)>>>(
        out_, volume_, turn, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> out(results);
    out_.copyTo(out);
    TextureVolume::check(out.data());
  }
  bench::DeviceArray<float> out_;
  bench::Texture volume_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
