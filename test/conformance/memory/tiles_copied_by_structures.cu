// Rows of tiles that a few lanes copy by structures of 8, 16 and 32 bytes, into padded rows and out of them, by all lanes of a warp
// and by some.
#include "../check.h"

#include <numeric>

namespace {

constexpr int kRows = 24, kThreads = 96;

template <int words> struct __align__(words * 4) Piece { unsigned word[words]; };

// A row of the tile is `lanes` pieces; in memory it is `stride` words from the next, in the tile `lanes + 1` pieces.
template <int words, int lanes>
__global__ void copyTile(const unsigned *in, unsigned *out, int stride, int rows) {
  using Copied = Piece<words>;
  __shared__ Copied tile[kRows][lanes + 1];
  for (int i = threadIdx.x; i < rows * lanes; i += kThreads) {
    const int row = i / lanes, column = i % lanes;
    tile[row][column] = *reinterpret_cast<const Copied *>(&in[row * stride + column * words]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < rows * lanes; i += kThreads) {
    const int row = i / lanes, column = i % lanes;
    *reinterpret_cast<Copied *>(&out[row * stride + column * words]) = tile[row][column];
  }
}

template <int words, int lanes> void check(int rows) {
  constexpr int kStride = words * (lanes + 3);
  std::vector<unsigned> numbers(kRows * kStride), expected(kRows * kStride, 7);
  std::iota(numbers.begin(), numbers.end(), 1000u);
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < words * lanes; ++i)
      expected[static_cast<size_t>(row * kStride + i)] = numbers[static_cast<size_t>(row * kStride + i)];
  DeviceArray<unsigned> in(numbers), out(std::vector<unsigned>(kRows * kStride, 7));
  copyTile<words, lanes><<<1, kThreads>>>(in.get(), out.get(), kStride, rows);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

template <int words> void checkWidths() {
  for (int rows : {kRows, 17, 1}) {
    check<words, 2>(rows);
    check<words, 4>(rows);
    check<words, 8>(rows);
    check<words, 16>(rows);
    check<words, 3>(rows);
  }
}

} // namespace

int main() {
  checkWidths<2>();
  checkWidths<4>();
  checkWidths<8>();
  return verdict();
}
