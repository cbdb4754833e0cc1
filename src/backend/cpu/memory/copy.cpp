#include "backend/cpu/memory/copy.h"

#include "machine/last_level_cache.h"
#include "machine/processor.h"
#include "runtime/worker/guarded_copy.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>

namespace raddle::cpu {

using runtime::Executor;
using runtime::guardedCopy;
using runtime::guardedCopyPastCaches;

namespace {

// One core moves fewer in less time than it takes to wake another and to have it at work: 70 us on a Zen 5.
constexpr std::size_t kSharedCopyBytes = 4 * 1024 * 1024, kSharedFillBytes = 8 * 1024 * 1024;
// Pieces of this many bytes: small enough that all end together, and large enough for processors to read ahead. Each thread
// gets several, since others may keep its core from it.
constexpr std::size_t kLeastPiece = 256 * 1024, kLargestPiece = 2 * 1024 * 1024;
constexpr std::size_t kPiecesForEach = 8;
// Stores past the caches are of no use to shorter rows.
constexpr std::size_t kLeastRowPastCaches = 4096;

// Rows without gaps between them are one long row.
Shape merged(const Shape &shape, std::initializer_list<const Region *> regions) {
  Shape result = shape;
  auto all = [&](auto has_no_gap) {
    return std::all_of(regions.begin(), regions.end(),
                       [&](const Region *region) { return has_no_gap(*region); });
  };
  if (result.height > 1 && all([&](const Region &region) { return region.pitch == shape.width; })) {
    result.width *= result.height;
    result.height = 1;
  }
  if (result.height == 1 && result.depth > 1 &&
      all([&](const Region &region) { return region.slice == result.width; })) {
    result.width *= result.depth;
    result.depth = 1;
  }
  return result;
}

std::byte *rowOf(const Region &region, std::size_t y, std::size_t z) {
  return region.base + z * region.slice + y * region.pitch;
}

std::size_t extentOf(const Region &region, const Shape &shape) {
  return (shape.depth - 1) * region.slice + (shape.height - 1) * region.pitch + shape.width;
}

bool overlap(const Region &a, const Region &b, const Shape &shape) {
  return a.base < b.base + extentOf(b, shape) && b.base < a.base + extentOf(a, shape);
}

// Whether no two rows have a byte in common.
bool hasRowsApart(const Region &region, const Shape &shape) {
  return (shape.height == 1 || region.pitch >= shape.width) &&
         (shape.depth == 1 || region.slice >= (shape.height - 1) * region.pitch + shape.width);
}

// The bytes of all rows together; nothing where there is no such number.
std::optional<std::size_t> bytesOf(const Shape &shape) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(shape.width, shape.height, &bytes) ||
      __builtin_mul_overflow(bytes, shape.depth, &bytes))
    return std::nullopt;
  return bytes;
}

// A shape cut in pieces: parts of a row, or several rows.
class Cut {
public:
  Cut(const Shape &shape, std::size_t bytes, unsigned threads) : shape_(shape) {
    const std::size_t piece =
        threads == 1 ? bytes : std::clamp(bytes / (kPiecesForEach * threads), kLeastPiece, kLargestPiece);
    width_ = std::min(shape.width, piece);
    parts_ = (shape.width + width_ - 1) / width_;
    rows_ = piece / width_;
  }

  std::size_t pieces() const { return parts_ > 1 ? parts_ * allRows() : (allRows() + rows_ - 1) / rows_; }

  /// Calls visit(y, z, offset, bytes) for each row, or its part, in a piece, as long as it returns true.
  template <typename F> bool forEachRow(std::size_t piece, F visit) const {
    const std::size_t offset = piece % parts_ * width_, bytes = std::min(width_, shape_.width - offset);
    const std::size_t first = parts_ > 1 ? piece / parts_ : piece * rows_;
    const std::size_t last = parts_ > 1 ? first + 1 : std::min(first + rows_, allRows());
    for (std::size_t row = first; row < last; ++row)
      if (!visit(row % shape_.height, row / shape_.height, offset, bytes))
        return false;
    return true;
  }

private:
  std::size_t allRows() const { return shape_.height * shape_.depth; }

  Shape shape_;
  std::size_t width_; // of a row, or of most of its parts
  std::size_t parts_; // of a row
  std::size_t rows_;  // of a piece, where rows are whole
};

