// With -g -G a breakpoint in a device function shows arguments, locals, who runs, shared memory, and the way up to the
// kernel.
// flags: -g -G
// gdb: break debug_build.cu:{here} if $cuda_thread(5)
// gdb: run
// gdb: print product
// gdb: print threadIdx
// gdb: print blockIdx.x
// gdb: backtrace
// gdb: up
// gdb: print tile[7]
// gdb: print i
// gdb: print point
// gdb: info locals
// output: hit Breakpoint 1, scale \(a=2, x=5\) at .*debug_build.cu:{here}
// output: CUDA kernel saxpy.*, block \(0,0,0\), thread \(5,0,0\), warp 0, lane 5
// output: = 10$
// output: = \{x = 5, y = 0, z = 0\}
// output: = 0$
// output: #0 +scale \(a=2, x=5\)
// output: #1 .* in saxpy \(.*n=100.*\) at .*debug_build.cu:43
// output: fiberMain
// output: = 7$
// output: = 5$
// output: = \{x = 3, y = 4\}
// output: blockDim = \{x = 64, y = 1, z = 1\}
// not: optimized out
__device__ float scale(float a, float x) {
  float product = a * x;
  return product; // <- here
}

struct Point {
  float x, y;
};

__global__ void saxpy(int n, float a, const float *in, float *out, Point point) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n)
    out[i] = scale(a, tile[threadIdx.x]) + point.x;
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(float));
  cudaMallocManaged(&out, 128 * sizeof(float));
  for (int i = 0; i < 128; ++i)
    in[i] = i;
  saxpy<<<2, 64>>>(100, 2, in, out, {3, 4});
  return cudaDeviceSynchronize();
}
