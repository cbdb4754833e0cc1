// Rows of 8 and 16 lanes of which some lanes are off, and indices that lanes bring to a join by several ways: some parted at a branch and
// bring the same index, others came another way all together.
#include "../check.h"

constexpr int kRounds = 4, kCells = 4096;

__host__ __device__ int near(int row, int round, int pitch) { return row * pitch + round * 256; }
__host__ __device__ int far(int row, int round, int pitch) {
  return (row * pitch ^ round) + 2048 + round * 256;
}

__global__ void place(int *out, int *other, int pitch, unsigned ways, int parting, int first, int rounds) {
  const int x = threadIdx.x, row = threadIdx.y, t = row * blockDim.x + x;
  if (x >= first)
    for (int round = 0; round < rounds; ++round) {
      const int close = near(row, round, pitch);
      int begin;
      if (ways >> round & 1) {
        if (parting > (row & 3) + round) {
          other[t * 2] = t * 7;
          other[t * 2 + 1] += pitch;
        } else {
          atomicAdd(&other[t * 2 + 1], 100);
        }
        begin = close;
      } else {
        other[t * 2] = pitch;
        begin = far(row, round, pitch + 3);
      }
      out[begin + x] = 1 + t * kRounds + round;
    }
}

int main() {
  for (int width : {8, 16})
    for (unsigned ways : {0u, 1u, 5u, 6u, 15u})
      for (int parting : {0, 2, 4, 8})
        for (int first : {0, 3}) {
          const int rows = 64 / width, pitch = width + 4;
          DeviceArray<int> out(kCells), other(128);
          place<<<1, dim3(width, rows)>>>(out.get(), other.get(), pitch, ways, parting, first, kRounds);
          CHECK_LAUNCH();
          std::vector<int> expected(kCells), expected_other(128);
          for (int row = 0; row < rows; ++row)
            for (int x = first; x < width; ++x)
              for (int round = 0; round < kRounds; ++round) {
                const int t = row * width + x;
                const bool goes_near = ways >> round & 1;
                int *beside = &expected_other[t * 2];
                if (!goes_near)
                  beside[0] = pitch;
                else if (parting > (row & 3) + round)
                  beside[0] = t * 7, beside[1] += pitch;
                else
                  beside[1] += 100;
                expected[(goes_near ? near(row, round, pitch) : far(row, round, pitch + 3)) + x] =
                    1 + t * kRounds + round;
              }
          CHECK_SAME(out.host(), expected);
          CHECK_SAME(other.host(), expected_other);
        }
  return verdict();
}
