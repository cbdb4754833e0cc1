// What is known of the shared memory of a block since its last barrier.
//
// Most blocks order their accesses to shared memory by barriers of the whole block and by meetings of whole warps. Then all that
// an access may race with was made in the same epoch (between the same two barriers), and two numbers of 32 bits tell of a word:
// the last write, and the reads or atomic updates since. The accesses of all lanes of a warp are compared with them at once, by
// vectors of the processor. Nothing is cleared: numbers rise with time, so that what is older than the epoch is smaller.
//
// Whatever is not that simple is left to the detector: it takes over the words that it looks at, and has them until the epoch
// ends.
#ifndef RADDLE_RUNTIME_RACE_EPOCH_SHADOW_H
#define RADDLE_RUNTIME_RACE_EPOCH_SHADOW_H

#include "runtime/race/epoch_words.h"
#include "runtime/race/history.h"
#include "runtime/race/warp_access.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace raddle::runtime::race {

class EpochShadow {
public:
  /// An access of the epoch, or those of several lanes of which it is one.
  struct Known {
    unsigned warp, lane, site, scope;
    std::uint32_t events; // of the warp that came before
    bool writes, is_atomic, has_other_lanes, has_other_warps;
  };
  struct KnownOfWord {
    std::optional<Known> write, shared; // reads, or atomic accesses
  };

  /// A block begins, whose shared memory lies there.
  void beginBlock(const void *shared, std::size_t bytes);
  /// All threads have passed a barrier.
  void beginEpoch();
  /// Whether it is shared memory of the block.
  bool contains(std::uintptr_t address) const { return address - base_ < bytes_; }

  /// The warp makes an access, of which one of the functions below tells. False where it is not simple.
  bool beginAccess(const WarpAccess &access, const WarpHistory &history);

  // The functions of Detector say what is accessed. True if nothing races and it is noted; else the detector is to look.

  bool noteRow(std::uintptr_t first, std::int64_t stride);
  bool noteAll(const std::uint64_t *addresses);
  bool noteGroups(std::uintptr_t first, std::int64_t stride, const Groups &groups);
  bool noteGroups(const std::uint64_t *addresses, const Groups &groups);

  /// Hands the word over to the detector until the epoch ends. None if the detector has it already, or nothing is known.
  std::optional<KnownOfWord> handOver(std::uintptr_t address);

private:
  // What a warp has accessed in the same way, so often as it likes.
  struct Logged {
    std::uint32_t events;
    std::uint16_t site;
    std::uint8_t warp, flags, scope;
    bool operator==(const Logged &) const = default;
  };
  // Lanes that access what lies behind each other, or all the same.
  struct Run {
    unsigned first, count;
    bool is_same;
  };
  struct Runs {
    std::uint32_t next, same; // lanes whose next one goes on behind it, or accesses the same

    unsigned count(std::uint32_t lanes) const;
    Run at(unsigned lane) const;
  };

  // Rows of words from `begin` on, `pitch` bytes apart, of which each lane accesses 2^step ones of a row.
  struct Rows {
    std::uintptr_t begin;
    std::uint64_t words;
    unsigned lane, step;
    std::uint64_t count = 1;
    std::int64_t pitch = 0;
  };

  Entry nextNumber() const { return static_cast<Entry>(log_.size()) << kEntryNumberShift; }
  Runs runsOf(const std::uint64_t *addresses) const;
  bool enterWarp(unsigned warp, const WarpHistory &history);
  void log(const Logged &access);
  EpochWords words() { return {writes_.data(), shared_.data(), read_by_many_.data()}; }
  bool noteRows(const Rows &rows, bool has_others);
  bool noteRun(const Run &run, std::uintptr_t address);
  bool noteRun(const Run &run, std::uintptr_t address, std::uint64_t count, std::int64_t step);
  bool noteRuns(const std::uint64_t *addresses, std::uint64_t count, std::int64_t step);
  std::optional<Run> runOfRow(std::int64_t stride) const;
  bool noteEach(const std::uint64_t *addresses, std::uint32_t lanes, std::uint64_t offset = 0);
  std::optional<Known> known(Entry entry) const;

  std::uintptr_t base_ = 0;
  std::size_t bytes_ = 0;
  std::vector<Entry> writes_, shared_; // by word; behind them room for a chunk
  std::vector<Entry> read_by_many_;    // by chunk of words
  std::vector<Logged> log_{1};
  EpochNow now_{};
  EntryKind kind_ = EntryKind::kRead;
  std::uint32_t lanes_ = 0;
  std::uint64_t words_ = 0; // of each lane

  static constexpr unsigned kNoWarp = ~0u;
  unsigned warp_ = kNoWarp;                    // whose accesses come one behind the other
  std::uint32_t warps_ = 0;                    // that have made accesses in the epoch
  std::uint32_t meetings_ = 0, last_full_ = 0; // of the warp's history
  bool has_partial_meetings_ = false, takes_turns_ = false;
};

} // namespace raddle::runtime::race

#endif
