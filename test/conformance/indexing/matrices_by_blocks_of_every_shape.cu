// A matrix is walked by blocks of many shapes, with indices of 32 and 64 bits, by rows of blocks that do not fit its size,
// and each thread says what blockDim is.
#include "../check.h"

__host__ __device__ int element(int x, int y) { return (x * 7919 + y * 104729) % 1000003; }

// A weighted sum of each element and its neighbours, found by an index of type `Index`.
template <typename Index> __global__ void add_neighbours(int *out, const int *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  Index i = static_cast<Index>(y) * width + x;
  out[i] = in[i] + 2 * in[i - 1] + 3 * in[i + 1] + 5 * in[i - width] + 7 * in[i + width];
}

// The matrix is as large as the grid, so that no thread is left out.
__global__ void transpose_blocks(int *out, const int *in) {
  const unsigned width = gridDim.x * blockDim.x;
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned turned = threadIdx.y + threadIdx.x * blockDim.y;
  const unsigned tx = blockIdx.x * blockDim.x + turned % blockDim.x,
                 ty = blockIdx.y * blockDim.y + turned / blockDim.x;
  out[ty * width + tx] = in[y * width + x];
}

__device__ __noinline__ unsigned threads_of_block(unsigned salt) {
  return blockDim.x * blockDim.y * blockDim.z + salt;
}
__global__ void say_extents(unsigned *out) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned *own = out + 4 * (blockIdx.x * threads + thread);
  own[0] = blockDim.x;
  own[1] = blockDim.y;
  own[2] = blockDim.z;
  own[3] = threads_of_block(thread);
}

template <typename Index> void check_neighbours(dim3 block, int width, int height) {
  std::vector<int> in(width * height), expected(width * height, -1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      in[y * width + x] = element(x, y);
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x)
      expected[y * width + x] = element(x, y) + 2 * element(x - 1, y) + 3 * element(x + 1, y) +
                                5 * element(x, y - 1) + 7 * element(x, y + 1);
  DeviceArray<int> input(in), output(std::vector<int>(width * height, -1));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  add_neighbours<Index><<<grid, block>>>(output.get(), input.get(), width, height);
  CHECK_LAUNCH();
  CHECK_SAME(output.host(), expected);
}

void check_turned(dim3 block) {
  const dim3 grid(3, 2);
  const unsigned width = grid.x * block.x, height = grid.y * block.y;
  std::vector<int> in(width * height), expected(width * height);
  for (unsigned i = 0; i < in.size(); ++i)
    in[i] = static_cast<int>(i);
  for (unsigned y = 0; y < height; ++y)
    for (unsigned x = 0; x < width; ++x) {
      const unsigned turned = y % block.y + x % block.x * block.y;
      const unsigned tx = x / block.x * block.x + turned % block.x, ty = y / block.y * block.y + turned / block.x;
      expected[ty * width + tx] = in[y * width + x];
    }
  DeviceArray<int> input(in), output(width * height);
  transpose_blocks<<<grid, block>>>(output.get(), input.get());
  CHECK_LAUNCH();
  CHECK_SAME(output.host(), expected);
}

int main() {
  for (dim3 block : {dim3(32, 8), dim3(32), dim3(32, 32), dim3(16, 16), dim3(16, 2), dim3(8, 8), dim3(8, 4), dim3(4, 16),
                     dim3(2, 64), dim3(1, 32), dim3(64, 4), dim3(128, 2), dim3(256), dim3(48, 5), dim3(20, 20),
                     dim3(100), dim3(33, 3)}) {
    check_neighbours<int>(block, 203, 77);
    check_neighbours<unsigned>(block, 64, 64);
    check_neighbours<long long>(block, 203, 77);
    check_neighbours<std::size_t>(block, 128, 40);
    check_turned(block);
  }
  for (dim3 block : {dim3(32, 8), dim3(32), dim3(16, 16), dim3(16, 2), dim3(8, 4, 5), dim3(4, 4, 2), dim3(4, 8, 3),
                     dim3(1, 32, 2), dim3(64, 4), dim3(256), dim3(512), dim3(32, 2, 2), dim3(32, 1, 3), dim3(20, 3, 2),
                     dim3(7)}) {
    const unsigned threads = block.x * block.y * block.z, blocks = 3;
    DeviceArray<unsigned> out(4 * blocks * threads);
    say_extents<<<blocks, block>>>(out.get());
    CHECK_LAUNCH();
    std::vector<unsigned> got = out.host();
    for (unsigned i = 0; i < blocks * threads; ++i) {
      CHECK_EQ(got[4 * i], block.x);
      CHECK_EQ(got[4 * i + 1], block.y);
      CHECK_EQ(got[4 * i + 2], block.z);
      CHECK_EQ(got[4 * i + 3], threads + i % threads);
    }
  }
  return verdict();
}
