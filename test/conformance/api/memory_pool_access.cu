// cudaMemPoolSetAccess and cudaMemPoolGetAccess: a pool's own device always has access, others are asked about.
#include "../check.h"

int main() {
  cudaMemPool_t pool{};
  CHECK_CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
  cudaMemLocation own{};
  own.type = cudaMemLocationTypeDevice;
  own.id = 0;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  CHECK_CUDA(cudaMemPoolGetAccess(&flags, pool, &own));
  CHECK_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  cudaMemAccessDesc wanted{};
  wanted.location = own;
  wanted.flags = cudaMemAccessFlagsProtReadWrite;
  CHECK_CUDA(cudaMemPoolSetAccess(pool, &wanted, 1));
  CHECK_CUDA(cudaMemPoolGetAccess(&flags, pool, &own));
  CHECK_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  return verdict();
}
