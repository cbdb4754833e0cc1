// A wild access in a kernel stops gdb there, before Raddle makes an error of it.
// flags: -g
// gdb: run
// gdb: backtrace
// gdb: continue
// output: received signal SIGSEGV
// output: CUDA kernel wild.*, thread \(2,0,0\)
// output: #0 .*wild .* at .*crash.cu:{here}
// output: crash.cu:{here}:.*error: kernel 'wild\(int\*\)' wrote address 0x8
// output: exited with code
__global__ void wild(int *values) {
  if (threadIdx.x == 2)
    values[threadIdx.x] = 1; // <- here
}

int main() {
  wild<<<1, 4>>>(nullptr);
  return cudaDeviceSynchronize();
}
