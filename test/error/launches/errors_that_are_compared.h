#include "../error_check.h"

#define MUST_FAIL(call)                                                                                      \
  do {                                                                                                       \
    cudaError_t status = (call);                                                                             \
    if (status == cudaSuccess)                                                                               \
      std::exit(1);                                                                                          \
  } while (0)

constexpr std::size_t kTooMuch = std::size_t(1) << 60;
constexpr int kNoDevice = 99;

[[gnu::noinline]] static void mustFail(cudaError_t status, int line) {
  if (status == cudaSuccess)
    std::exit(line);
}

[[gnu::noinline]] static cudaError_t allocate(float **memory) { return cudaMalloc(memory, kTooMuch); }

[[gnu::noinline]] static bool canUse(int device) { return cudaSetDevice(device) == cudaSuccess; }

int main() {
  float *memory = nullptr;
  void *raw = nullptr;
  int stored = 0;
  if (cudaMalloc(&memory, kTooMuch) == cudaSuccess)
    return 2;
  if (!cudaMallocHost(&raw, kTooMuch))
    return 3;
  MUST_FAIL(cudaMallocManaged(&memory, kTooMuch));
  mustFail(cudaFree(&stored), __LINE__);
  if (allocate(&memory) != cudaErrorMemoryAllocation || canUse(kNoDevice))
    return 4;
  cudaError_t status = cudaMemset(&stored, 0, kTooMuch);
  if (status == cudaSuccess)
    return 5;
  if ((status = cudaMemcpy(nullptr, &stored, 4, cudaMemcpyHostToDevice)) == cudaSuccess)
    return 6;
  std::size_t bytes = kTooMuch;
  while (cudaMalloc(&raw, bytes) == cudaErrorMemoryAllocation)
    bytes /= 2;
  return bytes == kTooMuch ? 7 : 0;
}
