// Many copies by one call: of bytes, and of volumes into and out of arrays.
#include "../check.h"

// CUDA 13 answers with an error alone, where 12 names the copy that failed as well.
#if CUDART_VERSION >= 13000
#define FAILED
#else
#define FAILED &failed,
#endif

int main() {
  [[maybe_unused]] size_t failed = 0;
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  constexpr int kCopies = 10, kCount = 1000;
  int *device, *host;
  CHECK_CUDA(cudaMalloc(&device, sizeof(int) * kCopies * kCount));
  CHECK_CUDA(cudaMallocHost(&host, sizeof(int) * kCopies * kCount));
  for (int i = 0; i < kCopies * kCount; ++i)
    host[i] = i;
  void *targets[kCopies], *sources[kCopies];
  size_t sizes[kCopies];
  for (int i = 0; i < kCopies; ++i) {
    // In another order.
    targets[i] = device + (kCopies - 1 - i) * kCount;
    sources[i] = host + i * kCount;
    sizes[i] = sizeof(int) * kCount;
  }
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  size_t first = 0;
#if CUDART_VERSION >= 13000
  CHECK_CUDA(cudaMemcpyBatchAsync(const_cast<const void **>(targets), const_cast<const void **>(sources),
                                  sizes, kCopies, &attributes, &first, 1, stream));
#else
  CHECK_CUDA(cudaMemcpyBatchAsync(targets, sources, sizes, kCopies, &attributes, &first, 1, &failed, stream));
#endif
  std::vector<int> got(kCopies * kCount), expected(kCopies * kCount);
  CHECK_CUDA(cudaMemcpyAsync(got.data(), device, sizeof(int) * got.size(), cudaMemcpyDeviceToHost, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  for (int i = 0; i < kCopies; ++i)
    for (int j = 0; j < kCount; ++j)
      expected[(kCopies - 1 - i) * kCount + j] = i * kCount + j;
  CHECK_SAME(got, expected);

  // A part of an array of 20 x 10, and back.
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  CHECK_CUDA(cudaMalloc3DArray(&array, &format, {20, 10, 2}));
  cudaMemcpy3DBatchOp in = {}, out = {};
  in.src.type = cudaMemcpyOperandTypePointer;
  in.src.op.ptr.ptr = device;
  in.src.op.ptr.rowLength = 25;
  in.src.op.ptr.layerHeight = 12;
  in.src.op.ptr.locHint = {cudaMemLocationTypeDevice, 0};
  in.dst.type = cudaMemcpyOperandTypeArray;
  in.dst.op.array.array = array;
  in.dst.op.array.offset = {3, 2, 0};
  in.extent = {8, 5, 2};
  in.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  out = in;
  out.src = in.dst;
  out.dst = in.src;
  out.dst.op.ptr.ptr = host;
  out.dst.op.ptr.rowLength = out.dst.op.ptr.layerHeight = 0;
  out.dst.op.ptr.locHint = {cudaMemLocationTypeHost, 0};
  for (cudaMemcpy3DBatchOp operation : {in, out}) {
    CHECK_CUDA(cudaMemcpy3DBatchAsync(1, &operation, FAILED 0, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
  }
  bool is_right = true;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 8; ++x)
        is_right &= host[(z * 5 + y) * 8 + x] == expected[(z * 12 + y) * 25 + x];
  CHECK(is_right);
  CHECK_EQ(cudaMemcpy3DBatchAsync(0, &in, FAILED 0, stream), cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK_CUDA(cudaFreeArray(array));
  CHECK_CUDA(cudaFree(device));
  CHECK_CUDA(cudaFreeHost(host));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return verdict();
}
