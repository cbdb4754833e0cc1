// atomicCAS and atomicExch of 16 bytes: nobody sees half of a value, exactly one wins each step, and what is
// exchanged is neither lost nor doubled.
#include "../check.h"

struct alignas(16) Pair {
  unsigned long long count, check;
};

__host__ __device__ Pair pairOf(unsigned long long count) { return {count, ~count * 0x9e3779b97f4a7c15u}; }
__device__ bool isWhole(Pair pair) { return pair.check == pairOf(pair.count).check; }
__device__ bool equal(Pair a, Pair b) { return a.count == b.count && a.check == b.check; }

template <int Scope> __device__ Pair cas(Pair *cell, Pair expected, Pair value) {
  return Scope == 0   ? atomicCAS(cell, expected, value)
         : Scope == 1 ? atomicCAS_block(cell, expected, value)
                      : atomicCAS_system(cell, expected, value);
}
template <int Scope> __device__ Pair exch(Pair *cell, Pair value) {
  return Scope == 0   ? atomicExch(cell, value)
         : Scope == 1 ? atomicExch_block(cell, value)
                      : atomicExch_system(cell, value);
}

template <int Scope> __global__ void increment(Pair *cell, int *winners, int *torn) {
  Pair seen = pairOf(0);
  for (;;) {
    const Pair before = cas<Scope>(cell, seen, pairOf(seen.count + 1));
    if (!isWhole(before))
      atomicAdd(torn, 1);
    if (equal(before, seen))
      break;
    seen = before;
  }
  atomicAdd(&winners[seen.count], 1);
}

// Each thread puts its number in and takes another's out; the last one stays.
template <int Scope> __global__ void passOn(Pair *cell, int *taken, int *torn) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  const Pair before = exch<Scope>(cell, pairOf(id + 1));
  if (!isWhole(before))
    atomicAdd(torn, 1);
  else
    atomicAdd(&taken[before.count], 1);
}

template <int Scope> void check(int blocks) {
  const int count = blocks * 64;
  DeviceArray<Pair> cell(std::vector<Pair>{pairOf(0)});
  DeviceArray<int> winners(count), torn(1), taken(count + 1);
  increment<Scope><<<blocks, 64>>>(cell.get(), winners.get(), torn.get());
  CHECK_LAUNCH();
  CHECK_EQ(cell.first().count, static_cast<unsigned long long>(count));
  CHECK_SAME(winners.host(), std::vector<int>(count, 1));

  DeviceArray<Pair> place(std::vector<Pair>{pairOf(0)});
  passOn<Scope><<<blocks, 64>>>(place.get(), taken.get(), torn.get());
  CHECK_LAUNCH();
  std::vector<int> seen = taken.host();
  ++seen[place.first().count];
  CHECK_SAME(seen, std::vector<int>(count + 1, 1));
  CHECK_EQ(torn.first(), 0);
}

// All bits are compared, and other types of 16 bytes do as well.
__global__ void otherTypes(int *good) {
  __shared__ alignas(16) int4 ints;
  __shared__ alignas(16) __int128 wide;
  __shared__ alignas(16) double2 reals;
  ints = make_int4(1, 2, 3, 4);
  wide = (static_cast<__int128>(5) << 64) + 6;
  reals = make_double2(0.0, 1.5);
  const int4 unlike = atomicCAS(&ints, make_int4(1, 2, 3, 5), make_int4(9, 9, 9, 9));
  good[0] = unlike.w == 4 && ints.w == 4;
  const int4 alike = atomicCAS(&ints, make_int4(1, 2, 3, 4), make_int4(9, 8, 7, 6));
  good[1] = alike.x == 1 && ints.x == 9 && ints.y == 8 && ints.z == 7 && ints.w == 6;
  const __int128 old = atomicExch(&wide, static_cast<__int128>(-1));
  good[2] = old == (static_cast<__int128>(5) << 64) + 6 && wide == -1;
  atomicCAS(&reals, make_double2(-0.0, 1.5), make_double2(2, 2));
  good[3] = reals.y == 1.5;
}

int main() {
  check<0>(9);
  check<1>(1);
  check<2>(9);
  DeviceArray<int> good(4);
  otherTypes<<<1, 1>>>(good.get());
  CHECK_LAUNCH();
  CHECK_SAME(good.host(), std::vector<int>(4, 1));
  return verdict();
}
