// A breakpoint at a kernel's name stops in the kernel, where its arguments are.
// flags: -g -G
// gdb: break fill
// gdb: run
// gdb: info breakpoints
// gdb: print threadIdx
// gdb: print n
// output: fill \(n=100, .*\) at .*break_at_a_kernel.cu:{here}
// output: CUDA kernel fill.*, block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0
// output: = \{x = 0, y = 0, z = 0\}
// output: = 100$
// not: raddle_entry
__global__ void fill(int n, float *values) {
  int i = threadIdx.x; // <- here
  if (i < n)
    values[i] = i;
}

int main() {
  float *values;
  cudaMalloc(&values, 128 * sizeof(float));
  fill<<<1, 128>>>(100, values);
  return cudaDeviceSynchronize();
}
