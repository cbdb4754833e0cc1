// atomicAnd, atomicOr and atomicXor under contention: every type, every scope.
#include "contention.h"

OPERATION(And, atomicAnd, ~(1ull << id % 61));
OPERATION(AndSystem, atomicAnd_system, ~(1ull << id % 61));
OPERATION(AndBlock, atomicAnd_block, ~(1ull << id % 61));
OPERATION(Or, atomicOr, 1ull << id % 61);
OPERATION(OrSystem, atomicOr_system, 1ull << id % 61);
OPERATION(OrBlock, atomicOr_block, 1ull << id % 61);
OPERATION(Xor, atomicXor, id * 0x9e3779b97f4a7c15ull);
OPERATION(XorSystem, atomicXor_system, id * 0x9e3779b97f4a7c15ull);
OPERATION(XorBlock, atomicXor_block, id * 0x9e3779b97f4a7c15ull);

template <typename T> void check() {
  const T pattern = static_cast<T>(0xf0f0a5a5'33cc0ff0ull), ones = static_cast<T>(~0ull);
  auto conjunction = [](T value, int id) {
    return static_cast<T>(value & static_cast<T>(~(1ull << id % 61)));
  };
  auto disjunction = [](T value, int id) { return static_cast<T>(value | static_cast<T>(1ull << id % 61)); };
  auto parity = [](T value, int id) {
    return static_cast<T>(value ^ static_cast<T>(id * 0x9e3779b97f4a7c15ull));
  };
  checkContention(ones, And{}, conjunction);
  checkContention(ones, AndSystem{}, conjunction);
  checkBlockScope(ones, AndBlock{}, conjunction);
  checkContention(T{0}, Or{}, disjunction);
  checkContention(T{0}, OrSystem{}, disjunction);
  checkBlockScope(T{0}, OrBlock{}, disjunction);
  checkContention(pattern, Xor{}, parity);
  checkContention(pattern, XorSystem{}, parity);
  checkBlockScope(pattern, XorBlock{}, parity);
}

int main() {
  check<int>();
  check<unsigned>();
  check<unsigned long long>();
  return verdict();
}
