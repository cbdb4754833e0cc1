// A kernel reads a list's node that was freed, though another one of the same size has been allocated since.
#include <cuda_runtime.h>

struct Node {
  int value;
  Node *next;
};

__global__ void lists(int *out) {
  Node *first = static_cast<Node *>(malloc(sizeof(Node)));
  if (!first)
    return;
  *first = {1, nullptr};
#ifdef REPAIRED
  const int value = first->value;
  free(first);
#else
  free(first);
#endif
  Node *second = static_cast<Node *>(malloc(sizeof(Node)));
  if (!second)
    return;
  *second = {2, nullptr};
#ifdef REPAIRED
  out[threadIdx.x] = value + second->value;
#else
  out[threadIdx.x] = first->value + second->value; // EXPECT: error use-after-free
#endif
  free(second);
  // What is held back is given out again where the heap is full.
  for (int i = 0; i < 4; ++i) {
    char *large = static_cast<char *>(malloc(3 << 20));
    if (!large)
      out[threadIdx.x] = -1;
    free(large);
  }
}

int main() {
  int *out;
  cudaMalloc(&out, sizeof(int));
  lists<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  int host = 0;
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
#ifdef REPAIRED
  return host == 3 ? 0 : 1;
#endif
}
