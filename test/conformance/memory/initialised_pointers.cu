// Device variables initialised with addresses of other device variables and of strings.
#include "../check.h"

__device__ int first[4] = {1, 2, 3, 4};
__device__ int second[4] = {10, 20, 30, 40};
__device__ int *rows[3] = {first, second + 1, &first[3]};
__device__ const char *const words[2] = {"warp", "lane"};

struct Node {
  int value;
  Node *next;
};
__device__ Node tail = {6, nullptr};
__device__ Node head = {5, &tail};
__device__ const char *word = "block";

// Static variables.
namespace {
__device__ Node right = {8, nullptr};
__device__ Node left = {7, &right};
} // namespace

__global__ void follow(int *out) {
  out[0] = rows[0][1];
  out[1] = rows[1][1];
  out[2] = *rows[2];
  out[3] = words[0][0] * 256 + words[1][3];
  int sum = 0;
  for (Node *node = &head; node; node = node->next)
    sum = sum * 10 + node->value;
  out[4] = sum;
  out[5] = word[1];
  out[6] = left.next->value * 10 + left.value;
}

int main() {
  DeviceArray<int> out(7);
  follow<<<1, 1>>>(out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), (std::vector<int>{2, 30, 4, 'w' * 256 + 'e', 56, 'l', 87}));
  return verdict();
}
