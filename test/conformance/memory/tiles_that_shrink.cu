// Steps in a tile of shared memory that loses a ring of its cells in each: blocks of several widths and heights, of which
// warps are several rows, one or a part of one, elements of several sizes, tiles of two dimensions and flat ones, plates
// that end within a tile, and all numbers of steps that leave something.
#include "../check.h"

#include <algorithm>

namespace {

// Small multiples of a power of two: all orders of summation give the same, and so do all widths of numbers.
template <typename T> __host__ __device__ T stepOf(T cell, T west, T east, T north, T south, T source) {
  return T(cell + source + (west + east - 2.0 * cell) * T(2) + (north + south - 2.0 * cell));
}

template <typename T, int kWidth, int kHeight> struct Tile {
  T cells[kHeight][kWidth];
  __device__ T &at(int x, int y) { return cells[y][x]; }
};
template <typename T, int kWidth, int kHeight> struct FlatTile {
  T cells[kHeight * kWidth];
  __device__ T &at(int x, int y) { return cells[y * kWidth + x]; }
};

template <typename T, int kWidth, int kHeight, template <typename, int, int> class Cells>
__global__ void shrinking(T *out, const T *in, const T *sources, int width, int height, int steps) {
  __shared__ Cells<T, kWidth, kHeight> now, next, source;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int left = blockIdx.x * (kWidth - 2 * steps) - steps,
            top = blockIdx.y * (kHeight - 2 * steps) - steps;
  const int x = left + tx, y = top + ty, i = y * width + x;
  if (x >= 0 && x < width && y >= 0 && y < height) {
    now.at(tx, ty) = in[i];
    source.at(tx, ty) = sources[i];
  }
  __syncthreads();
  const int first_x = left < 0 ? -left : 0, last_x = min(width - 1 - left, kWidth - 1);
  const int first_y = top < 0 ? -top : 0, last_y = min(height - 1 - top, kHeight - 1);
  bool computed;
  for (int step = 0; step < steps; ++step) {
    computed = false;
    if (tx > step && tx < kWidth - 1 - step && ty > step && ty < kHeight - 1 - step && tx >= first_x &&
        tx <= last_x && ty >= first_y && ty <= last_y) {
      computed = true;
      next.at(tx, ty) =
          stepOf<T>(now.at(tx, ty), now.at(max(tx - 1, first_x), ty), now.at(min(tx + 1, last_x), ty),
                    now.at(tx, max(ty - 1, first_y)), now.at(tx, min(ty + 1, last_y)), source.at(tx, ty));
    }
    __syncthreads();
    if (step == steps - 1)
      break;
    if (computed)
      now.at(tx, ty) = next.at(tx, ty);
    __syncthreads();
  }
  if (computed)
    out[i] = next.at(tx, ty);
}

template <typename T, int kWidth, int kHeight, template <typename, int, int> class Cells>
void check(int width, int height) {
  Random random;
  std::vector<T> in(width * height), sources(in.size());
  for (T &value : in)
    value = T(random.below(8));
  for (T &value : sources)
    value = T(random.below(3));
  DeviceArray<T> device_in(in), device_sources(sources);
  std::vector<T> now = in, next(in.size());
  for (int steps = 1; 2 * steps < std::min(kWidth, kHeight); ++steps) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        auto at = [&](int column, int row) {
          return now[std::clamp(row, 0, height - 1) * width + std::clamp(column, 0, width - 1)];
        };
        next[y * width + x] = stepOf<T>(at(x, y), at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1),
                                        sources[y * width + x]);
      }
    std::swap(now, next);
    DeviceArray<T> out(in.size());
    const int inner_width = kWidth - 2 * steps, inner_height = kHeight - 2 * steps;
    const dim3 blocks((width + inner_width - 1) / inner_width, (height + inner_height - 1) / inner_height);
    shrinking<T, kWidth, kHeight, Cells><<<blocks, dim3(kWidth, kHeight)>>>(
        out.get(), device_in.get(), device_sources.get(), width, height, steps);
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), now);
    // What grows with each step still fits into the numbers.
    if (steps == 4)
      break;
  }
}

} // namespace

int main() {
  check<float, 16, 16, Tile>(45, 37);
  check<float, 16, 16, FlatTile>(64, 16);
  check<double, 16, 8, Tile>(30, 21);
  check<int, 8, 8, FlatTile>(20, 9);
  check<float, 32, 8, Tile>(70, 11);
  check<short, 16, 16, Tile>(33, 31);
  check<float, 64, 4, Tile>(130, 7);
  check<float, 12, 12, Tile>(25, 13);
  return verdict();
}
