// Thousands of launches in several streams before the first synchronisation: none is lost or reordered.
#include "../check.h"

__global__ void step(unsigned *state, unsigned value) { *state = *state * 1664525u + value; }

int main() {
  const int streams = 8, launches = 500;
  cudaStream_t stream[streams];
  DeviceArray<unsigned> states(streams);
  for (cudaStream_t &s : stream)
    CHECK_CUDA(cudaStreamCreate(&s));
  for (int i = 0; i < launches; ++i)
    for (int s = 0; s < streams; ++s)
      step<<<1, 1, 0, stream[s]>>>(states.get() + s, i ^ s);
  CHECK_LAUNCH();
  std::vector<unsigned> got = states.host();
  for (int s = 0; s < streams; ++s) {
    unsigned expected = 0;
    for (int i = 0; i < launches; ++i)
      expected = expected * 1664525u + (i ^ s);
    CHECK_EQ(got[s], expected);
  }
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  return verdict();
}
