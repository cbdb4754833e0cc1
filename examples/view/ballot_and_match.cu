#include <cstdio>

// Lanes ask each other questions: who is odd, is anybody above 9, who has the same key as I have?
__global__ void ask(const int *keys, int *out) {
  int lane = threadIdx.x;
  int key = keys[lane];
  unsigned odd = __ballot_sync(0xffffffff, key % 2 == 1);
  int place = __popc(odd & ((1u << lane) - 1));
  int any = __any_sync(0xffffffff, key > 9);
  int all = __all_sync(0xffffffff, key >= 0);
  unsigned same = __match_any_sync(0xffffffff, key);
  int leader = __ffs(same) - 1;
  out[lane] = leader * 1000 + place * 10 + any + all;
}

int main() {
  int *keys, *out;
  cudaMallocManaged(&keys, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int lane = 0; lane < 32; ++lane)
    keys[lane] = lane * 5 % 7;
  ask<<<1, 32>>>(keys, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%d ", out[lane]);
  printf("\n");
}
