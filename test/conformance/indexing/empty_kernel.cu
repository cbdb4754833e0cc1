// A kernel that does nothing can be launched, often and in every size.
#include "../check.h"

__global__ void nothing() {}
__global__ void nothing_with_parameters(int, const float *, double) {}

int main() {
  nothing<<<1, 1>>>();
  CHECK_LAUNCH();
  for (int i = 0; i < 1000; ++i)
    nothing<<<1, 32>>>();
  CHECK_LAUNCH();
  nothing<<<dim3(17, 5, 3), dim3(8, 4, 2)>>>();
  nothing_with_parameters<<<4, 1024, 1000>>>(1, nullptr, 2.0);
  CHECK_LAUNCH();
  return verdict();
}
