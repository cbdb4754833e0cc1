#include "runtime/race/segments.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <mutex>

namespace raddle::runtime::race {

namespace {

constexpr std::uint32_t kChunkBits = 16;
constexpr std::uint32_t kChunkSegments = 1u << kChunkBits;

std::atomic<Segment *> chunks[1u << (32 - kChunkBits)];
std::atomic<SegmentId> next_segment = 1;
std::atomic<SegmentId> settled = 1;

// Chunks that nobody asks for any more serve again, since new pages cost more than what is written to them.
class FreeChunks {
public:
  Segment *take() {
    {
      std::lock_guard guard(lock_);
      if (count_)
        return chunks_[--count_];
    }
    void *pages =
        mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? nullptr : static_cast<Segment *>(pages);
  }
  void give(Segment *chunk) {
    {
      std::lock_guard guard(lock_);
      if (count_ < chunks_.size()) {
        chunks_[count_++] = chunk;
        return;
      }
    }
    munmap(chunk, kBytes);
  }

private:
  static constexpr std::size_t kBytes = kChunkSegments * sizeof(Segment);
  static constexpr std::size_t kMost = 32; // 64 MiB
  SpinLock lock_;
  std::array<Segment *, kMost> chunks_{};
  std::size_t count_ = 0;
};
FreeChunks free_chunks;

Segment *newChunk(std::atomic<Segment *> &chunk) {
  Segment *fresh = free_chunks.take();
  if (!fresh)
    return nullptr;
  Segment *expected = nullptr;
  if (chunk.compare_exchange_strong(expected, fresh))
    return fresh;
  free_chunks.give(fresh);
  return expected;
}

} // namespace

LaunchRecord::~LaunchRecord() = default;

BlockRecord *LaunchRecord::newBlock() {
  auto record = std::make_unique<BlockRecord>();
  record->launch = this;
  std::lock_guard lock(lock_);
  return blocks_.emplace_back(std::move(record)).get();
}

TouchedBytes &LaunchRecord::touchedBy(const void *worker) {
  std::lock_guard lock(lock_);
  for (const auto &[owner, touched] : touched_)
    if (owner == worker)
      return *touched;
  return *touched_.emplace_back(worker, std::make_unique<TouchedBytes>()).second;
}

std::vector<TouchedBytes::Range> LaunchRecord::takeTouched() {
  std::vector<TouchedBytes::Range> all;
  for (const auto &[owner, touched] : touched_) {
    const std::vector<TouchedBytes::Range> ranges = touched->take();
    all.insert(all.end(), ranges.begin(), ranges.end());
  }
  return all;
}

std::optional<std::uint64_t> LaunchRecord::valueWrittenAt(unsigned site) const {
  TouchedBytes::Written written;
  for (const auto &[owner, touched] : touched_)
    written.add(touched->writtenAt(site));
  return written.is_known && written.is_one ? std::optional(written.value) : std::nullopt;
}

SegmentId reserveSegments(std::uint32_t count) {
  constexpr SegmentId kLast = ~SegmentId{0} - (1u << 24);
  SegmentId first = next_segment.load(std::memory_order_relaxed);
  do
    if (first >= kLast)
      return 0;
  while (!next_segment.compare_exchange_weak(first, first + count));
  for (const SegmentId id : {first, first + count - 1})
    if (std::atomic<Segment *> &chunk = chunks[id >> kChunkBits]; !chunk.load() && !newChunk(chunk))
      return 0;
  return first;
}

Segment &segmentAt(SegmentId id) {
  return chunks[id >> kChunkBits].load(std::memory_order_acquire)[id % kChunkSegments];
}

SegmentId settledSegments() { return settled.load(std::memory_order_relaxed); }

SegmentId nextSegment() { return next_segment.load(); }

void settleSegments() {
  const SegmentId before = settled.load(), now = next_segment.load();
  settled.store(now);
  for (std::uint32_t chunk = before >> kChunkBits; chunk < now >> kChunkBits; ++chunk)
    if (Segment *pages = chunks[chunk].exchange(nullptr))
      free_chunks.give(pages);
}

} // namespace raddle::runtime::race
