// Copies and fills of many megabytes: of all kinds and shapes, each byte where it belongs and none beside; in the order of
// their stream; and while kernels in another stream wait for them.
#include "../check.h"

#include <algorithm>

constexpr std::size_t kMiB = std::size_t(1) << 20;

__device__ unsigned char symbol[9 * kMiB];

// The byte that is expected at `index` of what the seed stands for.
__host__ __device__ unsigned char byteAt(std::size_t index, unsigned seed) {
  return static_cast<unsigned char>((index * 2654435761u >> 13) + index + seed);
}

__global__ void write(unsigned char *bytes, std::size_t count, unsigned seed) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    bytes[i] = byteAt(i, seed);
}

// Threads that wait for a word of the copy, and then for the fill that comes after it.
__global__ void await(volatile unsigned *copied, volatile unsigned *filled, unsigned *seen) {
  if (threadIdx.x == 0) {
    while (*copied != 0x03030303u)
      ;
    while (*filled != 0x05050505u)
      ;
    atomicAdd(seen, 1);
  }
}

std::vector<unsigned char> bytesOf(std::size_t count, unsigned seed) {
  std::vector<unsigned char> bytes(count);
  for (std::size_t i = 0; i < count; ++i)
    bytes[i] = byteAt(i, seed);
  return bytes;
}

void copyBackAndForth(std::size_t bytes, std::size_t offset) {
  unsigned char *device, *managed, *pinned;
  CHECK_CUDA(cudaMalloc(&device, bytes + 128));
  CHECK_CUDA(cudaMallocManaged(&managed, bytes + 128));
  CHECK_CUDA(cudaMallocHost(&pinned, bytes + 128));
  CHECK_CUDA(cudaMemset(device, 7, bytes + 128));
  CHECK_CUDA(cudaMemset(managed, 8, bytes + 128));
  CHECK_CUDA(cudaDeviceSynchronize());
  std::fill(pinned, pinned + bytes + 128, 9);
  const std::vector<unsigned char> host = bytesOf(bytes, 3);

  CHECK_CUDA(cudaMemcpy(device + offset, host.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(managed + 64, device + offset, bytes, cudaMemcpyDeviceToDevice));
  CHECK_CUDA(cudaMemcpyAsync(pinned + 1, managed + 64, bytes, cudaMemcpyDefault, cudaStreamPerThread));
  CHECK_CUDA(cudaStreamSynchronize(cudaStreamPerThread));
  std::vector<unsigned char> back(bytes + 128);
  CHECK_CUDA(cudaMemcpy(back.data(), device, bytes + 128, cudaMemcpyDeviceToHost));
  CHECK(std::equal(host.begin(), host.end(), back.begin() + offset));
  CHECK(std::equal(host.begin(), host.end(), managed + 64));
  CHECK(std::equal(host.begin(), host.end(), pinned + 1));
  CHECK_EQ(int(back[offset + bytes]), 7);
  CHECK_EQ(int(managed[63]), 8);
  CHECK_EQ(int(managed[64 + bytes]), 8);
  CHECK_EQ(int(pinned[0]), 9);
  CHECK_EQ(int(pinned[1 + bytes]), 9);

  CHECK_CUDA(cudaMemset(device + offset, 200, bytes - 5));
  CHECK_CUDA(cudaMemcpy(back.data(), device, bytes + 128, cudaMemcpyDeviceToHost));
  CHECK_EQ(std::count(back.begin() + offset, back.begin() + offset + bytes - 5, 200),
           std::ptrdiff_t(bytes - 5));
  CHECK_EQ(int(back[offset + bytes - 5]), int(host[bytes - 5]));
  CHECK_EQ(int(back[offset + bytes]), 7);
  CHECK_CUDA(cudaFree(device));
  CHECK_CUDA(cudaFree(managed));
  CHECK_CUDA(cudaFreeHost(pinned));
}

// Columns of rows: what lies beside them stays as it is.
void copyRows(std::size_t width, std::size_t height) {
  const std::vector<unsigned char> host = bytesOf(width * height, 5);
  void *rows;
  std::size_t pitch;
  CHECK_CUDA(cudaMallocPitch(&rows, &pitch, width + 600, height));
  CHECK_CUDA(cudaMemset2D(rows, pitch, 1, pitch, height));
  auto *inner = static_cast<unsigned char *>(rows) + 300;
  CHECK_CUDA(cudaMemcpy2D(inner, pitch, host.data(), width, width, height, cudaMemcpyHostToDevice));
  std::vector<unsigned char> back(width * height, 0), all(pitch * height);
  CHECK_CUDA(cudaMemcpy2D(back.data(), width, inner, pitch, width, height, cudaMemcpyDeviceToHost));
  CHECK(back == host);
  CHECK_CUDA(cudaMemset2DAsync(inner, pitch, 77, width, height));
  CHECK_CUDA(cudaMemcpy(all.data(), rows, pitch * height, cudaMemcpyDeviceToHost));
  CHECK_EQ(std::count(all.begin(), all.end(), 77), std::ptrdiff_t(width * height));
  CHECK_EQ(std::count(all.begin(), all.end(), 1), std::ptrdiff_t((pitch - width) * height));
  CHECK_EQ(int(all[299]), 1);
  CHECK_EQ(int(all[(height - 1) * pitch + 300 + width]), 1);
  CHECK_CUDA(cudaFree(rows));
}

void copyVolume() {
  const cudaExtent extent = {1000, 300, 40};
  const std::vector<unsigned char> host = bytesOf(extent.width * extent.height * extent.depth, 6);
  cudaPitchedPtr volume;
  CHECK_CUDA(cudaMalloc3D(&volume, extent));
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = {const_cast<unsigned char *>(host.data()), extent.width, extent.width, extent.height};
  parameters.dstPtr = volume;
  parameters.extent = extent;
  parameters.kind = cudaMemcpyHostToDevice;
  CHECK_CUDA(cudaMemcpy3D(&parameters));
  std::vector<unsigned char> back(host.size());
  parameters.srcPtr = volume;
  parameters.dstPtr = {back.data(), extent.width, extent.width, extent.height};
  parameters.kind = cudaMemcpyDeviceToHost;
  CHECK_CUDA(cudaMemcpy3D(&parameters));
  CHECK(back == host);
  CHECK_CUDA(cudaFree(volume.ptr));
}

void copySymbol() {
  const std::vector<unsigned char> host = bytesOf(sizeof symbol - 3, 4);
  CHECK_CUDA(cudaMemcpyToSymbol(symbol, host.data(), host.size(), 3));
  std::vector<unsigned char> back(host.size());
  CHECK_CUDA(cudaMemcpyFromSymbol(back.data(), symbol, back.size(), 3));
  CHECK(back == host);
  CHECK_EQ(cudaMemcpyToSymbol(symbol, host.data(), host.size(), 4), cudaErrorInvalidValue);
}

// A kernel, a copy, a fill of its source, and a kernel, again and again.
void keepOrder() {
  constexpr std::size_t kBytes = 6 * kMiB;
  cudaStream_t streams[3];
  unsigned char *from[3], *to[3], *pinned[3];
  for (int s = 0; s < 3; ++s) {
    CHECK_CUDA(cudaStreamCreate(&streams[s]));
    CHECK_CUDA(cudaMalloc(&from[s], kBytes));
    CHECK_CUDA(cudaMalloc(&to[s], kBytes));
    CHECK_CUDA(cudaMallocHost(&pinned[s], kBytes));
  }
  for (unsigned round = 0; round < 5; ++round)
    for (int s = 0; s < 3; ++s) {
      write<<<8, 256, 0, streams[s]>>>(from[s], kBytes, round + s);
      CHECK_CUDA(cudaMemcpyAsync(to[s], from[s], kBytes, cudaMemcpyDeviceToDevice, streams[s]));
      CHECK_CUDA(cudaMemsetAsync(from[s], 0, kBytes, streams[s]));
      CHECK_CUDA(cudaMemcpyAsync(pinned[s], to[s], kBytes, cudaMemcpyDeviceToHost, streams[s]));
      CHECK_CUDA(cudaMemsetAsync(to[s], 0, kBytes, streams[s]));
    }
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int s = 0; s < 3; ++s) {
    const std::vector<unsigned char> expected = bytesOf(kBytes, 4 + s);
    CHECK(std::equal(expected.begin(), expected.end(), pinned[s]));
    CHECK_CUDA(cudaFree(from[s]));
    CHECK_CUDA(cudaFree(to[s]));
    CHECK_CUDA(cudaFreeHost(pinned[s]));
    CHECK_CUDA(cudaStreamDestroy(streams[s]));
  }
}

