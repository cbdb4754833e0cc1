// A pool that another process opens by its descriptor, and arrays of that pool.
#include "two_processes.h"

__global__ void add(int *values, int count, int what) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    values[i] += what;
}

constexpr int kCount = 100'000;

void checkHolds(const int *values, int what) {
  std::vector<int> got(kCount);
  CHECK_CUDA(cudaMemcpy(got.data(), values, sizeof(int) * kCount, cudaMemcpyDeviceToHost));
  bool is_right = true;
  for (const int value : got)
    is_right &= value == what;
  CHECK(is_right);
}

void owner(Peer &peer) {
  cudaMemPool_t pool;
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  CHECK_CUDA(cudaMemPoolCreate(&pool, &properties));
  int descriptor = -1;
  CHECK(cudaMemPoolExportToShareableHandle(&descriptor, pool, cudaMemHandleTypePosixFileDescriptor, 0) !=
        cudaSuccess);
  cudaGetLastError();
  CHECK_CUDA(cudaMemPoolDestroy(pool));
  properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  CHECK_CUDA(cudaMemPoolCreate(&pool, &properties));
  CHECK_CUDA(cudaMemPoolExportToShareableHandle(&descriptor, pool, cudaMemHandleTypePosixFileDescriptor, 0));
  peer.sendDescriptor(descriptor);
  close(descriptor);
  int *values;
  CHECK_CUDA(cudaMallocFromPoolAsync(&values, sizeof(int) * kCount, pool, 0));
  CHECK_CUDA(cudaMemsetAsync(values, 0, sizeof(int) * kCount, 0));
  add<<<1, 256>>>(values, kCount, 7);
  CHECK_LAUNCH();
  cudaMemPoolPtrExportData data;
  CHECK_CUDA(cudaMemPoolExportPointer(&data, values));
  peer.send(data);
  peer.receive<int>();
  checkHolds(values, 42);
  CHECK_CUDA(cudaFreeAsync(values, 0));
  CHECK_CUDA(cudaStreamSynchronize(0));
  CHECK_CUDA(cudaMemPoolDestroy(pool));
}

void user(Peer &peer, pid_t) {
  const int descriptor = peer.receiveDescriptor();
  cudaMemPool_t pool;
  CHECK_CUDA(cudaMemPoolImportFromShareableHandle(&pool,
                                                  reinterpret_cast<void *>(static_cast<intptr_t>(descriptor)),
                                                  cudaMemHandleTypePosixFileDescriptor, 0));
  close(descriptor);
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  CHECK_CUDA(cudaMemPoolSetAccess(pool, &access, 1));
  auto data = peer.receive<cudaMemPoolPtrExportData>();
  void *values;
  CHECK_CUDA(cudaMemPoolImportPointer(&values, pool, &data));
  checkHolds(static_cast<int *>(values), 7);
  add<<<1, 256>>>(static_cast<int *>(values), kCount, 35);
  CHECK_CUDA(cudaFreeAsync(values, 0));
  CHECK_CUDA(cudaStreamSynchronize(0));
  peer.send(0);
  CHECK_CUDA(cudaMemPoolDestroy(pool));
}

int main() { return runTwo(owner, user); }
