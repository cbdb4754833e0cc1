// The barrier of a tile of several warps on a GPU.
//
// A block has 16 hardware barriers; __syncthreads() is number 0. The tiles of all sizes form a tree, whose
// nodes are numbered as in a binary heap: in blocks of up to 512 threads that is 1 for the tile of 512, 2 and
// 3 for those of 256, and so on to 15. In larger blocks the numbers begin one level higher, and the tiles of
// 64 threads, 16 to 31, meet at a word in memory instead.
//
// Measured on an H100: 30 to 40 cycles, and 600 at a word in shared memory. A kernel with such tiles cannot
// use the barriers 1 to 15 for anything else; RADDLE_CG_NO_HARDWARE_BARRIERS makes all tiles meet in memory.
#ifndef COOPERATIVE_GROUPS_DETAIL_TILE_BARRIER_NVCC_H
#define COOPERATIVE_GROUPS_DETAIL_TILE_BARRIER_NVCC_H

namespace cooperative_groups::__v1::detail::platform {

// A barrier of W warps, W a power of two. Each warp adds 1 to the word, so bit log2(W) flips when all have.
// Nothing needs to be reset, and nothing but "a multiple of W" must hold at the beginning.
template <unsigned W> RADDLE_CG_DEVICE void meet_in_memory(unsigned *word) {
  __syncwarp();
  if (lane() == 0) {
    unsigned before, now;
    asm volatile("atom.add.acq_rel.cta.u32 %0, [%1], 1;" : "=r"(before) : "l"(word) : "memory");
    now = before + 1;
    while (((now ^ before) & W) == 0)
      asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
  }
  __syncwarp();
}

// Of W warps. `words`: two for each warp of the block. The first half are the phases: four bytes for each
// warp, one for its tile of each size, which no other warp looks at. `warp`: the caller's in its block.
template <unsigned W> class tile_barrier {
public:
  static constexpr unsigned kWordsPerWarp = 2;
  static constexpr bool kNeedsPreparation = true;

  RADDLE_CG_DEVICE tile_barrier(unsigned *words, unsigned max_warps, unsigned warp)
      : phase_(reinterpret_cast<unsigned char *>(words + warp) + (W >= 4) + (W >= 8) + (W >= 16)),
        word_(words + max_warps + max_warps / W + warp / W) {
    unsigned block_size = blockDim.x * blockDim.y * blockDim.z;
    number_ = (block_size > 512 ? 32 : 16) / W + warp / W;
  }

  // By one thread of each warp. To a barrier in use it does no more than to restart its phases.
  RADDLE_CG_DEVICE void prepare() const {
    *phase_ = 0;
    if (!in_hardware())
      *word_ &= ~(W - 1);
  }
  RADDLE_CG_DEVICE unsigned phase() const { return *phase_; }
  RADDLE_CG_DEVICE void sync_phase(unsigned phase) const {
    // All lanes have read it.
    __syncwarp();
    if (lane() == 0)
      *phase_ = static_cast<unsigned char>(phase ^ 1);
    sync();
  }
  RADDLE_CG_DEVICE void sync() const {
    if (in_hardware())
      asm volatile("barrier.sync %0, %1;" ::"r"(number_), "n"(W * 32) : "memory");
    else
      meet_in_memory<W>(word_);
  }

private:
#ifdef RADDLE_CG_NO_HARDWARE_BARRIERS
  RADDLE_CG_DEVICE bool in_hardware() const { return false; }
#else
  RADDLE_CG_DEVICE bool in_hardware() const { return W > 2 || number_ < 16; }
#endif

  unsigned char *phase_;
  unsigned *word_;
  unsigned number_;
};

} // namespace cooperative_groups::__v1::detail::platform

#endif