// All blocks that run at a time wait for a copy and a fill.
void copyBesideKernelsThatWait() {
  constexpr std::size_t kBytes = 20 * kMiB;
  cudaStream_t kernels, copies;
  CHECK_CUDA(cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking));
  CHECK_CUDA(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
  unsigned char *to, *pinned;
  unsigned *seen, count = 0;
  CHECK_CUDA(cudaMalloc(&to, 2 * kBytes));
  CHECK_CUDA(cudaMalloc(&seen, sizeof *seen));
  CHECK_CUDA(cudaMemset(to, 0, 2 * kBytes));
  CHECK_CUDA(cudaMemset(seen, 0, sizeof *seen));
  CHECK_CUDA(cudaMallocHost(&pinned, kBytes));
  std::fill(pinned, pinned + kBytes, 3);
  CHECK_CUDA(cudaDeviceSynchronize());
  await<<<16, 32, 0, kernels>>>(reinterpret_cast<unsigned *>(to + kBytes - 64),
                                reinterpret_cast<unsigned *>(to + 2 * kBytes - 64), seen);
  CHECK_CUDA(cudaMemcpyAsync(to, pinned, kBytes, cudaMemcpyHostToDevice, copies));
  CHECK_CUDA(cudaMemsetAsync(to + kBytes, 5, kBytes, copies));
  CHECK_CUDA(cudaStreamSynchronize(kernels));
  CHECK_CUDA(cudaStreamSynchronize(copies));
  CHECK_CUDA(cudaMemcpy(&count, seen, sizeof count, cudaMemcpyDeviceToHost));
  CHECK_EQ(count, 16u);
  CHECK_CUDA(cudaFree(to));
  CHECK_CUDA(cudaFree(seen));
  CHECK_CUDA(cudaFreeHost(pinned));
  CHECK_CUDA(cudaStreamDestroy(kernels));
  CHECK_CUDA(cudaStreamDestroy(copies));
}

int main() {
  copyBackAndForth(40 * kMiB + 77, 5);
  copyBackAndForth(4 * kMiB, 0);
  copyRows(3 * kMiB + 1, 3);
  copyRows(100, 80'000);
  copyVolume();
  copySymbol();
  keepOrder();
  copyBesideKernelsThatWait();
  return verdict();
}
