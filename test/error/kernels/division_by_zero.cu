// Integer division by zero: one warning per launch, and the GPU's values (all ones; the dividend as
// remainder).
// stderr: {here}: warning: kernel 'divide\(.*\)' divides an integer by zero
// stderr: note: block \(0,0,0\), thread \(\d+,0,0\)
#include "../error_check.h"

__global__ void divide(const int *a, const int *b, int *quotients, int *remainders) {
  int i = threadIdx.x;
  quotients[i] = a[i] / b[i];                         // <- here
  remainders[i] = static_cast<unsigned>(a[i]) % b[i]; // <- here
}

int main() {
  DeviceArray<int> a(std::vector<int>{7, -7, 0, 8}), b(std::vector<int>{0, 0, 0, 2}), quotients(4),
      remainders(4);
  divide<<<1, 4>>>(a.get(), b.get(), quotients.get(), remainders.get());
  CHECK_LAUNCH();
  CHECK_SAME(quotients.host(), (std::vector<int>{-1, -1, -1, 4}));
  CHECK_SAME(remainders.host(), (std::vector<int>{7, -7, 0, 0}));
  checkStillComputes();
  return verdict();
}
