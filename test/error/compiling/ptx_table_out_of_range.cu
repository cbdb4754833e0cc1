// A constant that its instruction does not take.
// stderr: {here}: error: asm: the table of a function of three bits is a number from 0 to 255
#include <cuda_runtime.h>

__global__ void choose(int *values) {
  int result;
  asm("lop3.b32 %0, %1, %1, %1, 0x1ca;" : "=r"(result) : "r"(values[0])); // <- here
  values[0] = result;
}

int main() { choose<<<1, 1>>>(nullptr); }
