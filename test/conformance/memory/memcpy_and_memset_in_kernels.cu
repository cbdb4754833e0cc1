// memcpy, memset and structure assignment inside kernels, small and large, aligned and not.
#include "../check.h"

struct Record {
  char name[37];
  double value;
  int tail[50];
};

__global__ void copy(Record *to, const Record *from, unsigned char *bytes) {
  int i = threadIdx.x;
  Record local = from[i];
  local.value *= 2;
  memcpy(&to[i], &local, sizeof local);
  memset(bytes + i * 101, i, 101);
  memcpy(bytes + i * 101 + 3, from[i].name, sizeof from[i].name);
}

int main() {
  const int count = 40;
  std::vector<Record> records(count);
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 37; ++k)
      records[i].name[k] = 'a' + (i + k) % 26;
    records[i].value = i;
    for (int k = 0; k < 50; ++k)
      records[i].tail[k] = i * k;
  }
  DeviceArray<Record> from(records), to(count);
  DeviceArray<unsigned char> bytes(count * 101);
  copy<<<1, count>>>(to.get(), from.get(), bytes.get());
  CHECK_LAUNCH();
  std::vector<Record> got = to.host();
  std::vector<unsigned char> got_bytes = bytes.host();
  for (int i = 0; i < count; ++i) {
    CHECK_EQ(got[i].value, 2.0 * i);
    for (int k = 0; k < 50; ++k)
      CHECK_EQ(got[i].tail[k], i * k);
    for (int k = 0; k < 101; ++k)
      CHECK_EQ(int{got_bytes[i * 101 + k]}, k >= 3 && k < 40 ? records[i].name[k - 3] : i);
  }
  return verdict();
}
