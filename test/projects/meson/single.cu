__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main() {
  int *values;
  cudaMallocManaged(&values, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i)
    values[i] = i;
  square<<<1, 32>>>(values);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 32; ++i)
    if (values[i] != i * i)
      return 1;
}
