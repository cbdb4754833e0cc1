// cudaMallocManaged: one pointer for host and kernels, with data structures that point into it.
#include "../check.h"

struct Node {
  int value;
  Node *next;
};

__global__ void visit(Node *head, int *sum) {
  for (Node *node = head; node; node = node->next) {
    *sum += node->value;
    node->value *= 2;
  }
}

int main() {
  Node *nodes = nullptr;
  int *sum = nullptr;
  CHECK_CUDA(cudaMallocManaged(&nodes, 10 * sizeof(Node)));
  CHECK_CUDA(cudaMallocManaged(&sum, sizeof(int)));
  *sum = 100;
  for (int i = 0; i < 10; ++i)
    nodes[i] = Node{i, i < 9 ? &nodes[i + 1] : nullptr};
  visit<<<1, 1>>>(nodes, sum);
  CHECK_LAUNCH();
  CHECK_EQ(*sum, 145);
  for (int i = 0; i < 10; ++i)
    CHECK_EQ(nodes[i].value, 2 * i);
  int copy = 0;
  CHECK_CUDA(cudaMemcpy(&copy, sum, sizeof copy, cudaMemcpyDefault));
  CHECK_EQ(copy, 145);
  CHECK_CUDA(cudaFree(nodes));
  CHECK_CUDA(cudaFree(sum));
  return verdict();
}
