// The host can ask where a device variable lies and how large it is, and use the address as any other.
#include "../check.h"

__device__ double numbers[12];
__constant__ char letters[7] = "abcdef";
__device__ int single;

__global__ void where(const void **addresses) {
  addresses[0] = numbers;
  addresses[1] = letters;
  addresses[2] = &single;
}

__global__ void add(double *target, double value) { target[threadIdx.x] += value; }

int main() {
  void *at[3];
  std::size_t size = 0;
  CHECK_CUDA(cudaGetSymbolAddress(&at[0], numbers));
  CHECK_CUDA(cudaGetSymbolAddress(&at[1], letters));
  CHECK_CUDA(cudaGetSymbolAddress(&at[2], single));
  CHECK_CUDA(cudaGetSymbolSize(&size, numbers));
  CHECK_EQ(size, 12 * sizeof(double));
  CHECK_CUDA(cudaGetSymbolSize(&size, letters));
  CHECK_EQ(size, 7u);
  CHECK_CUDA(cudaGetSymbolSize(&size, single));
  CHECK_EQ(size, sizeof(int));

  DeviceArray<const void *> addresses(3);
  where<<<1, 1>>>(addresses.get());
  CHECK_LAUNCH();
  std::vector<const void *> seen = addresses.host();
  CHECK_EQ(seen[0], at[0]);
  CHECK_EQ(seen[2], at[2]);

  add<<<1, 12>>>(static_cast<double *>(at[0]), 1.5);
  CHECK_LAUNCH();
  double got[12];
  CHECK_CUDA(cudaMemcpy(got, at[0], sizeof got, cudaMemcpyDeviceToHost));
  for (double value : got)
    CHECK_EQ(value, 1.5);
  char text[7];
  CHECK_CUDA(cudaMemcpy(text, at[1], 7, cudaMemcpyDeviceToHost));
  CHECK_EQ(std::string(text), std::string("abcdef"));
  return verdict();
}
