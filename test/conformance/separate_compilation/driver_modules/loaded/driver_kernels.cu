// What main.cu loads while it runs.
extern "C" {

__device__ int counter = 40;
__constant__ float factors[3] = {2, 3, 4};
__managed__ int shared_with_host = 7;

__global__ void add(const int *left, const int *right, int *sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    sum[i] = left[i] + right[i];
}

__global__ void count(int by) { atomicAdd(&counter, by); }

__global__ void scale(float *values, int which) {
  __shared__ float factor;
  if (threadIdx.x == 0)
    factor = factors[which];
  __syncthreads();
  values[threadIdx.x] *= factor;
  if (threadIdx.x == 0)
    shared_with_host += 1;
}
}
