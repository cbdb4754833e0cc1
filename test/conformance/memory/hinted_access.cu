// Loads and stores with cache hints do what ordinary ones do, for every type that has them.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

#include <cstring>
#include <type_traits>

// One thread per hint. Byte i of element `t` is t * 16 + i in the source.
template <class T> __global__ void copyWithHints(const T *from, T *to, T *stored) {
  const int t = threadIdx.x;
  T value;
  switch (t) {
  case 0:
    value = __ldg(from + t);
    break;
  case 1:
    value = __ldcg(from + t);
    break;
  case 2:
    value = __ldca(from + t);
    break;
  case 3:
    value = __ldcs(from + t);
    break;
  case 4:
    value = __ldlu(from + t);
    break;
  default:
    value = __ldcv(from + t);
    break;
  }
  to[t] = value;
  switch (t % 4) {
  case 0:
    __stwb(stored + t, from[t]);
    break;
  case 1:
    __stcg(stored + t, from[t]);
    break;
  case 2:
    __stcs(stored + t, from[t]);
    break;
  default:
    __stwt(stored + t, from[t]);
    break;
  }
}

template <class T> void check() {
  constexpr int kThreads = 8;
  std::vector<T> source(kThreads);
  for (unsigned i = 0; i < kThreads * sizeof(T); ++i)
    reinterpret_cast<unsigned char *>(source.data())[i] =
        std::is_floating_point<T>::value ? 64 : static_cast<unsigned char>(i * 7 + 1);
  DeviceArray<T> from(source), to(kThreads), stored(kThreads);
  copyWithHints<<<1, kThreads>>>(from.get(), to.get(), stored.get());
  CHECK_LAUNCH();
  const std::vector<T> loaded = to.host(), written = stored.host();
  CHECK_EQ(std::memcmp(loaded.data(), source.data(), kThreads * sizeof(T)), 0);
  CHECK_EQ(std::memcmp(written.data(), source.data(), kThreads * sizeof(T)), 0);
}

template <class... Types> void checkAll() { (check<Types>(), ...); }

int main() {
  checkAll<char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
           long long, unsigned long long, float, double>();
  checkAll<char2, char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4, uint2, uint4,
           longlong2, ulonglong2, float2, float4, double2>();
  return verdict();
}
