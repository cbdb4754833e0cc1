// printf in kernels: flags, widths, special values, and what is no conversion of CUDA, which comes out as it
// stands.
#include "../capture.h"

__global__ void print(const char *none, int *counts) {
  int n = 0;
  counts[n++] =
      printf("a [%5d] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o] [%.3d] [%8.3d]\n", 1, 2, 3, 4, 5, 6, 7, 8, 9);
  counts[n++] = printf("b [%*d] [%-*d]\n", 6, 1, 6, 2);
  counts[n++] = printf("c [%ld] [%lld] [%lu] [%llu] [%llx] [%lo] [%hd]\n", -1L, -2LL, 3UL, 4ULL,
                       0xfedcba9876543210ULL, 8UL, 70000);
  counts[n++] = printf("d [%f] [%F] [%e] [%E] [%g] [%G] [%a] [%A]\n", 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5);
  counts[n++] =
      printf("e [%f] [%F] [%e] [%g]\n", static_cast<double>(INFINITY), static_cast<double>(INFINITY),
             -static_cast<double>(INFINITY), static_cast<double>(INFINITY));
  counts[n++] = printf("f [%s] [%10s] [%-10s] [%.2s] [%s]\n", "abc", "abc", "abc", "abc", none);
  counts[n++] = printf("g [%p] [%20p] [%p]\n", reinterpret_cast<void *>(0x1234),
                       reinterpret_cast<void *>(0x1234), static_cast<void *>(nullptr));
  counts[n++] = printf("h %%|%d%%\n", 3);
  counts[n++] = printf("i [%k] [%y] [%d]\n", 1, 2, 3);
  counts[n++] = printf("j [%n] [%m]\n", counts);
  counts[n++] = printf("k extra [%d]\n", 1, 2, 3);
  counts[n++] = printf("l [%5c] [%-5c]|\n", 'a', 'b');
  counts[n++] = printf("m [%-+8.2f] [%08.2f] [%+e] [%#.0f] [% g] [%.10g] [%010d] [%-010d]\n", 1.5, -1.5, 2.5,
                       3.0, 4.0, 1.0 / 3, 42, 42);
  counts[n++] =
      printf("n %d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,"
             "%d,%d\n",
             1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
             27, 28, 29, 30, 31, 32);
  counts[n++] = printf("");
  counts[n++] = printf(none);
  counts[n++] = printf("z ends in the middle %");
}

int main() {
  DeviceArray<int> counts(17);
  const std::vector<std::string> expected = {
      "a [    1] [2    ] [00003] [+4] [ 5] [0x6] [07] [008] [     009]",
      "b [     1] [2     ]",
      "c [-1] [-2] [3] [4] [fedcba9876543210] [10] [4464]",
      "d [1.500000] [1.500000] [1.500000e+00] [1.500000E+00] [1.5] [1.5] [0x1.8p+0] [0X1.8P+0]",
      "e [inf] [INF] [-inf] [inf]",
      "f [abc] [       abc] [abc       ] [ab] [(null)]",
      "g [0x1234] [              0x1234] [(nil)]",
      "h %|3%",
      "i [%k] [%y] [1]",
      "j [%n] [%m]",
      "k extra [1]",
      "l [    a] [b    ]|",
      "m [+1.50   ] [-0001.50] [+2.500000e+00] [3.] [ 4] [0.3333333333] [0000000042] [42        ]",
      "n 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32",
      "z ends in the middle %"};
  CHECK_SAME(linesPrintedBy([&] { print<<<1, 1>>>(nullptr, counts.get()); }), expected);
  CHECK_SAME(counts.host(), (std::vector<int>{9, 4, 7, 8, 4, 5, 3, 1, 1, 0, 1, 2, 8, 32, 0, -1, 0}));
  return verdict();
}
