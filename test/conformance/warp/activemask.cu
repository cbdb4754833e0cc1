// __activemask holds the caller, only lanes that exist and have not exited, and only lanes of the same
// branch.
#include "../check.h"

__global__ void observe(unsigned *whole, unsigned *branch, unsigned *alone) {
  int lane = threadIdx.x;
  whole[lane] = __activemask();
  if (lane == 7)
    alone[0] = __activemask();
  if (lane >= 20)
    return;
  // Different enough that a compiler cannot make one branch of the two.
  if (lane % 2)
    branch[lane] = __activemask();
  else
    branch[lane] = whole[lane] & __activemask();
}

int main() {
  DeviceArray<unsigned> whole(32), branch(32), alone(1);
  observe<<<1, 25>>>(whole.get(), branch.get(), alone.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got_whole = whole.host(), got_branch = branch.host();
  for (int lane = 0; lane < 25; ++lane) {
    CHECK(got_whole[lane] >> lane & 1);
    CHECK_EQ(got_whole[lane] >> 25, 0u);
    if (lane < 20) {
      CHECK(got_branch[lane] >> lane & 1);
      CHECK_EQ(got_branch[lane] & (lane % 2 ? 0x55555555u : 0xaaaaaaaau), 0u);
      CHECK_EQ(got_branch[lane] >> 20, 0u);
    }
  }
  CHECK_EQ(alone.first(), 1u << 7);
  return verdict();
}
