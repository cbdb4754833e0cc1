// __trap() ends the launch.
// stderr: {here}: error: kernel 'give_up\(int\)' .*__trap
// stderr: note: block \(3,0,0\), thread \(1,0,0\)
#include "../error_check.h"

__global__ void give_up(int block) {
  if (blockIdx.x == block && threadIdx.x == 1)
    __trap(); // <- here
}

int main() {
  give_up<<<8, 2>>>(3);
  checkFailedLaunch(cudaErrorLaunchFailure);
  return verdict();
}
