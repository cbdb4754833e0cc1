// Where the bytes of device memory come from.
//
// Kernels of CUDA programs overrun their buffers by a few elements more often than one would like, and
// on a GPU that is harmless slack. So device memory never lies next to the metadata of malloc: the
// bookkeeping is kept elsewhere, and small blocks come in powers of two. Blocks of medium size and large ones
// have an inaccessible page behind them, and are inaccessible themselves for a while after they are freed, so
// that a use after free faults. Large ones are mappings of their own, and give their memory back.
#ifndef RADDLE_RUNTIME_HOST_PAGE_HEAP_H
#define RADDLE_RUNTIME_HOST_PAGE_HEAP_H

#include "runtime/host/guarded_blocks.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace raddle::runtime {

class PageHeap {
public:
  /// Every block is at least so aligned, in bytes; what cudaMalloc promises.
  static constexpr std::size_t kAlignment = 256;
  /// Blocks of at least so many bytes have a guard page behind them, and those of so many are mappings of their own.
  static constexpr std::size_t kGuardedBytes = 64 * 1024, kMappedBytes = 1024 * 1024;

  /// Where those of at least kGuardedBytes start: on a page, or by turns at other parts of one, a multiple of 512 bytes.
  enum class Start { kPage, kStaggered };

  /// A block of zeros, or null when the system has no memory. `bytes` > 0.
  std::byte *allocate(std::size_t bytes, Start start);

  /// Takes back what allocate(bytes, ...) returned.
  void release(std::byte *block, std::size_t bytes);

private:
  static constexpr std::size_t kClasses = 9;          // 256 bytes to 64 KiB
  static constexpr std::size_t kRunBytes = 64 * 1024; // of blocks of one class
  static constexpr std::size_t kFirstBytes = 4 * kRunBytes;

  // Addresses of freed large blocks are reused after so many others, or so many bytes.
  static constexpr std::size_t kQuarantineBlocks = 256;
  static constexpr std::size_t kQuarantineBytes = std::size_t{16} << 30;

  struct Mapping {
    std::byte *base;
    std::size_t bytes;
  };
  bool addBlocks(std::size_t size_class);
  void quarantine(Mapping mapping);

  std::mutex mutex_;
  std::array<std::vector<std::byte *>, kClasses> free_;
  std::byte *run_ = nullptr, *runs_end_ = nullptr; // not in free_ yet
  GuardedBlocks medium_;
  std::deque<Mapping> quarantine_; // oldest first
  std::size_t quarantine_bytes_ = 0;
  std::atomic<unsigned> staggered_ = 0; // how many blocks have been
};

} // namespace raddle::runtime

#endif
