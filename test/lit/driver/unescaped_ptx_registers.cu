// nvcc takes a register's name after a single % in asm with operands; lines stay where they are.
// RUN: %raddlecc -o %t %s && %t
// RUN: not %raddlecc -DWRONG -o %t %s 2>&1 | FileCheck %s
__global__ void kernel(unsigned *out) {
  unsigned lane, ctas;
  asm("mov.u32 %0, %laneid;\n\t"
      "mov.u32 %1, %nctaid.x;"
      : "=r"(lane), "=r"(ctas));
#ifdef WRONG
  // CHECK: unescaped_ptx_registers.cu:[[#@LINE+1]]:3: error: asm: there is no special register '%laneidentity'
  asm("mov.u32 %0, %laneidentity;" : "=r"(lane));
#endif
  out[threadIdx.x] = lane + 100 * ctas;
}

int main() {
  unsigned *out = nullptr;
  cudaMallocManaged(&out, 32 * sizeof *out);
  kernel<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  return out[7] != 207;
}
