// Kernels and variables may share a name when they live in different namespaces or have different parameters.
#include "../check.h"

namespace one {
__device__ int value = 1;
__global__ void tell(int *out) { *out = value; }
} // namespace one
namespace two {
__device__ int value = 2;
__global__ void tell(int *out) { *out = value; }
} // namespace two
namespace {
__device__ int value = 3;
__global__ void tell(int *out) { *out = value; }
} // namespace
static __global__ void tell(int *out, int extra) { *out = value + extra; }
static __global__ void tell(int *out, float extra) { *out = value + static_cast<int>(extra * 100); }
extern "C" __global__ void tell_in_c(int *out) { *out = 6; }

int main() {
  DeviceArray<int> out(1);
  one::tell<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 1);
  two::tell<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 2);
  tell<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 3);
  tell<<<1, 1>>>(out.get(), 1);
  CHECK_EQ(out.first(), 4);
  tell<<<1, 1>>>(out.get(), 0.02f);
  CHECK_EQ(out.first(), 5);
  tell_in_c<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 6);
  CHECK_LAUNCH();
  return verdict();
}
