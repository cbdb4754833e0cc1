// printf in a kernel returns how many arguments it formatted.
#include "../capture.h"

__global__ void print_some(int *results) {
  results[0] = printf("none\n");
  results[1] = printf("one %d\n", 1);
  results[2] = printf("three %d %f %s\n", 1, 2.0, "x");
}

int main() {
  DeviceArray<int> results(3);
  std::vector<std::string> lines = linesPrintedBy([&] { print_some<<<1, 1>>>(results.get()); });
  CHECK_SAME(lines, (std::vector<std::string>{"none", "one 1", "three 1 2.000000 x"}));
  CHECK_SAME(results.host(), (std::vector<int>{0, 1, 3}));
  return verdict();
}
