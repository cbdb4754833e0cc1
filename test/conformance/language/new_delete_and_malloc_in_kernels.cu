// Memory from the device heap: distinct per thread, aligned, shared with later launches, given back.
#include "../check.h"

struct Node {
  int value;
  Node *next;
};

__global__ void build_list(Node **heads) {
  Node *head = nullptr;
  for (int i = 0; i <= threadIdx.x; ++i)
    head = new Node{i * 10, head};
  heads[threadIdx.x] = head;
}

__global__ void sum_and_delete(Node **heads, int *sums) {
  int sum = 0;
  for (Node *node = heads[threadIdx.x]; node;) {
    Node *next = node->next;
    sum += node->value;
    delete node;
    node = next;
  }
  sums[threadIdx.x] = sum;
}

__global__ void raw_memory(int *results) {
  int t = threadIdx.x;
  unsigned char *bytes = static_cast<unsigned char *>(malloc(t * 8 + 1));
  double *reals = new double[t + 1];
  bool good = bytes && reals && reinterpret_cast<size_t>(bytes) % 16 == 0;
  for (int i = 0; good && i <= t * 8; ++i)
    bytes[i] = t;
  for (int i = 0; good && i <= t; ++i)
    reals[i] = i * 0.5;
  __syncthreads();
  int sum = 0;
  for (int i = 0; good && i <= t * 8; ++i)
    sum += bytes[i] == t;
  for (int i = 0; good && i <= t; ++i)
    sum += reals[i] == i * 0.5;
  results[t] = sum;
  free(bytes);
  free(nullptr);
  delete[] reals;
}

// One allocation made by one thread for the whole block.
__global__ void shared_by_block(int *sums) {
  __shared__ int *data;
  if (threadIdx.x == 0)
    data = static_cast<int *>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  data[threadIdx.x] = threadIdx.x + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < blockDim.x; ++i)
      sum += data[i];
    sums[blockIdx.x] = sum;
    free(data);
  }
}

int main() {
  const int n = 100;
  DeviceArray<Node *> heads(n);
  DeviceArray<int> sums(n), results(n), block_sums(20);
  build_list<<<1, n>>>(heads.get());
  sum_and_delete<<<1, n>>>(heads.get(), sums.get());
  raw_memory<<<1, n>>>(results.get());
  shared_by_block<<<20, 64>>>(block_sums.get());
  CHECK_LAUNCH();
  std::vector<int> got = sums.host(), got_results = results.host(), got_blocks = block_sums.host();
  for (int t = 0; t < n; ++t) {
    CHECK_EQ(got[t], t * (t + 1) * 5);
    CHECK_EQ(got_results[t], t * 8 + 1 + t + 1);
  }
  for (int b = 0; b < 20; ++b)
    CHECK_EQ(got_blocks[b], 63 * 32 + 64 * b);
  return verdict();
}
