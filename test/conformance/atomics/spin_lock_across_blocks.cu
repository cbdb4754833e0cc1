// One thread of each block takes a spin lock in global memory and updates several words under it.
#include "../check.h"

struct Account {
  int lock;
  int count;
  long long sum;
};

__global__ void deposit(Account *account) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&account->lock, 0, 1) != 0) {
    }
    __threadfence();
    volatile Account *shared = account;
    shared->count = shared->count + 1;
    shared->sum = shared->sum + blockIdx.x;
    __threadfence();
    atomicExch(&account->lock, 0);
  }
  __syncthreads();
}

int main() {
  const int blocks = 500;
  DeviceArray<Account> account(1);
  deposit<<<blocks, 64>>>(account.get());
  CHECK_LAUNCH();
  Account got = account.first();
  CHECK_EQ(got.lock, 0);
  CHECK_EQ(got.count, blocks);
  CHECK_EQ(got.sum, blocks * (blocks - 1LL) / 2);
  return verdict();
}
