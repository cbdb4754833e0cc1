// Whether an access races with earlier ones.
#ifndef RADDLE_RUNTIME_RACE_DETECTOR_H
#define RADDLE_RUNTIME_RACE_DETECTOR_H

#include "runtime/race/block_state.h"
#include "runtime/race/shadow.h"
#include "runtime/race/warp_access.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace raddle::runtime::race {

/// The accesses of a warp, all of which begin at the same time.
struct Conflict {
  Slot earlier;
  bool is_anonymous; // the earlier one was by some other thread than the slot says
  unsigned warp, lane;
  std::uintptr_t address; // of the word
  Slot access;
  bool is_same_value;
  bool is_shared; // to shared memory
  enum Kind {
    kRace,
    kNarrow,  // both are atomic, for too few threads
    kLockStep // both are volatile, of lanes of a warp
  } kind;
};

class Detector {
public:
  Detector(Block &block, BlockState &state, const WarpAccess &access)
      : block_(block), state_(state), access_(access) {}

  /// Lane `lane` accesses `address`.
  void lookAtOne(unsigned lane, std::uintptr_t address);
  /// Lane 0 would access `first`, and each next one `stride` bytes further.
  void lookAtRow(std::uintptr_t first, std::int64_t stride);
  /// Each lane accesses its own address.
  void lookAtAll(const std::uint64_t *addresses);
  /// As both above, of lanes each of which makes several accesses.
  void lookAtGroups(std::uintptr_t first, std::int64_t stride, const Groups &groups);
  void lookAtGroups(const std::uint64_t *addresses, const Groups &groups);

  /// What has been found. Also before `lookAtRow` returns there may be so much that it is not all kept.
  const std::vector<Conflict> &conflicts() const { return conflicts_; }

private:
  enum class Order { kNothing, kBefore, kRaces };
  struct Me {
    unsigned lane;
    Slot slot;
    std::uintptr_t address; // of the word
    std::uintptr_t begin;   // of the whole access
  };

  struct Memory {
    Block *shared_of = nullptr; // the block whose shared memory it is
    bool is_seen = true;
  };
  Memory memoryAt(std::uintptr_t address) const;
  // Whole words from `begin` to `end`, of which lane `lane` accesses the first 2^step ones, the next lane the next ones, ...
  struct Span {
    std::uintptr_t begin, end;
    unsigned lane;
    unsigned step;

    unsigned laneAt(std::uintptr_t address) const {
      return lane + static_cast<unsigned>((address - begin) / 4 >> step);
    }
  };
  static constexpr unsigned kOneLane = 31; // the step of a span all of which one lane accesses

  bool enter(std::uintptr_t begin);
  ShadowPage *pageAt(std::uintptr_t address);
  void leavePage();
  void takeOver(std::uintptr_t begin, std::uintptr_t end);
  void look(unsigned lane, std::uintptr_t address);
  void lookAtGroup(unsigned lane, std::uintptr_t address, const Groups &groups);
  void lookAtCells(unsigned lane, std::uintptr_t address);
  void lookAtLanes(unsigned first, unsigned count, std::uintptr_t address);
  void lookAtParts(unsigned first, unsigned count, std::uintptr_t address);
  void lookAtPackedWord(unsigned lane, std::uintptr_t address);
  void lookAtParts(Cell &cell, const Me &me);
  bool areJudgedAsOne(Slot earlier, const Me &me) const;
  bool mayBeJudgedAsOne(const Cell &cell, const Me &me) const;
  bool areReadByAll(std::uintptr_t begin, std::uintptr_t end);
  void lookAtSpan(const Span &span);
  void lookAtSpanIn(ShadowPage &page, const Span &span, std::uintptr_t begin, std::uintptr_t end);
  bool lookAtLine(Line &line, const Span &span, std::uintptr_t address);
  void lookAtWords(const Me &me, std::uintptr_t address);
  template <bool kOfLine> bool isNews(Cell &cell, Slot slot) const;
  void prepare(bool is_shared);
  void lookAtWord(Cell &cell, const Me &me, unsigned bytes);
  void lookAt(Accesses &known, const Me &me);
  Order orderOf(Slot earlier, const Me &me) const;
  Order orderByBarriers(Slot earlier, const Me &me) const;
  bool isOfOtherRaced(Slot earlier, const Me &me) const;
  void merge(Slot &set, const Me &me) const;
  void compare(Slot &earlier, const Me &me);
  void compareAtomic(Slot earlier, const Me &me);
  bool reliesOnLockStep(Slot earlier, const Me &me) const;
  bool isToldOf(Slot earlier, const Me &me, Demand demand) const;
  /// Whether the thread has read what an atomic access has written.
  bool isReadBefore(Slot earlier, const Me &me) const;
  bool isSameValue(Slot earlier, const Me &me) const;
  void add(Slot earlier, bool is_anonymous, const Me &me, Conflict::Kind kind);

  Block &block_;
  BlockState &state_;
  const WarpAccess &access_;
  bool is_shared_ = false, is_prepared_ = false;
  Slot slot_ = 0;              // of these accesses, without the lane and the bytes
  ShadowPage *page_ = nullptr; // the one that is locked, and its number
  std::uintptr_t page_number_ = 0;
  // Segments before this one are of accesses that nothing can race with which happens now in memory of this kind.
  SegmentId floor_ = 0;
  // Whether it is enough to know that other warps of the block (of shared memory), or other blocks, have accessed a word.
  bool others_are_enough_ = false;
  std::vector<Conflict> conflicts_;
};

} // namespace raddle::runtime::race

#endif
