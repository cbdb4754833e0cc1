// __constant__ variables: initialised, changed from the host between launches, structs and arrays.
#include "../check.h"

struct Plan {
  float scale;
  int offsets[4];
};

__constant__ int initialised[5] = {1, 2, 4, 8, 16};
__constant__ Plan plan;
__constant__ double table[1000];

__global__ void apply(double *out) {
  int t = threadIdx.x;
  out[t] = initialised[t % 5] + plan.scale * plan.offsets[t % 4] + table[t];
}

int main() {
  DeviceArray<double> out(1000);
  for (int round = 0; round < 3; ++round) {
    Plan host_plan{0.5f * round, {round, round + 1, round + 2, round + 3}};
    std::vector<double> host_table(1000);
    for (int i = 0; i < 1000; ++i)
      host_table[i] = i * round;
    CHECK_CUDA(cudaMemcpyToSymbol(plan, &host_plan, sizeof host_plan));
    CHECK_CUDA(cudaMemcpyToSymbol(table, host_table.data(), 1000 * sizeof(double)));
    apply<<<1, 1000>>>(out.get());
    CHECK_LAUNCH();
    std::vector<double> got = out.host();
    for (int i = 0; i < 1000; ++i)
      CHECK_EQ(got[i], (1 << i % 5) + 0.5 * round * (round + i % 4) + i * round);
  }
  return verdict();
}
