// cuda::device::experimental: boxes of tensors loaded, changed and stored by the functions of <cuda/barrier>, in one to five
// dimensions, and lines without a tensor map.
#include "../ptx/tensor_maps.h"

#include <cuda/barrier>
#include <cuda/std/utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

constexpr int kThreads = 128;

// Loads a tile, adds 1 to each of its bytes, and stores it.
template <int rank>
__global__ void addOne(const __grid_constant__ CUtensorMap map, Coordinates c, unsigned bytes) {
  __shared__ alignas(128) unsigned char tile[4096];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  const int *at = c.at;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    if constexpr (rank == 1)
      cde::cp_async_bulk_tensor_1d_global_to_shared(&tile, &map, at[0], barrier);
    else if constexpr (rank == 2)
      cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, at[0], at[1], barrier);
    else if constexpr (rank == 3)
      cde::cp_async_bulk_tensor_3d_global_to_shared(&tile, &map, at[0], at[1], at[2], barrier);
    else if constexpr (rank == 4)
      cde::cp_async_bulk_tensor_4d_global_to_shared(&tile, &map, at[0], at[1], at[2], at[3], barrier);
    else
      cde::cp_async_bulk_tensor_5d_global_to_shared(&tile, &map, at[0], at[1], at[2], at[3], at[4], barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, bytes);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(cuda::std::move(token));
  for (unsigned i = threadIdx.x; i < bytes; i += kThreads)
    ++tile[i];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    if constexpr (rank == 1)
      cde::cp_async_bulk_tensor_1d_shared_to_global(&map, at[0], &tile);
    else if constexpr (rank == 2)
      cde::cp_async_bulk_tensor_2d_shared_to_global(&map, at[0], at[1], &tile);
    else if constexpr (rank == 3)
      cde::cp_async_bulk_tensor_3d_shared_to_global(&map, at[0], at[1], at[2], &tile);
    else if constexpr (rank == 4)
      cde::cp_async_bulk_tensor_4d_shared_to_global(&map, at[0], at[1], at[2], at[3], &tile);
    else
      cde::cp_async_bulk_tensor_5d_shared_to_global(&map, at[0], at[1], at[2], at[3], at[4], &tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
    (&barrier)->~Barrier();
  }
}

template <int rank> void check(const Tensor &tensor, const Coordinates &at) {
  std::vector<unsigned char> bytes = numbers(tensor.bytes());
  DeviceArray<unsigned char> target(bytes);
  addOne<rank><<<1, kThreads>>>(tensor.map(target.get()), at, tensor.boxBytes());
  CHECK_LAUNCH();
  tensor.eachByte(at, [&](long long place, unsigned) {
    if (place >= 0)
      ++bytes[static_cast<std::size_t>(place)];
  });
  CHECK_SAME(target.host(), bytes);
}

// The same for a line of 1024 numbers of each block.
__global__ void addOneToLine(int *values) {
  __shared__ alignas(16) int line[1024];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_global_to_shared(line, values + 1024 * blockIdx.x, sizeof line, barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof line);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(cuda::std::move(token));
  for (int i = threadIdx.x; i < 1024; i += kThreads)
    ++line[i];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(values + 1024 * blockIdx.x, line, sizeof line);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

int main() {
  // The first `rank` dimensions of one tensor.
  const auto withRank = [](unsigned rank) {
    Tensor tensor{CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, rank, {24, 7, 6, 5, 4}, {}, {16, 3, 2, 2, 2}};
    for (unsigned i = rank; i < 5; ++i)
      tensor.extents[i] = tensor.box[i] = 1;
    tensor.layOut();
    return tensor;
  };
  check<1>(withRank(1), {{8}});
  check<2>(withRank(2), {{8, 5}});
  check<3>(withRank(3), {{0, 1, 5}});
  check<4>(withRank(4), {{16, 3, 2, 4}});
  check<5>(withRank(5), {{8, 3, 2, 1, 3}});

  std::vector<int> values(5 * 1024);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(3 * i);
  DeviceArray<int> lines(values);
  addOneToLine<<<5, kThreads>>>(lines.get());
  CHECK_LAUNCH();
  for (int &value : values)
    ++value;
  CHECK_SAME(lines.host(), values);
  return verdict();
}
