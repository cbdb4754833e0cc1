// A volume is walked by blocks of three dimensions, whose warps are parts of rows, rows, planes or several
// planes; with neighbours in memory, in shared memory after a barrier, and in the warp.
#include "../check.h"

__host__ __device__ int element(int x, int y, int z) {
  return (x * 7919 + y * 104729 + z * 1299709) % 1000003;
}

__global__ void add_neighbours(int *out, const int *in, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1)
    return;
  int i = (z * height + y) * width + x;
  out[i] = in[i] + 2 * in[i - 1] + 3 * in[i + 1] + 5 * in[i - width] + 7 * in[i + width] +
           11 * in[i - width * height] + 13 * in[i + width * height];
}

// The same thread of the block turned about its diagonal.
__global__ void turn_blocks(int *out) {
  __shared__ int block[1024];
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int turned = (threadIdx.x * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z;
  block[turned] = thread * 3 + blockIdx.x;
  __syncthreads();
  out[blockIdx.x * threads + thread] = block[thread];
}

__device__ __noinline__ unsigned own_place() { return threadIdx.x | threadIdx.y << 10 | threadIdx.z << 20; }
// Who the next lane is.
__global__ void name_neighbours(unsigned *out) {
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned next = __shfl_down_sync(__activemask(), own_place(), 1);
  const bool has_next = thread % 32 != 31 && thread + 1 < threads;
  out[blockIdx.x * threads + thread] = has_next ? next : own_place();
}

void check_stencil(dim3 block, int width, int height, int depth) {
  const int size = width * height * depth;
  std::vector<int> in(size), expected(size, -1);
  auto at = [&](int x, int y, int z) { return (z * height + y) * width + x; };
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        in[at(x, y, z)] = element(x, y, z);
  for (int z = 1; z < depth - 1; ++z)
    for (int y = 1; y < height - 1; ++y)
      for (int x = 1; x < width - 1; ++x)
        expected[at(x, y, z)] = element(x, y, z) + 2 * element(x - 1, y, z) + 3 * element(x + 1, y, z) +
                                5 * element(x, y - 1, z) + 7 * element(x, y + 1, z) +
                                11 * element(x, y, z - 1) + 13 * element(x, y, z + 1);
  DeviceArray<int> input(in), output(std::vector<int>(size, -1));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y,
                  (depth + block.z - 1) / block.z);
  add_neighbours<<<grid, block>>>(output.get(), input.get(), width, height, depth);
  CHECK_LAUNCH();
  CHECK_SAME(output.host(), expected);
}

void check_block(dim3 block) {
  const unsigned threads = block.x * block.y * block.z, blocks = 3;
  DeviceArray<int> turned(blocks * threads);
  turn_blocks<<<blocks, block>>>(turned.get());
  CHECK_LAUNCH();
  DeviceArray<unsigned> named(blocks * threads);
  name_neighbours<<<blocks, block>>>(named.get());
  CHECK_LAUNCH();
  const std::vector<int> got_turned = turned.host();
  const std::vector<unsigned> got_named = named.host();
  auto place = [&](unsigned thread) {
    return thread % block.x | thread / block.x % block.y << 10 | thread / block.x / block.y << 20;
  };
  for (unsigned b = 0; b < blocks; ++b)
    for (unsigned thread = 0; thread < threads; ++thread) {
      const unsigned x = thread / block.z / block.y, y = thread / block.z % block.y, z = thread % block.z;
      CHECK_EQ(got_turned[b * threads + thread], int((z * block.y + y) * block.x + x) * 3 + int(b));
      const bool has_next = thread % 32 != 31 && thread + 1 < threads;
      CHECK_EQ(got_named[b * threads + thread], place(thread + has_next));
    }
}

int main() {
  for (dim3 block :
       {dim3(4, 4, 4),  dim3(4, 4, 2),   dim3(8, 2, 2),   dim3(8, 2, 8),  dim3(2, 2, 16), dim3(2, 8, 6),
        dim3(16, 1, 2), dim3(16, 1, 10), dim3(1, 1, 64),  dim3(1, 16, 4), dim3(1, 2, 32), dim3(2, 1, 16),
        dim3(8, 8, 8),  dim3(8, 4, 4),   dim3(32, 2, 4),  dim3(64, 2, 2), dim3(4, 4, 3),  dim3(2, 2, 2),
        dim3(5, 3, 4),  dim3(6, 6, 6),   dim3(10, 10, 10)}) {
    check_stencil(block, 37, 21, 19);
    check_stencil(block, 64, 16, 64);
    check_block(block);
  }
  return verdict();
}
