// thread_group and thread_block: their members, and partitions whose size is an argument or a type.
#include "../check.h"
#include "../headers_under_test.h"

#include <algorithm>
#include <cooperative_groups.h>
using namespace cooperative_groups;

struct Observation {
  unsigned long long size, rank, size32, rank32, size4, rank4;
  dim3 group, thread;
};

__global__ void partitions(Observation *out) {
  thread_block g = this_thread_block();
  thread_group g32 = tiled_partition(this_thread_block(), 32);
  thread_group g4 = tiled_partition(g32, 4);
  Observation &mine = out[g.group_index().x * g.size() + g.thread_rank()];
  mine = {g.size(),  g.thread_rank(),  g32.size(),      g32.thread_rank(),
          g4.size(), g4.thread_rank(), g.group_index(), g.thread_index()};
}

__global__ void members_as_static_functions(unsigned *out) {
  thread_block::sync();
  dim3 shape = thread_block::dim_threads(), alias = thread_block::group_dim();
  bool good = shape.x == blockDim.x && shape.y == blockDim.y && shape.z == blockDim.z && alias.x == shape.x &&
              alias.y == shape.y && alias.z == shape.z &&
              thread_block::num_threads() == blockDim.x * blockDim.y * blockDim.z &&
              thread_block::size() == thread_block::num_threads() &&
              thread_block::group_index().z == blockIdx.z && thread_block::thread_index().y == threadIdx.y;
  out[thread_block::thread_rank()] = good;
}

// The caller's group decides how many threads meet.
__device__ int rotate(thread_group g, int *values) {
  int other = values[(g.thread_rank() + 1) % g.size()];
  g.sync();
  values[g.thread_rank()] = other;
  g.sync();
  int first = values[0];
  g.sync();
  return first;
}

__global__ void rotations(int *values, int *firsts, int *valid) {
  thread_block block = this_thread_block();
  thread_group warp = tiled_partition(block, 32), four = tiled_partition(warp, 4);
  int t = block.thread_rank();
  int *of_warp = values + t / 32 * 32, *of_four = values + t / 4 * 4;
  firsts[t] = rotate(block, values);
  firsts[block.size() + t] = rotate(warp, of_warp);
  block.sync();
  firsts[2 * block.size() + t] = rotate(four, of_four);
#if RADDLE_COOPERATIVE_GROUPS
  valid[t] = block.is_valid() && warp.is_valid() && four.is_valid();
#else
  valid[t] = true;
#endif
}

// Warps of a block shift sums to their lowest lanes with the member functions of a static tile.
__global__ void reduce(const double *x, double *y, int count) {
  extern __shared__ double s_y[];
  int tid = threadIdx.x, n = blockIdx.x * blockDim.x + tid;
  s_y[tid] = n < count ? x[n] : 0.0;
  __syncthreads();
  for (int offset = blockDim.x >> 1; offset >= 32; offset >>= 1) {
    if (tid < offset)
      s_y[tid] += s_y[tid + offset];
    __syncthreads();
  }
  double value = s_y[tid];
  thread_block_tile<32> g32 = tiled_partition<32>(this_thread_block());
  for (int i = g32.size() >> 1; i > 0; i >>= 1)
    value += g32.shfl_down(value, i);
  if (tid == 0)
    atomicAdd(y, value);
}

__global__ void tile_functions(int *out) {
  thread_block_tile<32> g32 = tiled_partition<32>(this_thread_block());
  thread_block_tile<4> g4 = tiled_partition<4>(this_thread_block());
  int t = threadIdx.x, r = g4.thread_rank();
  bool good = g4.size() == 4 && g32.size() == 32 && r == t % 4;
  good = good && g4.ballot(r >= 2) == 0b1100 && g32.ballot(g32.thread_rank() % 2) == 0xaaaaaaaa;
  good = good && !g4.all(r) && g4.all(r + 1) && g4.any(r == 3) && !g4.any(r == 4);
  good = good && g4.shfl(t, 2) == t / 4 * 4 + 2 && g4.shfl_up(t, 1) == (r == 0 ? t : t - 1);
  good = good && g4.shfl_down(t, 3) == (r == 0 ? t + 3 : t) && g4.shfl_xor(t, 3) == (t ^ 3);
  out[t] = good;
}

int main() {
  const int blocks = 3, threads = 128;
  DeviceArray<Observation> observations(blocks * threads);
  partitions<<<blocks, threads>>>(observations.get());
  CHECK_LAUNCH();
  std::vector<Observation> got = observations.host();
  for (int i = 0; i < blocks * threads; ++i) {
    unsigned t = i % threads;
    CHECK_EQ(got[i].size, 128u);
    CHECK_EQ(got[i].rank, t);
    CHECK_EQ(got[i].size32, 32u);
    CHECK_EQ(got[i].rank32, t % 32);
    CHECK_EQ(got[i].size4, 4u);
    CHECK_EQ(got[i].rank4, t % 4);
    CHECK(got[i].group.x == unsigned(i) / threads && got[i].group.y == 0 && got[i].group.z == 0);
    CHECK(got[i].thread.x == t && got[i].thread.y == 0 && got[i].thread.z == 0);
  }

  DeviceArray<unsigned> flags(5 * 7 * 3);
  members_as_static_functions<<<dim3(2, 2, 2), dim3(5, 7, 3)>>>(flags.get());
  CHECK_LAUNCH();
  CHECK_SAME(flags.host(), std::vector<unsigned>(5 * 7 * 3, 1));

  std::vector<int> values(threads);
  for (int t = 0; t < threads; ++t)
    values[t] = 1000 + t;
  DeviceArray<int> device_values(values), firsts(3 * threads);
  DeviceArray<int> valid(threads);
  rotations<<<1, threads>>>(device_values.get(), firsts.get(), valid.get());
  CHECK_LAUNCH();
  std::vector<int> got_firsts = firsts.host(), expected(3 * threads);
  for (int size : {128, 32, 4}) {
    int *row = &expected[size == 128 ? 0 : size == 32 ? threads : 2 * threads];
    for (int first = 0; first < threads; first += size)
      std::rotate(&values[first], &values[first] + 1, &values[first] + size);
    for (int t = 0; t < threads; ++t)
      row[t] = values[t / size * size];
  }
  CHECK_SAME(got_firsts, expected);
  CHECK_SAME(device_values.host(), values);
  CHECK_SAME(valid.host(), std::vector<int>(threads, 1));

  const int count = 20'000;
  Random random;
  std::vector<double> x(count);
  double sum = 0;
  for (double &value : x)
    sum += value = random.below(1000) * 0.25;
  DeviceArray<double> device_x(x), total(1);
  reduce<<<(count + threads - 1) / threads, threads, threads * sizeof(double)>>>(device_x.get(), total.get(),
                                                                                 count);
  CHECK_LAUNCH();
  CHECK_EQ(total.first(), sum);

  DeviceArray<int> good(256);
  tile_functions<<<1, 256>>>(good.get());
  CHECK_LAUNCH();
  CHECK_SAME(good.host(), std::vector<int>(256, 1));
  return verdict();
}
