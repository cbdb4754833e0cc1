// atomicMin and atomicMax under contention: every type, every scope.
#include "contention.h"

__host__ __device__ inline long long operand(int id) {
  return id * 7919LL % 1009 * 4'000'003 - 2'000'000'000;
}

OPERATION(Min, atomicMin, operand(id));
OPERATION(MinSystem, atomicMin_system, operand(id));
OPERATION(MinBlock, atomicMin_block, operand(id));
OPERATION(Max, atomicMax, operand(id));
OPERATION(MaxSystem, atomicMax_system, operand(id));
OPERATION(MaxBlock, atomicMax_block, operand(id));

template <typename T> void check(T low, T high) {
  auto least = [](T value, int id) {
    T other = static_cast<T>(operand(id));
    return other < value ? other : value;
  };
  auto most = [](T value, int id) {
    T other = static_cast<T>(operand(id));
    return value < other ? other : value;
  };
  checkContention(high, Min{}, least);
  checkContention(high, MinSystem{}, least);
  checkBlockScope(high, MinBlock{}, least);
  checkContention(low, Max{}, most);
  checkContention(low, MaxSystem{}, most);
  checkBlockScope(low, MaxBlock{}, most);
}

int main() {
  check<int>(-2'147'483'647, 2'147'483'647);
  check<unsigned>(0, 0xffffffffu);
  check<long long>(-9'000'000'000LL, 9'000'000'000LL);
  check<unsigned long long>(0, ~0ull);
  return verdict();
}
