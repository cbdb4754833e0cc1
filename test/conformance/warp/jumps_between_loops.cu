// Lanes that jump into, between and out of loops by goto: each goes its own way.
#include "../check.h"

struct Walk {
  unsigned state, fuel;
};

// `second` and `third` are a loop with two entries; `second` is a loop in it, and all three are one around it.
__host__ __device__ inline Walk walk(unsigned i, unsigned state, unsigned *passed) {
  unsigned fuel = 3;
first:
  state = state * 1664525u + 1013904223u;
  if (fuel-- == 0)
    goto end;
  switch (state >> 30) {
  case 0:
    goto end;
  case 1:
  case 2:
    goto third;
  default:
    goto second;
  }
second:
  if (fuel-- == 0)
    goto end;
  switch ((i + state) >> 30) {
  case 0:
    goto second;
  case 1:
    goto end;
  default:
    goto third;
  }
third:
  if (i >= 16)
    ++*passed;
  if (fuel-- == 0)
    goto end;
  if (i & 1)
    goto first;
  goto second;
end:
  return {state, fuel};
}

__global__ void walks(unsigned *state, unsigned *fuel, unsigned *passed) {
  const unsigned i = threadIdx.x + blockDim.x * threadIdx.y;
  const Walk end = walk(i, state[i], &passed[i]);
  state[i] = end.state;
  fuel[i] = end.fuel;
}

int main() {
  for (dim3 block : {dim3(1024), dim3(8, 128), dim3(31, 33)}) {
    const unsigned threads = block.x * block.y;
    std::vector<unsigned> starts(threads);
    for (unsigned i = 0; i < threads; ++i)
      starts[i] = i * 2654435761u;
    DeviceArray<unsigned> state(starts), fuel(threads), passed(threads);
    walks<<<1, block>>>(state.get(), fuel.get(), passed.get());
    CHECK_LAUNCH();
    std::vector<unsigned> states(threads), fuels(threads), all_passed(threads);
    for (unsigned i = 0; i < threads; ++i) {
      const Walk end = walk(i, starts[i], &all_passed[i]);
      states[i] = end.state;
      fuels[i] = end.fuel;
    }
    CHECK_SAME(state.host(), states);
    CHECK_SAME(fuel.host(), fuels);
    CHECK_SAME(passed.host(), all_passed);
  }
  return verdict();
}
