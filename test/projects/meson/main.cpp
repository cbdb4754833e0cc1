#include "histogram.h"

#include <cuda_runtime.h>
#include <vector>

int main() {
  std::vector<unsigned char> text(10000);
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = i % 100;
  unsigned char *device_text;
  int *device_counts, counts[256];
  cudaMalloc(&device_text, text.size());
  cudaMalloc(&device_counts, sizeof counts);
  cudaMemcpy(device_text, text.data(), text.size(), cudaMemcpyHostToDevice);
  cudaMemset(device_counts, 0, sizeof counts);
  histogram(device_text, text.size(), device_counts);
  if (cudaMemcpy(counts, device_counts, sizeof counts, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  for (int i = 0; i < 256; ++i)
    if (counts[i] != (i < 100 ? 100 : 0))
      return 1;
}
