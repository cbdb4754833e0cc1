// gdb by itself shows threadIdx, locals and source, and its backtrace ends at the bottom of the thread's own stack.
// flags: -g -G
// plain
// gdb: break without_the_script.cu:{here}
// gdb: run
// gdb: print threadIdx
// gdb: print twice
// gdb: backtrace
// gdb: next
// gdb: print values[0]
// output: fill \(values=.*\) at .*without_the_script.cu:{here}
// output: = \{x = 0, y = 0, z = 0\}
// output: = 14$
// output: #0 +fill
// output: #[12] .*fiberMain
// output: = 14$
// not: ^#[3-9]
// not: corrupt stack|0x0000000000000000
__global__ void fill(int *values) {
  int twice = 2 * (threadIdx.x + 7);
  values[threadIdx.x] = twice; // <- here
  __syncthreads();
}

int main() {
  int *values;
  cudaMallocManaged(&values, 8 * sizeof(int));
  fill<<<1, 8>>>(values);
  return cudaDeviceSynchronize();
}
