// hot: plain_loop
// hot: meetings<float>
__global__ void plain_loop(float *out, int n) {
  float x = threadIdx.x;
  for (int i = 0; i < n; ++i)
    x = x * 1.0001f + 0.5f;
  out[threadIdx.x] = x;
}

template <typename T> __global__ void meetings(T *out, int n) {
  __shared__ T tile[128];
  T sum = 0;
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = sum + i;
    __syncthreads();
    sum += tile[(threadIdx.x + 1) % 128];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// With an argument: briefly, for who runs it slowly.
int main(int count, char **) {
  const int turns = count > 1 ? 10 : 20000;
  float *out;
  cudaMalloc(&out, 128 * sizeof(float));
  plain_loop<<<32, 128>>>(out, 10 * turns);
  meetings<<<32, 128>>>(out, turns);
  return cudaDeviceSynchronize();
}
