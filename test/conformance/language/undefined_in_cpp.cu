// What C++ leaves undefined, and programs rely on with nvcc: bools of other bytes than 0 and 1, and functions without the
// return that their type asks for.
#include "../check.h"

// The type of a function that nobody asks for its value.
__device__ __noinline__ int storeBoth(int *where, int value) {
  where[0] = value;
  if (value > 3)
    return 5;
  where[1] = value;
}
__device__ int storeBothInlined(int *where, int value) {
  where[2] = value;
  if (value > 3)
    return 5;
  where[3] = value;
}

__global__ void store(int *where, int value) {
  (void)storeBoth(where, value);
  (void)storeBothInlined(where, value);
}

struct Marked {
  bool mark;
  int value;
};

constexpr int kFirst = 2, kSecond = 4;
constexpr int kResults = 18;

__global__ void read(bool *flags, Marked *marked, int zero, int *results) {
  int i = 0;
  results[i++] = flags[0];
  results[i++] = flags[0] + flags[1];
  results[i++] = flags[0] == true;
  results[i++] = flags[0] != flags[1];
  results[i++] = flags[0] ^ flags[1];
  results[i++] = flags[0] & flags[1];
  results[i++] = flags[0] && flags[1];
  results[i++] = flags[0] || zero;
  results[i++] = !flags[0];
  results[i++] = !!flags[1];
  results[i++] = flags[1] ? 10 : 20;
  results[i++] = -flags[1];
  results[i++] = static_cast<int>(static_cast<float>(flags[1]) * 10);
  const bool copy = flags[0];
  flags[2] = copy;
  results[i++] = reinterpret_cast<unsigned char *>(flags)[2];
  marked->mark = flags[1];
  results[i++] = *reinterpret_cast<unsigned char *>(&marked->mark);
  bool local[4];
  for (int j = 0; j < 4; ++j)
    local[j] = flags[(j + zero) & 1];
  results[i++] = local[zero + 1];
  unsigned bit = 0;
  if (flags[0])
    bit |= 1;
  results[i++] = bit;
  results[i++] = flags[3];
}

int main() {
  DeviceArray<int> stored(std::vector<int>(4, -1));
  store<<<1, 1>>>(stored.get(), 2);
  CHECK_LAUNCH();
  CHECK_SAME(stored.host(), (std::vector<int>{2, 2, 2, 2}));
  DeviceArray<unsigned char> flags(std::vector<unsigned char>{kFirst, kSecond, 1, 0});
  DeviceArray<Marked> marked(1);
  DeviceArray<int> results(kResults);
  read<<<1, 1>>>(reinterpret_cast<bool *>(flags.get()), marked.get(), 0, results.get());
  CHECK_LAUNCH();
  CHECK_SAME(results.host(),
             (std::vector<int>{kFirst, kFirst + kSecond, 0, 1, kFirst ^ kSecond, kFirst & kSecond, 1, 1, 0, 1,
                               10, -kSecond, kSecond * 10, kFirst, kSecond, kSecond, 1, 0}));
  return verdict();
}