// From how many bytes on stores past the caches pay: where the next one would find nothing of the last one there. A copy
// takes up twice as much, and processors fill better by themselves. In GB/s, on two cores of a Zen 5 with 32 MiB of cache,
// and on 16 of an Emerald Rapids with 300 MiB:
//                          Zen 5                            Emerald Rapids
//   copies of ... MiB      16        32        64           64         128        512
//   plain, past caches     87, 41    34, 35    25, 29       153, 149   121, 143   52, 58
//   fills of ... MiB       32        64        256          64         128        512
//   plain, past caches     144, 43   52, 42    42, 42       262, 159   242, 161   85, 169
struct PastCaches {
  std::size_t copy = 3 * cacheBytesForResults();
  std::size_t fill = 8 * cacheBytesForResults();
};
const PastCaches &pastCaches() {
  static const PastCaches kFrom;
  return kFrom;
}

void fillPastCaches(std::byte *to, int value, std::size_t bytes) {
  using Vector [[gnu::vector_size(16)]] = unsigned char;
  constexpr std::size_t kLine = 64;
  const std::size_t first = std::min(-reinterpret_cast<std::uintptr_t>(to) % kLine, bytes);
  std::memset(to, value, first);
  const Vector values = static_cast<unsigned char>(value) - Vector{};
  std::byte *const end = to + bytes;
  for (to += first; static_cast<std::size_t>(end - to) >= kLine; to += kLine)
    for (std::size_t byte = 0; byte < kLine; byte += sizeof values)
      __builtin_nontemporal_store(values, reinterpret_cast<Vector *>(to + byte));
  orderStreamedStores();
  std::memset(to, value, static_cast<std::size_t>(end - to));
}

bool copyPieces(Executor &executor, const Region &destination, const Region &source, const Cut &cut,
                bool past_caches) {
  std::atomic<bool> accessible = true;
  executor.forEachPiece(cut.pieces(), [&](std::size_t piece) {
    const bool copied =
        cut.forEachRow(piece, [&](std::size_t y, std::size_t z, std::size_t offset, std::size_t bytes) {
          std::byte *const to = rowOf(destination, y, z) + offset;
          const std::byte *const from = rowOf(source, y, z) + offset;
          return accessible.load(std::memory_order_relaxed) &&
                 (past_caches ? guardedCopyPastCaches(to, from, bytes) : guardedCopy(to, from, bytes));
        });
    if (!copied)
      accessible.store(false, std::memory_order_relaxed);
  });
  return accessible;
}

} // namespace

bool copyRegion(Executor &executor, const Region &destination, const Region &source, const Shape &shape) {
  if (shape.isEmpty() || destination.base == source.base)
    return true;
  const Shape rows = merged(shape, {&destination, &source});
  const std::optional<std::size_t> bytes = bytesOf(rows);
  if (bytes && *bytes >= kSharedCopyBytes && !overlap(destination, source, rows) &&
      hasRowsApart(destination, rows)) {
    const bool past_caches = *bytes >= pastCaches().copy && rows.width >= kLeastRowPastCaches;
    return copyPieces(executor, destination, source, Cut(rows, *bytes, executor.workers()), past_caches);
  }
  for (std::size_t z = 0; z < rows.depth; ++z)
    for (std::size_t y = 0; y < rows.height; ++y)
      if (!guardedCopy(rowOf(destination, y, z), rowOf(source, y, z), rows.width))
        return false;
  return true;
}

void fillRegion(Executor &executor, const Region &region, const Shape &shape, int value) {
  const Shape rows = merged(shape, {&region});
  const std::optional<std::size_t> bytes = bytesOf(rows);
  if (bytes && *bytes >= kSharedFillBytes) {
    const bool past_caches = *bytes >= pastCaches().fill && rows.width >= kLeastRowPastCaches;
    const Cut cut(rows, *bytes, executor.workers());
    executor.forEachPiece(cut.pieces(), [&](std::size_t piece) {
      cut.forEachRow(piece, [&](std::size_t y, std::size_t z, std::size_t offset, std::size_t count) {
        std::byte *const to = rowOf(region, y, z) + offset;
        past_caches ? fillPastCaches(to, value, count) : void(std::memset(to, value, count));
        return true;
      });
    });
    return;
  }
  for (std::size_t z = 0; z < rows.depth; ++z)
    for (std::size_t y = 0; y < rows.height; ++y)
      std::memset(rowOf(region, y, z), value, rows.width);
}

} // namespace raddle::cpu
