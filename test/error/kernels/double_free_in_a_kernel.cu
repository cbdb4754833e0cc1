// A kernel frees device heap memory twice.
// stderr: {here}: error: kernel 'free_twice\(\)' freed address 0x
// stderr: note: block \(0,0,0\), thread \(0,0,0\)
#include "../error_check.h"

__global__ void free_twice() {
  void *memory = malloc(100);
  free(memory);
  free(memory); // <- here
}

int main() {
  free_twice<<<1, 1>>>();
  checkFailedLaunch(cudaErrorLaunchFailure);
  return verdict();
}
