// Tiles of 16 x 16 are transposed in registers; 4 of them next to each other fill whole cache lines' worth of
// pages.
#include "../common/vector.h"
#include "problem.h"

using namespace bench;

#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Each step exchanges what lies off the diagonal of blocks of 1, 2, 4 and 8 elements.
static void transposeTile(float *out, const float *in, int stride) {
  Float16 r[16], t[16];
  for (int i = 0; i < 16; ++i)
    r[i] = load(in + std::size_t(i) * stride);
  for (int i = 0; i < 16; i += 2) {
    t[i] = SHUFFLE(r[i], r[i + 1], 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
    t[i + 1] = SHUFFLE(r[i], r[i + 1], 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
  }
  for (int i = 0; i < 16; i += i % 4 == 1 ? 3 : 1) {
    r[i] = SHUFFLE(t[i], t[i + 2], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
    r[i + 2] = SHUFFLE(t[i], t[i + 2], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
  }
  for (int i = 0; i < 16; i += i % 8 == 3 ? 5 : 1) {
    t[i] = SHUFFLE(r[i], r[i + 4], 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
    t[i + 4] = SHUFFLE(r[i], r[i + 4], 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
  }
  for (int i = 0; i < 8; ++i) {
    r[i] = SHUFFLE(t[i], t[i + 8], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
    r[i + 8] = SHUFFLE(t[i], t[i + 8], 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  }
  for (int i = 0; i < 16; ++i)
    store(out + std::size_t(i) * stride, r[i]);
}

struct Program : Transpose {
  explicit Program(bool tiny) : Transpose(tiny), out_(in.size()) {}
  void run() {
    constexpr int kBlock = 32;
#pragma omp parallel for collapse(2)
    for (int y = 0; y < size; y += kBlock)
      for (int x = 0; x < size; x += kBlock)
        for (int row = y; row < y + kBlock; row += 16)
          for (int column = x; column < x + kBlock; column += 16)
            transposeTile(&out_[std::size_t(row) * size + column], &in[std::size_t(column) * size + row],
                          size);
  }
  void check() { Transpose::check(out_.data()); }
  Array<float> out_;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
