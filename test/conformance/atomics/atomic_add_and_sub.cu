// atomicAdd and atomicSub under contention: every type, every scope.
#include "contention.h"

OPERATION(Add, atomicAdd, id % 17 + 1);
OPERATION(AddSystem, atomicAdd_system, id % 17 + 1);
OPERATION(AddBlock, atomicAdd_block, id % 17 + 1);
OPERATION(Sub, atomicSub, id % 17 + 1);
OPERATION(SubSystem, atomicSub_system, id % 17 + 1);
OPERATION(SubBlock, atomicSub_block, id % 17 + 1);

template <typename T> void checkAdd(T initial) {
  auto add = [](T value, int id) { return static_cast<T>(value + static_cast<T>(id % 17 + 1)); };
  checkContention(initial, Add{}, add);
  checkContention(initial, AddSystem{}, add);
  checkBlockScope(initial, AddBlock{}, add);
}

template <typename T> void checkSub(T initial) {
  auto sub = [](T value, int id) { return static_cast<T>(value - static_cast<T>(id % 17 + 1)); };
  checkContention(initial, Sub{}, sub);
  checkContention(initial, SubSystem{}, sub);
  checkBlockScope(initial, SubBlock{}, sub);
}

int main() {
  checkAdd<int>(-100);
  checkAdd<unsigned>(0xfffffff0u);
  checkAdd<unsigned long long>(0xfffffff0ull);
  checkAdd<float>(0.5f);
  checkAdd<double>(-0.25);
  checkSub<int>(100);
  checkSub<unsigned>(5);
  return verdict();
}
