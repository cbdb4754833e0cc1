// Operands that an asm statement does not have.
// stderr: {here}: error: invalid operand number
// stderr: {here}: error: invalid operand number
#include <cuda_runtime.h>

__global__ void add(int *values) {
  int sum;
  asm("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(values[0])); // <- here
  asm volatile("st.global.s32 [%0], %12;" ::"l"(values), "r"(sum) : "memory"); // <- here
}

int main() { add<<<1, 1>>>(nullptr); }
