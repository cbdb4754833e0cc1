// What tensor copies of a kernel must not be given: a map that is none, another rank, places that are not aligned, a block
// that is not in the cluster, an operation that the type does not have.
// stderr: {here}: error: a tensor copy was given a tensor map that cuTensorMapEncodeTiled\(\) has not made
// stderr: note: block \(0,0,0\), thread \(0,0,0\)
// stderr: {here}: error: a tensor copy of 2 dimensions was given a tensor map of 1
// stderr: {here}: error: the first coordinate of a tensor copy must be a multiple of 16 bytes, but in elements of 4 it is 12 more
// stderr: {here}: error: the box of a tensor copy lies at byte \d+ of shared memory, which is no multiple of 128
// stderr: {here}: error: kernel 'loadIntoGlobal\(.*\)' takes address 0x\w+ for one of its cluster's shared memory, in which it does not lie
// stderr: {here}: error: a tensor copy is for block 3 of its cluster, which has 2
// stderr: {here}: error: a tensor copy to global memory must not begin before the tensor, but coordinate 0 is -4
// stderr: {here}: error: a reduction by a tensor copy does not exist for the tensor's type, number 7 of CUtensorMapDataType
#include "../error_check.h"

#include "../../conformance/ptx/tensor_maps.h"

#include <cuda/barrier>

__shared__ alignas(128) int tile[128];
__shared__ alignas(8) unsigned long long object;

__global__ void load(const __grid_constant__ CUtensorMap map, int x, int past) {
  if (threadIdx.x == 0) {
    initBarrier(sharedAddress(&object), 1);
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"( // <- here
                     sharedAddress(tile + past)),
                 "l"(&map), "r"(x), "r"(sharedAddress(&object))
                 : "memory");
  }
}

__global__ void loadMatrix(const __grid_constant__ CUtensorMap map) {
  if (threadIdx.x == 0) {
    initBarrier(sharedAddress(&object), 1);
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %2}], [%3];" ::"r"( // <- here
                     sharedAddress(tile)),
                 "l"(&map), "r"(0), "r"(sharedAddress(&object))
                 : "memory");
  }
}

__global__ void loadIntoGlobal(const __grid_constant__ CUtensorMap map, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  init(&barrier, 1);
  cuda::device::experimental::cp_async_bulk_tensor_1d_global_to_shared(out, &map, 0, barrier); // <- here
}

__global__ void __cluster_dims__(2) loadIntoBlocks(const __grid_constant__ CUtensorMap map) {
  initBarrier(sharedAddress(&object), 1);
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0 && blockIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2}], [%3], %4;" ::"r"( // <- here
                     sharedAddress(tile)),
                 "l"(&map), "r"(0), "r"(sharedAddress(&object)), "h"(static_cast<unsigned short>(0xb))
                 : "memory");
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void storeBefore(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) float tile[32];
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2];" ::"l"(&map), "r"(-4), // <- here
                 "r"(sharedAddress(tile))
                 : "memory");
}

__global__ void reduce(const __grid_constant__ CUtensorMap map) {
  tile[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.reduce.async.bulk.tensor.1d.global.shared::cta.min.bulk_group [%0, {%1}], [%2];" ::"l"(&map), "r"(0), // <- here
                 "r"(sharedAddress(tile))
                 : "memory");
}

int main() {
  Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 1, {64}};
  tensor.box[0] = 32;
  const auto check = [&](auto launch, cudaError_t expected) {
    DeviceArray<float> values(64);
    launch(tensor.map(values.get()));
    checkFailedLaunch(expected);
  };
  check([](const CUtensorMap &) { load<<<1, 32>>>(CUtensorMap{}, 0, 0); }, cudaErrorIllegalInstruction);
  check([](const CUtensorMap &map) { loadMatrix<<<1, 32>>>(map); }, cudaErrorIllegalInstruction);
  check([](const CUtensorMap &map) { load<<<1, 32>>>(map, 7, 0); }, cudaErrorIllegalInstruction);
  check([](const CUtensorMap &map) { load<<<1, 32>>>(map, 0, 4); }, cudaErrorMisalignedAddress);
  check([](const CUtensorMap &map) {
    int *out = nullptr;
    CHECK_CUDA(cudaMalloc(&out, 4096));
    loadIntoGlobal<<<1, 1>>>(map, out);
  }, cudaErrorIllegalAddress);
  check([](const CUtensorMap &map) { loadIntoBlocks<<<2, 32>>>(map); }, cudaErrorIllegalInstruction);
  check([](const CUtensorMap &map) { storeBefore<<<1, 32>>>(map); }, cudaErrorIllegalInstruction);
  check([](const CUtensorMap &map) { reduce<<<1, 32>>>(map); }, cudaErrorIllegalInstruction);
  return verdict();
}
