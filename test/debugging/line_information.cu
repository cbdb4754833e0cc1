// With -lineinfo, or nothing at all, gdb stops at lines, and the script knows who runs.
// flags: -lineinfo
// gdb: break line_information.cu:{here}
// gdb: run
// gdb: print $threadIdx
// gdb: print $blockDim
// gdb: backtrace
// output: fill \(\) at .*line_information.cu:{here}
// output: CUDA kernel fill\(float\*\), block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0
// output: = \{0, 0, 0\}
// output: = \{32, 1, 1\}
// output: #0 +fill \(\) at .*line_information.cu:{here}
// output: fiberMain
__global__ void fill(float *out) {
  out[threadIdx.x] = sqrtf(threadIdx.x); // <- here
}

int main() {
  float *out;
  cudaMallocManaged(&out, 32 * sizeof(float));
  fill<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
