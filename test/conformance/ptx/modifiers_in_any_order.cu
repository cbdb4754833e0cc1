// ptxas takes the modifiers of an instruction in any order, those that are part of its name too.
#include "../check.h"

__global__ void kernel(unsigned *out) {
  const unsigned lane = threadIdx.x;
  unsigned votes, same, shuffled, sum;
  int all;
  asm volatile("{ .reg .pred p, q;\n"
               "  setp.ne.u32 p, %2, 0;\n"
               "  vote.ballot.sync.b32 %0, p, 0xffffffff;\n"
               "  vote.all.sync.pred q, p, 0xffffffff;\n"
               "  selp.s32 %1, 1, 0, q; }"
               : "=r"(votes), "=r"(all)
               : "r"(lane & 4));
  asm volatile("match.sync.any.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(lane % 3));
  asm volatile("shfl.up.sync.b32 %0, %1, 1, 0, 0xffffffff;" : "=r"(shuffled) : "r"(lane * 5));
  asm volatile("redux.add.sync.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(lane));
  unsigned *const row = out + lane * 5;
  row[0] = votes;
  row[1] = static_cast<unsigned>(all);
  row[2] = same;
  row[3] = shuffled;
  row[4] = sum;
}

int main() {
  unsigned *out;
  CHECK_CUDA(cudaMallocManaged(&out, 32 * 5 * sizeof(unsigned)));
  kernel<<<1, 32>>>(out);
  CHECK_LAUNCH();
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned same = 0;
    for (unsigned other = 0; other < 32; ++other)
      same |= static_cast<unsigned>(other % 3 == lane % 3) << other;
    CHECK_EQ(out[lane * 5], 0xf0f0f0f0u);
    CHECK_EQ(out[lane * 5 + 1], 0u);
    CHECK_EQ(out[lane * 5 + 2], same);
    CHECK_EQ(out[lane * 5 + 3], (lane == 0 ? 0 : lane - 1) * 5);
    CHECK_EQ(out[lane * 5 + 4], 31u * 32 / 2);
  }
  return verdict();
}
