// A node of a linked list is freed, and still linked.
#include <cuda_runtime.h>

struct Node {
  int value;
  Node *next;
};

__global__ void build(Node *first, Node *second) {
  first->value = 1;
  first->next = second;
  second->value = 2;
  second->next = nullptr;
}

__global__ void sum(const Node *first, int *out) {
  int total = 0;
  for (const Node *node = first; node; node = node->next) // EXPECT: error use-after-free
    total += node->value;                                 // EXPECT: error use-after-free
  *out = total;
}

int main() {
  Node *first, *second;
  int *out;
  cudaMalloc(&first, sizeof(Node));
  cudaMalloc(&second, sizeof(Node));
  cudaMalloc(&out, sizeof(int));
  build<<<1, 1>>>(first, second);
  cudaDeviceSynchronize();
#ifndef REPAIRED
  cudaFree(second);
#endif
  sum<<<1, 1>>>(first, out);
  cudaDeviceSynchronize();
#ifdef REPAIRED
  cudaFree(second);
#endif
  cudaFree(first);
  cudaFree(out);
}
