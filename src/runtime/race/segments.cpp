#include "runtime/race/segments.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>

namespace raddle::runtime::race {

namespace {

constexpr std::uint32_t kChunkBits = 16;
constexpr std::uint32_t kChunkSegments = 1u << kChunkBits;

std::atomic<Segment *> chunks[1u << (32 - kChunkBits)];
std::atomic<SegmentId> next_segment = 1;
std::atomic<SegmentId> settled = 1;

Segment *newChunk(std::atomic<Segment *> &chunk) {
  const std::size_t bytes = kChunkSegments * sizeof(Segment);
  void *pages =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return nullptr;
  Segment *expected = nullptr;
  if (chunk.compare_exchange_strong(expected, static_cast<Segment *>(pages)))
    return static_cast<Segment *>(pages);
  munmap(pages, bytes);
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
      munmap(pages, kChunkSegments * sizeof(Segment));
}

} // namespace raddle::runtime::race
