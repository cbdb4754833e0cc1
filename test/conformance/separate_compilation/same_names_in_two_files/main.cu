// Without -rdc, files do not see each other's device code: static kernels and variables may share names.
#include "../../check.h"

static __device__ int value = 1;
static __global__ void tell(int *out) { *out = value; }
__device__ int helper() { return 10; }
__global__ void tellHelper(int *out) { *out = helper(); }

int tellOther(int *out);

int main() {
  DeviceArray<int> out(1);
  tell<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 1);
  CHECK_EQ(tellOther(out.get()), 2);
  tellHelper<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 10);
  return verdict();
}
