// The barrier of a cooperative launch's grid on a GPU.
//
// The driver gives a cooperative launch a zeroed workspace, whose address two special registers hold (zero
// in other launches). Its second word is the barrier: bit 31 is the phase. Each block adds one, and the first
// block what is missing for the sum of all to flip the phase. The addition answers with the word as it was,
// though its phase could as well be read beforehand: a block that waits for the answer does not begin to poll
// while its own and others' additions still queue at the word, and each poll there delays them.
#ifndef COOPERATIVE_GROUPS_DETAIL_GRID_BARRIER_NVCC_H
#define COOPERATIVE_GROUPS_DETAIL_GRID_BARRIER_NVCC_H

namespace cooperative_groups::__v1::detail::platform {

RADDLE_CG_DEVICE unsigned *grid_barrier_word() {
  unsigned high, low;
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  unsigned long long address = static_cast<unsigned long long>(high) << 32 | low;
  return address ? reinterpret_cast<unsigned *>(address) + 1 : nullptr;
}

RADDLE_CG_DEVICE bool grid_is_valid() { return grid_barrier_word() != nullptr; }

// One thread of each block speaks for it.
RADDLE_CG_DEVICE bool speaks_for_block() { return (threadIdx.x | threadIdx.y | threadIdx.z) == 0; }

// The token is the word before the arrival; it says something to the thread that speaks for its block.
RADDLE_CG_DEVICE unsigned grid_barrier_arrive() {
  unsigned *word = grid_barrier_word();
  if (!word)
    __trap();
  __syncthreads();
  unsigned before = 0;
  if (speaks_for_block()) {
    bool first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
    unsigned added = first ? 0x80000001u - gridDim.x * gridDim.y * gridDim.z : 1;
    asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;" : "=r"(before) : "l"(word), "r"(added) : "memory");
  }
  return before;
}

RADDLE_CG_DEVICE void grid_barrier_wait(unsigned token) {
  if (speaks_for_block()) {
    unsigned *word = grid_barrier_word();
    unsigned now;
    do
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
    while (((now ^ token) & 0x80000000u) == 0);
  }
  __syncthreads();
}

// Where hundreds of blocks have yet to arrive, the last does so later than about a nanosecond for each of
// them: until then, polling would only hold up their additions.
RADDLE_CG_DEVICE void sleep_through_arrivals(unsigned token) {
  unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  if (blocks <= 512 || !speaks_for_block())
    return;
  // What the word lacks until its phase flips; without the first block's share it counts arrivals.
  unsigned count = token & 0x7fffffffu;
  unsigned missing = count < 0x40000000u ? blocks - count : 0x80000000u - count;
  if (missing > 256)
    __nanosleep(missing);
}

RADDLE_CG_DEVICE void grid_sync() {
  unsigned token = grid_barrier_arrive();
  sleep_through_arrivals(token);
  grid_barrier_wait(token);
}

} // namespace cooperative_groups::__v1::detail::platform

#endif
