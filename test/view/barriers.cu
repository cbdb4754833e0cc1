// Barriers of four warps, and accesses to local variables through pointers.

__device__ __noinline__ int sumOf(const int *from, int n) {
  int sum = 0;
  for (const int *at = from; at < from + n; ++at)
    sum += *at;
  return sum;
}

__global__ void barriers(const int *in, int *out, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads(); // others: 0 1 3
  for (int round = 0; round < 3; ++round) {
    int next = values[(t + 1) % 128];
    __syncthreads(); // others: 0 1 3
    values[t] = next;
    __syncthreads(); // others: 0 1 3
  }
  if (t < 32)
    return;
  __syncthreads(); // others: 1 3
  int own[4] = {1, 2, 3, t}, other[2] = {5, t};
  const int *either = t % 2 ? own : other;
  int sum = either[n];      // local
  sum += sumOf(own, n + 2); // local
  out[t] = sum + values[t];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 512);
  cudaMemset(in, 0, 512);
  barriers<<<1, 128>>>(in, out, 1);
  return cudaDeviceSynchronize() != cudaSuccess;
}
