// With -rdc, files share device code, but static kernels, variables and functions stay each file's own.
#include "../../check.h"

static __device__ int value = 1;
static __managed__ int shared = 10;
static __device__ int twice(int x) { return 2 * x; }
static __global__ void tell(int *out) { *out = twice(value) + shared++; }

int tellOther(int *out);

int main() {
  DeviceArray<int> out(1);
  tell<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 2 + 10);
  CHECK_EQ(tellOther(out.get()), 12 + 20);
  const int changed = 7;
  CHECK_CUDA(cudaMemcpyToSymbol(value, &changed, sizeof changed));
  tell<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 14 + 11);
  CHECK_EQ(tellOther(out.get()), 12 + 21);
  CHECK_EQ(shared, 12);
  return verdict();
}
