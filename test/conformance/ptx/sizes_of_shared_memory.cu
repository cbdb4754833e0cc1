// What a block is told of its shared memory; the numbers are those of an H100.
#include "../check.h"

__global__ void ask(unsigned *sizes, int *data) {
  extern __shared__ int dynamic[];
  __shared__ int table[25];
  table[threadIdx.x] = data[0];
  if (data[0] == 1)
    dynamic[0] = 1;
  unsigned long long graph = 0;
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(sizes[0]));
  asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(sizes[1]));
  asm volatile("mov.u32 %0, %%aggr_smem_size;" : "=r"(sizes[2]));
  asm volatile("mov.u64 %0, %%current_graph_exec;" : "=l"(graph));
  sizes[3] = static_cast<unsigned>(graph) + table[threadIdx.x];
}

__global__ void askWithout(unsigned *sizes) {
  asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(sizes[0]));
}

int main() {
  DeviceArray<unsigned> sizes(4);
  DeviceArray<int> data(1);
  const unsigned expected[][3] = {
      {0, 128, 1136}, {4, 128, 1140}, {128, 256, 1264}, {200, 384, 1336}, {5000, 5120, 6136}};
  for (const auto &[dynamic, total, aggregate] : expected) {
    ask<<<1, 1, dynamic>>>(sizes.get(), data.get());
    CHECK_LAUNCH();
    CHECK_SAME(sizes.host(), (std::vector<unsigned>{total, dynamic, aggregate, 0}));
  }
  askWithout<<<1, 1>>>(sizes.get());
  CHECK_LAUNCH();
  CHECK_EQ(sizes.first(), 0u);
  return verdict();
}
