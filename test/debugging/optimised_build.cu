// With -g alone kernels are optimised; who runs is shown all the same, in functions that were inlined too, and in kernels
// whose threads never wait.
// flags: -g
// gdb: break optimised_build.cu:{here} if $cuda_thread(5)
// gdb: run
// gdb: print threadIdx
// gdb: print blockIdx
// gdb: print $threadIdx
// gdb: print gridDim.x
// gdb: backtrace
// output: scale \(.*\) at .*optimised_build.cu:{here}
// output: CUDA kernel fill.*, block \(0,0,0\), thread \(5,0,0\), warp 0, lane 5
// output: = \{x = 5, y = 0, z = 0\}
// output: = \{x = 0, y = 0, z = 0\}
// output: = \{5, 0, 0\}
// output: = 3$
// output: #0 +(0x.* in )?scale
// output: #1 .*fill
__device__ void scale(float *out, int i) {
  out[i] = i * 3.0f; // <- here
}

__global__ void fill(float *out) { scale(out, blockIdx.x * blockDim.x + threadIdx.x); }

int main() {
  float *out;
  cudaMallocManaged(&out, 3 * 32 * sizeof(float));
  fill<<<3, 32>>>(out);
  return cudaDeviceSynchronize();
}
