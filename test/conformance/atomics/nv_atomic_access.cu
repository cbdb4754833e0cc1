// __nv_atomic_load, _store, _exchange, _compare_exchange and _thread_fence: values of every size arrive
// whole, and release and acquire order what stands around them.
#include "../check.h"

struct Four {
  char bytes[4];
};
struct alignas(8) Eight {
  int a, b;
};
struct alignas(16) Sixteen {
  unsigned long long a, b;
};

// ---- Integers by value, and what each call leaves behind.

template <class T> __global__ void byValue(T *cell, T *seen, int *said) {
  seen[0] = __nv_atomic_load_n(cell, __NV_ATOMIC_ACQUIRE);
  __nv_atomic_store_n(cell, 2, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  seen[1] = __nv_atomic_load_n(cell, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
  T expected = 7;
  if constexpr (sizeof(T) >= 2) {
    said[0] =
        __nv_atomic_compare_exchange_n(cell, &expected, 3, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE);
    seen[2] = expected;
    said[1] = __nv_atomic_compare_exchange_n(cell, &expected, 3, false, __NV_ATOMIC_RELAXED,
                                             __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER);
    seen[3] = *cell;
  } else {
    said[0] = 0, said[1] = 1, seen[2] = 2, seen[3] = 3;
  }
  if constexpr (sizeof(T) >= 4)
    seen[4] = __nv_atomic_exchange_n(cell, 4, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  else
    seen[4] = 3;
}

template <class T> void checkByValue() {
  DeviceArray<T> cell(std::vector<T>{1}), seen(5);
  DeviceArray<int> said(2);
  byValue<<<1, 1>>>(cell.get(), seen.get(), said.get());
  CHECK_LAUNCH();
  const std::vector<T> got = seen.host();
  for (int i = 0; i < 5; ++i)
    CHECK(got[i] == static_cast<T>(i < 2 ? i + 1 : i == 2 ? 2 : 3));
  CHECK_SAME(said.host(), (std::vector<int>{0, 1}));
}

// ---- Objects by address: swapped by many threads, each value comes out once.

template <class T> __device__ T objectOf(int id) {
  T object{};
  unsigned char bytes[sizeof(T)];
  for (unsigned i = 0; i < sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(id + i);
  memcpy(&object, bytes, sizeof(T));
  return object;
}
// The number in an object, or -1 when its bytes are not of one object.
template <class T> __device__ int numberOf(const T &object) {
  unsigned char bytes[sizeof(T)];
  memcpy(bytes, &object, sizeof(T));
  for (unsigned i = 1; i < sizeof(T); ++i)
    if (bytes[i] != static_cast<unsigned char>(bytes[0] + i))
      return -1;
  return bytes[0];
}

template <class T> __global__ void swapAll(T *cell, int *taken, int *torn) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  T mine = objectOf<T>(id + 1), before;
  if (id % 2) {
    __nv_atomic_load(cell, &before, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    while (!__nv_atomic_compare_exchange(cell, &before, &mine, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_DEVICE)) {
    }
  } else {
    __nv_atomic_exchange(cell, &mine, &before, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  }
  const int number = numberOf(before);
  atomicAdd(number < 0 ? torn : &taken[number], 1);
}

template <class T> __global__ void begin(T *cell) {
  T zero = objectOf<T>(0);
  __nv_atomic_store(cell, &zero, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
template <class T> __global__ void finish(T *cell, int *taken) {
  T last;
  __nv_atomic_load(cell, &last, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  ++taken[numberOf(last)];
}

template <class T> void checkByAddress() {
  constexpr int kCount = 5 * 40;
  DeviceArray<T> cell(1);
  DeviceArray<int> taken(kCount + 1), torn(1);
  begin<<<1, 1>>>(cell.get());
  swapAll<<<5, 40>>>(cell.get(), taken.get(), torn.get());
  finish<<<1, 1>>>(cell.get(), taken.get());
  CHECK_LAUNCH();
  CHECK_EQ(torn.first(), 0);
  CHECK_SAME(taken.host(), std::vector<int>(kCount + 1, 1));
}

// ---- Order: what was written before a release, or a fence, is seen after the acquire.

template <bool Fences> __global__ void passMessages(int *message, int *flag, int *bad) {
  const int id = threadIdx.x;
  if (blockIdx.x == 0) {
    message[id] = 1000 + id;
    __syncthreads();
    if (id == 0) {
      if (Fences) {
        __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
        __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
      } else {
        __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
      }
    }
  } else {
    if (id == 0) {
      if (Fences) {
        while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0) {
        }
        __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
      } else {
        while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
        }
      }
    }
    __syncthreads();
    if (message[id] != 1000 + id)
      atomicAdd(bad, 1);
  }
}

template <bool Fences> void checkOrder() {
  DeviceArray<int> message(128), flag(1), bad(1);
  passMessages<Fences><<<2, 128>>>(message.get(), flag.get(), bad.get());
  CHECK_LAUNCH();
  CHECK_EQ(bad.first(), 0);
}

int main() {
  checkByValue<char>();
  checkByValue<short>();
  checkByValue<int>();
  checkByValue<unsigned>();
  checkByValue<long long>();
  checkByValue<unsigned long>();
  checkByValue<__int128>();
  checkByAddress<float>();
  checkByAddress<Four>();
  checkByAddress<double>();
  checkByAddress<Eight>();
  checkByAddress<Sixteen>();
  checkOrder<false>();
  checkOrder<true>();
  return verdict();
}
