// Division by a number that all threads of a block have in common, also zero, in blocks of several warps: before and
// between their barriers. No remainder of a division by zero: on a GPU it depends on whether the quotient is computed, too.
// check: division-by-zero
#include "../check.h"

// Blocks take the tiles of a matrix in strips of so many columns.
__global__ void sums_of_rows(unsigned *sums, const unsigned *in, unsigned size, unsigned columns) {
  __shared__ unsigned tile[32][32];
  const unsigned strip = blockIdx.x / (columns * gridDim.y), block = blockIdx.x + gridDim.x * blockIdx.y;
  const unsigned row = (block / columns + strip) % (size / 32) * 32 + threadIdx.y;
  unsigned sum = 0;
  for (unsigned first = 0; first < size; first += 32) {
    tile[threadIdx.y][threadIdx.x] = in[row * size + first + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < 32; ++k)
      sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
    __syncthreads();
  }
  sums[block * 1024 + threadIdx.y * 32 + threadIdx.x] = sum;
}

// In a loop, by what comes from memory; and, after it, by a number of each warp's own.
template <bool behind> __global__ void in_a_loop(int *out, const int *divisors, int count) {
  __shared__ int last[8];
  const int thread = threadIdx.y * 32 + threadIdx.x;
  int value = (thread - 100) * 12345;
  for (int i = 0; i < count; ++i) {
    value = value / divisors[i] + thread;
    if (threadIdx.x == 31)
      last[threadIdx.y] = value;
    __syncthreads();
    value ^= last[(threadIdx.y + i) % 8] % (divisors[i] | 1);
    __syncthreads();
  }
  out[thread] = behind ? value / divisors[threadIdx.y] : value;
}

unsigned quotient(unsigned a, unsigned b) { return b == 0 ? ~0u : a / b; }
int quotient(int a, int b) { return b == 0 ? -1 : a / b; }

int main() {
  const unsigned size = 128, tiles = size / 32;
  Random random;
  std::vector<unsigned> in(size * size);
  for (unsigned &value : in)
    value = random.bits();
  DeviceArray<unsigned> device(in);
  for (unsigned columns : {1u, 2u, 3u, 0u}) {
    DeviceArray<unsigned> sums(std::vector<unsigned>(tiles * tiles * 1024, 0));
    sums_of_rows<<<dim3(tiles, tiles), dim3(32, 32)>>>(sums.get(), device.get(), size, columns);
    CHECK_LAUNCH();
    std::vector<unsigned> expected(tiles * tiles * 1024, 0);
    for (unsigned y = 0; y < tiles; ++y)
      for (unsigned x = 0; x < tiles; ++x) {
        const unsigned block = x + tiles * y, strip = quotient(x, columns * tiles);
        const unsigned top = (quotient(block, columns) + strip) % tiles * 32;
        for (unsigned i = 0; i < 32; ++i)
          for (unsigned j = 0; j < 32; ++j)
            for (unsigned k = 0; k < size; ++k)
              expected[block * 1024 + i * 32 + j] +=
                  in[(top + i) * size + k] * in[(top + k % 32) * size + k / 32 * 32 + j];
      }
    CHECK_SAME(sums.host(), expected);
  }
  for (int zero : {-1, 0, 3, 7}) {
    std::vector<int> divisors{3, -7, 1, -1, 1000, 2, -64, 5};
    if (zero >= 0)
      divisors[zero] = 0;
    DeviceArray<int> device_divisors(divisors), out(std::vector<int>(256, 0));
    in_a_loop<false><<<1, dim3(32, 8)>>>(out.get(), device_divisors.get(), 8);
    CHECK_LAUNCH();
    std::vector<int> values(256);
    for (int i = 0; i < 256; ++i)
      values[i] = (i - 100) * 12345;
    for (int i = 0; i < 8; ++i) {
      for (int thread = 0; thread < 256; ++thread)
        values[thread] = quotient(values[thread], divisors[i]) + thread;
      int last[8];
      for (int warp = 0; warp < 8; ++warp)
        last[warp] = values[warp * 32 + 31];
      for (int thread = 0; thread < 256; ++thread)
        values[thread] ^= last[(thread / 32 + i) % 8] % (divisors[i] | 1);
    }
    CHECK_SAME(out.host(), values);
    in_a_loop<true><<<1, dim3(32, 8)>>>(out.get(), device_divisors.get(), 8);
    CHECK_LAUNCH();
    for (int thread = 0; thread < 256; ++thread)
      values[thread] = quotient(values[thread], divisors[thread / 32]);
    CHECK_SAME(out.host(), values);
  }
  return verdict();
}
