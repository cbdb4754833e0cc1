// References, unions, bit-fields, enumerations, pointers to members, and default arguments in device code.
#include "../check.h"

union Word {
  unsigned whole;
  unsigned char bytes[4];
};
struct Packed {
  unsigned low : 5;
  int middle : 11;
  unsigned high : 16;
};
struct Holder {
  int a = 1, b = 2;
  __host__ __device__ int twice(int x) const { return 2 * x + a; }
};
enum Kind { kFirst = 10, kSecond };

__host__ __device__ void bump(int &value, int by = 3) { value += by; }

__host__ __device__ inline int mix(int i) {
  Word word;
  word.whole = 0x01020304u + i;
  Packed packed;
  packed.low = i;
  packed.middle = -i;
  packed.high = i * 1000;
  Holder holder;
  int Holder::*member = i % 2 ? &Holder::a : &Holder::b;
  int (Holder::*method)(int) const = &Holder::twice;
  int value = (holder.*method)(i) + holder.*member;
  bump(value);
  bump(value, i);
  int &alias = value;
  alias += i % 3 ? kFirst : kSecond;
  return value + word.bytes[i % 4] + packed.low + packed.middle + packed.high;
}

__global__ void run(int *out) { out[threadIdx.x] = mix(threadIdx.x); }

int main() {
  DeviceArray<int> out(200);
  run<<<1, 200>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < 200; ++i)
    CHECK_EQ(got[i], mix(i));
  return verdict();
}
