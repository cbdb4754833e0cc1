// malloc() in kernels gives out what cudaLimitMallocHeapSize allows and no more, finds freed memory again,
// and can be used by all threads at once.
#include "../check.h"

constexpr size_t kLimit = 16 << 20;

// One thread takes blocks until there are none, writes to all of them, and gives them back.
__global__ void drain(size_t bytes, unsigned long long *count) {
  void *list = nullptr;
  *count = 0;
  while (void **block = static_cast<void **>(malloc(bytes))) {
    memset(block, 1, bytes);
    *block = list;
    list = block;
    ++*count;
  }
  while (list) {
    void *next = *static_cast<void **>(list);
    free(list);
    list = next;
  }
}

// All threads take blocks until there are none, few and large ones because a GPU's malloc() is slow. Each
// marks its own, and checks them before it gives them back.
__global__ void drainTogether(unsigned long long *bytes_given, int *bad) {
  struct Block {
    Block *next;
    unsigned owner;
    unsigned bytes;
    unsigned content[1];
  };
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  Block *list = nullptr;
  for (unsigned i = 0; i < 20; ++i) {
    const unsigned bytes = 16384 + (id * 7 + i) % 61 * 256;
    Block *block = static_cast<Block *>(malloc(bytes));
    if (!block)
      break;
    *block = {list, id, bytes, {}};
    block->content[(bytes - sizeof(Block)) / 4] = id;
    list = block;
    atomicAdd(bytes_given, static_cast<unsigned long long>(bytes));
  }
  while (list) {
    Block *next = list->next;
    if (list->owner != id || list->content[(list->bytes - sizeof(Block)) / 4] != id)
      atomicAdd(bad, 1);
    free(list);
    list = next;
  }
}

__global__ void oddRequests(int *good) {
  void *beyond = malloc(kLimit + 1), *huge = malloc(static_cast<size_t>(1) << 50);
  good[0] = beyond == nullptr && huge == nullptr;
  double *array = new double[100];
  good[1] = array != nullptr && reinterpret_cast<size_t>(array) % 16 == 0;
  delete[] array;
  void *aligned = __nv_aligned_device_malloc(100, 256);
  good[2] = aligned != nullptr && reinterpret_cast<size_t>(aligned) % 256 == 0;
  free(aligned);
  free(nullptr);
  char *too_much = new char[kLimit + 1];
  good[3] = too_much == nullptr;
}

__global__ void leave(int **where) { *(*where = static_cast<int *>(malloc(4))) = 42; }
__global__ void pickUp(int **where, int *value) {
  *value = **where;
  free(*where);
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, kLimit));
  size_t limit = 0;
  CHECK_CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit >= kLimit);

  DeviceArray<unsigned long long> count(1);
  for (size_t bytes : {size_t(1) << 20, size_t(100) << 10, size_t(1) << 20}) {
    drain<<<1, 1>>>(bytes, count.get());
    CHECK_LAUNCH();
    CHECK(count.first() * bytes <= limit);
    CHECK(count.first() * bytes >= limit / 4);
  }
  DeviceArray<int> bad(1);
  for (int round = 0; round < 2; ++round) {
    DeviceArray<unsigned long long> bytes(1);
    drainTogether<<<2, 32>>>(bytes.get(), bad.get());
    CHECK_LAUNCH();
    // Threads that are late take what others have given back.
    CHECK(bytes.first() >= limit / 4);
  }
  CHECK_EQ(bad.first(), 0);

  DeviceArray<int> good(4), value(1);
  oddRequests<<<1, 1>>>(good.get());
  CHECK_LAUNCH();
  CHECK_SAME(good.host(), std::vector<int>(4, 1));

  // Blocks outlive the kernel; the API does not know them.
  DeviceArray<int *> where(1);
  leave<<<1, 1>>>(where.get());
  CHECK_LAUNCH();
  int *block = where.first(), copy = 0;
  CHECK_EQ(cudaMemcpy(&copy, block, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  CHECK_EQ(cudaFree(block), cudaErrorInvalidValue);
  cudaGetLastError();
  pickUp<<<1, 1>>>(where.get(), value.get());
  CHECK_LAUNCH();
  CHECK_EQ(value.first(), 42);
  return verdict();
}
