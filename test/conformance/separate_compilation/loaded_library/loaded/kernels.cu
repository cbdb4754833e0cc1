// The code of the library: what main.cu names by strings.
__device__ int offset = 40;
__constant__ int factors[4] = {1, 2, 3, 4};
__device__ __managed__ int calls = 7;

extern "C" __global__ void scale(int *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = factors[i % 4] * i + offset;
}

extern "C" __global__ void count_calls() { calls += 1; }

extern "C" __global__ void use_shared(int *out) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}
