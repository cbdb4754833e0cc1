// Where the bytes of device memory come from.
//
// Kernels of CUDA programs overrun their buffers by a few elements more often than one would like, and
// on a GPU that is harmless slack. So device memory never lies next to the metadata of malloc: the
// bookkeeping is kept elsewhere, small blocks come in powers of two, and large ones are mappings of
// their own with an inaccessible page behind them. Freed large blocks give their memory back but keep
// their addresses for a while, inaccessible, so that a use after free faults.
#ifndef RADDLE_RUNTIME_HOST_PAGE_HEAP_H
#define RADDLE_RUNTIME_HOST_PAGE_HEAP_H

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
  /// Blocks of at least so many bytes are mappings of their own.
  static constexpr std::size_t kMappedBytes = 64 * 1024;

  /// Where large blocks start: on a page, or by turns at other parts of one, a multiple of 512 bytes.
  enum class Start { kPage, kStaggered };

  /// A block of zeros, or null when the system has no memory. `bytes` > 0.
  std::byte *allocate(std::size_t bytes, Start start);

  /// Takes back what allocate(bytes, ...) returned.
  void release(std::byte *block, std::size_t bytes);

private:
  static constexpr std::size_t kClasses = 9; // 256 bytes to 64 KiB
  static constexpr std::size_t kChunkBytes = 1024 * 1024;

  // Addresses of freed large blocks are reused after so many others, or so many bytes.
  static constexpr std::size_t kQuarantineBlocks = 256;
  static constexpr std::size_t kQuarantineBytes = std::size_t{16} << 30;

  struct Mapping {
    std::byte *base;
    std::size_t bytes;
  };
  void quarantine(Mapping mapping);

  std::mutex mutex_;
  std::array<std::vector<std::byte *>, kClasses> free_;
  std::deque<Mapping> quarantine_; // oldest first
  std::size_t quarantine_bytes_ = 0;
  std::atomic<unsigned> staggered_ = 0; // how many blocks have been
};

} // namespace raddle::runtime

#endif
