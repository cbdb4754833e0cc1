// Data, a fence, then a flag: who sees the flag sees the data. Within a block, across blocks, and for the
// host.
#include "../check.h"

struct Message {
  int data;
  volatile int flag;
};

__global__ void across_blocks(Message *messages, int *out) {
  // Blocks start in order, so waiting for an earlier one ends.
  if (blockIdx.x > 0) {
    while (messages[blockIdx.x - 1].flag == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *const_cast<volatile int *>(&messages[blockIdx.x - 1].data);
  }
  messages[blockIdx.x].data = out[blockIdx.x] + 10;
  __threadfence();
  messages[blockIdx.x].flag = 1;
}

__global__ void within_a_block(int *out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x == 96) {
    data = 77;
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == 0) {
    while (flag == 0) {
    }
    __threadfence_block();
    *out = *const_cast<volatile int *>(&data);
  }
}

__global__ void for_the_host(int *data) {
  *data = 99;
  __threadfence_system();
}

int main() {
  const int blocks = 20;
  DeviceArray<Message> messages(blocks);
  DeviceArray<int> out(blocks), one(1);
  across_blocks<<<blocks, 1>>>(messages.get(), out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < blocks; ++i)
    CHECK_EQ(got[i], i * 10);
  within_a_block<<<1, 128>>>(one.get());
  CHECK_LAUNCH();
  CHECK_EQ(one.first(), 77);
  int *host = nullptr;
  CHECK_CUDA(cudaMallocHost(&host, sizeof(int)));
  *host = 0;
  for_the_host<<<1, 1>>>(host);
  CHECK_LAUNCH();
  CHECK_EQ(*host, 99);
  CHECK_CUDA(cudaFreeHost(host));
  return verdict();
}
