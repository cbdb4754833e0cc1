// printf in kernels formats as the host's printf does; each call's line comes out whole.
#include "../capture.h"

__global__ void print_all(const char *none) {
  int t = threadIdx.x;
  if (t == 0) {
    printf("a integers %d %i %u %x %X %o [%5d] [%-5d] [%05d] [%+d]\n", -1, 2, 3000000000u, 255, 255, 8, 42,
           42, 42, 42);
    printf("b longs %ld %lu %lld %llu %llx %hd\n", -1L, 2UL, -3000000000LL, 18446744073709551615ULL,
           0xfedcba9876543210ULL, short(-5));
    printf("c reals %f %.3f %e %g %G %8.2f [%-9.1f] %.0f\n", 1.5, 3.14159, 12345.678, 0.0001, 1e20, -2.345,
           7.25, 0.5);
    printf("d floats %f %g\n", 0.25f, 1.0f / 3);
    printf("e text %s [%10s] [%-10s] [%.2s] %c%c %%\n", "warp", "right", "left", "truncated", 'o', 'k');
    printf("f star [%*d]\n", 6, 42);
    printf("g nothing to format\n");
    printf("h many %d %d %d %d %d %d %d %d %d %d %f %d %lld %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.5, 12,
           13LL, 14);
    printf("i special %f %f %g\n", INFINITY, -INFINITY, 0.0);
  }
  printf("thread %2d of block %d\n", t, blockIdx.x);
  if (t == 1)
    printf("j two\nj lines\n");
}

int main() {
  std::vector<std::string> got = linesPrintedBy([] { print_all<<<2, 40>>>(nullptr); });
  char line[300];
  std::vector<std::string> expected;
  auto expect = [&](auto... arguments) {
    std::snprintf(line, sizeof line, arguments...);
    expected.push_back(line);
  };
  for (int block = 0; block < 2; ++block) {
    expect("a integers %d %i %u %x %X %o [%5d] [%-5d] [%05d] [%+d]", -1, 2, 3000000000u, 255, 255, 8, 42, 42,
           42, 42);
    expect("b longs %ld %lu %lld %llu %llx %hd", -1L, 2UL, -3000000000LL, 18446744073709551615ULL,
           0xfedcba9876543210ULL, short(-5));
    expect("c reals %f %.3f %e %g %G %8.2f [%-9.1f] %.0f", 1.5, 3.14159, 12345.678, 0.0001, 1e20, -2.345,
           7.25, 0.5);
    expect("d floats %f %g", 0.25f, 1.0f / 3);
    expect("e text %s [%10s] [%-10s] [%.2s] %c%c %%", "warp", "right", "left", "truncated", 'o', 'k');
    expect("f star [%*d]", 6, 42);
    expect("g nothing to format");
    expect("h many %d %d %d %d %d %d %d %d %d %d %f %d %lld %d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.5, 12,
           13LL, 14);
    expect("i special inf -inf 0");
    expect("j two");
    expect("j lines");
    for (int t = 0; t < 40; ++t)
      expect("thread %2d of block %d", t, block);
  }
  std::sort(expected.begin(), expected.end());
  CHECK_SAME(got, expected);
  return verdict();
}
