// __nv_atomic_fetch_* and __nv_atomic_*: every operation, type, order and scope that CUDA has, under
// contention.
#include "contention.h"

// The operations with their operands, and what the host computes for one thread.
#define NV_OPERATION(Name, name, value)                                                                      \
  template <int Order, int Scope> struct Name {                                                              \
    template <class T> __device__ void operator()(T *cell, int id) const {                                   \
      if (id % 2)                                                                                            \
        __nv_atomic_fetch_##name(cell, static_cast<T>(value), Order, Scope);                                 \
      else                                                                                                   \
        __nv_atomic_##name(cell, static_cast<T>(value), Order, Scope);                                       \
    }                                                                                                        \
  };
NV_OPERATION(Add, add, id % 100)
NV_OPERATION(Sub, sub, id % 100)
NV_OPERATION(And, and, ~(1LL << id % 31))
NV_OPERATION(Or, or, 1LL << id % 31)
NV_OPERATION(Xor, xor, id * 77777LL)
NV_OPERATION(Min, min, id * 7919LL % 1009 - 500)
NV_OPERATION(Max, max, id * 7919LL % 1009 - 500)

template <class T, template <int, int> class Operation, class Apply> void check(T initial, Apply apply) {
  auto onHost = [apply](T value, int id) { return static_cast<T>(apply(value, id)); };
  checkContention(initial, Operation<__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE>{}, onHost);
  checkContention(initial, Operation<__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM>{}, onHost);
  checkContention(initial, Operation<__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE>{}, onHost);
  checkBlockScope(initial, Operation<__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK>{}, onHost);
  checkBlockScope(initial, Operation<__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER>{}, onHost);
}

template <class T> void checkSums() {
  check<T, Add>(T(1000), [](T value, int id) { return value + static_cast<T>(id % 100); });
  check<T, Sub>(T(1000), [](T value, int id) { return value - static_cast<T>(id % 100); });
}

template <class T> void checkBits() {
  const T pattern = static_cast<T>(0x0123456789abcdefLL);
  check<T, And>(pattern, [](T value, int id) { return value & static_cast<T>(~(1LL << id % 31)); });
  check<T, Or>(pattern, [](T value, int id) { return value | static_cast<T>(1LL << id % 31); });
  check<T, Xor>(pattern, [](T value, int id) { return value ^ static_cast<T>(id * 77777LL); });
  auto operand = [](int id) { return static_cast<T>(id * 7919LL % 1009 - 500); };
  check<T, Min>(T(100), [=](T value, int id) { return operand(id) < value ? operand(id) : value; });
  check<T, Max>(T(100), [=](T value, int id) { return value < operand(id) ? operand(id) : value; });
}

// The values that the fetch_ functions return are those that were replaced.
template <class T> __global__ void fetch(T *cell, T *seen) {
  seen[0] = __nv_atomic_fetch_add(cell, 5, __NV_ATOMIC_RELAXED);
  seen[1] = __nv_atomic_fetch_sub(cell, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
  seen[2] = *cell;
}

template <class T> void checkOldValues() {
  DeviceArray<T> cell(std::vector<T>{10}), seen(3);
  fetch<<<1, 1>>>(cell.get(), seen.get());
  CHECK_LAUNCH();
  CHECK_SAME(seen.host(), (std::vector<T>{10, 15, 13}));
}

int main() {
  checkSums<int>();
  checkSums<unsigned>();
  checkSums<unsigned long long>();
  checkSums<float>();
  checkSums<double>();
  checkBits<int>();
  checkBits<unsigned>();
  checkBits<long long>();
  checkBits<unsigned long long>();
  checkOldValues<int>();
  checkOldValues<unsigned long>();
  checkOldValues<float>();
  checkOldValues<double>();
  return verdict();
}
