// A kernel's address on the host chooses among overloads, is stored in tables, and launches.
#include "../check.h"

__global__ void set(int *out) { *out = 1; }
__global__ void set(int *out, int value) { *out = value; }
__global__ void set_two(int *out, int value) { *out = value * 2; }

int main() {
  DeviceArray<int> out(1);
  void (*plain)(int *) = set;
  plain<<<1, 1>>>(out.get());
  CHECK_EQ(out.first(), 1);
  void (*table[2])(int *, int) = {set, set_two};
  for (int i = 0; i < 2; ++i) {
    table[i]<<<1, 1>>>(out.get(), 21);
    CHECK_EQ(out.first(), 21 * (i + 1));
  }
  int *pointer = out.get(), value = 5;
  void *arguments[] = {&pointer, &value};
  CHECK_CUDA(cudaLaunchKernel(reinterpret_cast<void *>(table[1]), dim3(1), dim3(1), arguments, 0, nullptr));
  CHECK_EQ(out.first(), 10);
  CHECK_LAUNCH();
  return verdict();
}
