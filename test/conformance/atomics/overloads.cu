// Which types each atomic function takes, in which scopes: CUDA's set, no less and no more, since programs
// add functions of their own for what CUDA leaves out.
#include "../check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <utility>

enum Scopes { kNone = 0, kDevice = 1, kBlock = 2, kSystem = 4, kAll = 7 };

#define TAKES(function, scope, ...)                                                                          \
  template <class T, class = void> struct takes_##function##scope : std::false_type {};                      \
  template <class T>                                                                                         \
  struct takes_##function##scope<T,                                                                          \
                                 std::void_t<decltype(function##scope(std::declval<T *>(), __VA_ARGS__))>>   \
      : std::is_same<T, decltype(function##scope(std::declval<T *>(), __VA_ARGS__))> {};
#define SCOPES(function, ...)                                                                                \
  TAKES(function, , __VA_ARGS__)                                                                             \
  TAKES(function, _block, __VA_ARGS__)                                                                       \
  TAKES(function, _system, __VA_ARGS__)                                                                      \
  template <class T> constexpr int scopesOf_##function() {                                                   \
    return (takes_##function<T>::value ? kDevice : 0) | (takes_##function##_block<T>::value ? kBlock : 0) |  \
           (takes_##function##_system<T>::value ? kSystem : 0);                                              \
  }
SCOPES(atomicAdd, std::declval<T>())
SCOPES(atomicSub, std::declval<T>())
SCOPES(atomicExch, std::declval<T>())
SCOPES(atomicMin, std::declval<T>())
SCOPES(atomicMax, std::declval<T>())
SCOPES(atomicInc, std::declval<T>())
SCOPES(atomicDec, std::declval<T>())
SCOPES(atomicAnd, std::declval<T>())
SCOPES(atomicOr, std::declval<T>())
SCOPES(atomicXor, std::declval<T>())
SCOPES(atomicCAS, std::declval<T>(), std::declval<T>())

struct alignas(16) Sixteen {
  long long a, b;
};
struct SixteenAlignedTo8 {
  long long a, b;
};
struct alignas(16) SixteenWithACopyConstructor {
  SixteenWithACopyConstructor(const SixteenWithACopyConstructor &);
  long long a, b;
};
struct alignas(8) Eight {
  int a, b;
};

template <class T> void check(std::vector<int> expected) {
  CHECK_SAME((std::vector<int>{scopesOf_atomicAdd<T>(), scopesOf_atomicSub<T>(), scopesOf_atomicExch<T>(),
                               scopesOf_atomicMin<T>(), scopesOf_atomicMax<T>(), scopesOf_atomicInc<T>(),
                               scopesOf_atomicDec<T>(), scopesOf_atomicAnd<T>(), scopesOf_atomicOr<T>(),
                               scopesOf_atomicXor<T>(), scopesOf_atomicCAS<T>()}),
             expected);
}

int main() {
  constexpr int A = kAll, D = kDevice;
  //                          Add Sub Ex Min Max Inc Dec And Or Xor CAS
  check<int>({A, A, A, A, A, 0, 0, A, A, A, A});
  check<unsigned>({A, A, A, A, A, A, A, A, A, A, A});
  check<long long>({0, 0, 0, A, A, 0, 0, A, A, A, 0});
  check<unsigned long long>({A, 0, A, A, A, 0, 0, A, A, A, A});
  check<unsigned short>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, D});
  check<float>({A, 0, A, 0, 0, 0, 0, 0, 0, 0, 0});
  check<double>({A, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  check<float2>({A, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  check<float4>({A, 0, A, 0, 0, 0, 0, 0, 0, 0, A});
  for (auto checkHalf : {check<__half>, check<__half2>, check<__nv_bfloat16>, check<__nv_bfloat162>})
    checkHalf({D, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  for (auto checkWide :
       {check<Sixteen>, check<int4>, check<double2>, check<__int128>, check<unsigned __int128>})
    checkWide({0, 0, A, 0, 0, 0, 0, 0, 0, 0, A});
  for (auto checkNone :
       {check<short>, check<char>, check<long>, check<unsigned long>, check<bool>, check<Eight>,
        check<SixteenAlignedTo8>, check<SixteenWithACopyConstructor>, check<int2>})
    checkNone(std::vector<int>(11, kNone));
  return verdict();
}
