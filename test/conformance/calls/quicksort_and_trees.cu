// Recursive algorithms on memory: each thread sorts its own numbers and walks its own tree.
#include "../check.h"

#include <algorithm>

__device__ void quicksort(int *first, int *last) {
  if (last - first < 2)
    return;
  const int pivot = first[(last - first) / 2];
  int *low = first, *high = last - 1;
  while (low <= high) {
    while (*low < pivot)
      ++low;
    while (*high > pivot)
      --high;
    if (low <= high) {
      const int swapped = *low;
      *low++ = *high;
      *high-- = swapped;
    }
  }
  quicksort(first, high + 1);
  quicksort(low, last);
}

__global__ void sortOwn(int *numbers, const int *sizes, int stride) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  quicksort(numbers + i * stride, numbers + i * stride + sizes[i]);
}

struct Node {
  int value;
  int left, right; // indices, -1: none
};

__device__ int insert(Node *nodes, int root, int fresh) {
  if (root < 0)
    return fresh;
  if (nodes[fresh].value < nodes[root].value)
    nodes[root].left = insert(nodes, nodes[root].left, fresh);
  else
    nodes[root].right = insert(nodes, nodes[root].right, fresh);
  return root;
}

__device__ int depth(const Node *nodes, int root) {
  return root < 0 ? 0 : 1 + max(depth(nodes, nodes[root].left), depth(nodes, nodes[root].right));
}

__device__ void inOrder(const Node *nodes, int root, int *&out) {
  if (root < 0)
    return;
  inOrder(nodes, nodes[root].left, out);
  *out++ = nodes[root].value;
  inOrder(nodes, nodes[root].right, out);
}

__global__ void sortByTree(const int *numbers, const int *sizes, int stride, Node *all_nodes, int *sorted,
                           int *depths) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  Node *nodes = all_nodes + i * stride;
  int root = -1;
  for (int k = 0; k < sizes[i]; ++k) {
    nodes[k] = {numbers[i * stride + k], -1, -1};
    root = insert(nodes, root, k);
  }
  depths[i] = depth(nodes, root);
  int *out = sorted + i * stride;
  inOrder(nodes, root, out);
  // The reference was moved by all of the calls.
  depths[i] += 1000 * static_cast<int>(out - (sorted + i * stride));
}

int depthOnHost(const std::vector<int> &values) {
  struct Plain {
    int value, left = -1, right = -1, depth = 1;
  };
  std::vector<Plain> nodes;
  int deepest = 0;
  for (int value : values) {
    nodes.push_back({value});
    const int fresh = static_cast<int>(nodes.size()) - 1;
    for (int at = 0; at != fresh;) {
      int &next = value < nodes[at].value ? nodes[at].left : nodes[at].right;
      if (next < 0)
        next = fresh;
      nodes[next].depth = nodes[at].depth + 1;
      at = next;
    }
    deepest = std::max(deepest, nodes[fresh].depth);
  }
  return deepest;
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 32 * 1024));
  constexpr int kThreads = 128, kStride = 64;
  Random random;
  std::vector<int> numbers(kThreads * kStride), sizes(kThreads), expected;
  for (int &size : sizes)
    size = static_cast<int>(random.below(kStride + 1));
  for (int &number : numbers)
    number = static_cast<int>(random.below(200)) - 100;
  expected = numbers;
  for (int i = 0; i < kThreads; ++i)
    std::sort(expected.begin() + i * kStride, expected.begin() + i * kStride + sizes[i]);

  DeviceArray<int> device_numbers(numbers), device_sizes(sizes), sorted(numbers), depths(kThreads);
  DeviceArray<Node> nodes(kThreads * kStride);
  sortByTree<<<2, kThreads / 2>>>(device_numbers.get(), device_sizes.get(), kStride, nodes.get(),
                                  sorted.get(), depths.get());
  CHECK_LAUNCH();
  CHECK_SAME(sorted.host(), expected);
  for (int i = 0; i < kThreads; ++i) {
    const std::vector<int> own(numbers.begin() + i * kStride, numbers.begin() + i * kStride + sizes[i]);
    CHECK_EQ(depths.host()[i], depthOnHost(own) + 1000 * sizes[i]);
  }

  sortOwn<<<4, kThreads / 4>>>(device_numbers.get(), device_sizes.get(), kStride);
  CHECK_LAUNCH();
  CHECK_SAME(device_numbers.host(), expected);
  return verdict();
}
