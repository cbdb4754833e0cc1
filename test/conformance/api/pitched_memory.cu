// cudaMallocPitch, cudaMemcpy2D and cudaMemset2D: rows that lie a pitch apart.
#include "../check.h"

__global__ void add_row_and_column(float *data, std::size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    reinterpret_cast<float *>(reinterpret_cast<char *>(data) + y * pitch)[x] += 1000 * y + x;
}

int main() {
  const int width = 67, height = 35;
  float *data = nullptr;
  std::size_t pitch = 0;
  CHECK_CUDA(cudaMallocPitch(&data, &pitch, width * sizeof(float), height));
  CHECK(pitch >= width * sizeof(float) && pitch % 32 == 0);
  std::vector<float> in(width * height), out((width + 3) * height, -1);
  for (int i = 0; i < width * height; ++i)
    in[i] = 0.5f * i;
  CHECK_CUDA(cudaMemcpy2D(data, pitch, in.data(), width * sizeof(float), width * sizeof(float), height,
                          cudaMemcpyHostToDevice));
  add_row_and_column<<<dim3(9, 5), dim3(8, 8)>>>(data, pitch, width, height);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy2D(out.data(), (width + 3) * sizeof(float), data, pitch, width * sizeof(float), height,
                          cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width + 3; ++x)
      CHECK_EQ(out[y * (width + 3) + x], x < width ? 0.5f * (y * width + x) + 1000 * y + x : -1.0f);
  CHECK_CUDA(cudaMemset2D(data, pitch, 0, 10 * sizeof(float), 20));
  CHECK_CUDA(cudaMemcpy2DAsync(out.data(), (width + 3) * sizeof(float), data, pitch, width * sizeof(float),
                               height, cudaMemcpyDeviceToHost, nullptr));
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      CHECK_EQ(out[y * (width + 3) + x], x < 10 && y < 20 ? 0.0f : 0.5f * (y * width + x) + 1000 * y + x);
  CHECK(cudaMemcpy2D(data, pitch, in.data(), 8, width * sizeof(float), height, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidPitchValue);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidPitchValue);
  CHECK_CUDA(cudaFree(data));
  return verdict();
}
