// Which bytes of memory the blocks of a launch that one worker runs have accessed, and from where: for races between launches.
#ifndef RADDLE_RUNTIME_RACE_TOUCHED_BYTES_H
#define RADDLE_RUNTIME_RACE_TOUCHED_BYTES_H

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace raddle::runtime::race {

class TouchedBytes {
public:
  static constexpr unsigned kSiteBits = 16; // places in the code have smaller numbers

  /// The code of that number accesses them.
  void note(unsigned site, std::uintptr_t begin, std::uint64_t bytes);
  /// The same of each lane, at addresses that are `stride` apart.
  void noteRow(unsigned site, std::uint32_t lanes, std::uintptr_t first, std::int64_t stride,
               std::uint64_t bytes);
  void noteLanes(unsigned site, std::uint32_t lanes, const std::uint64_t *addresses, std::uint64_t bytes);

  /// What the lanes write there; null: not known.
  void noteValues(unsigned site, std::uint32_t lanes, const std::uint64_t *values, std::uint64_t bytes);
  /// What the code of that number has written each time, as check::repeated() has it.
  struct Written {
    std::uint64_t value = 0;
    bool is_one = true, is_known = false;

    void add(std::uint64_t another);
    void add(const Written &others);
  };
  Written writtenAt(unsigned site) const;

  struct Range {
    unsigned site;
    std::uintptr_t begin, end;
  };
  /// All of them. Empty where it would have been too many to keep.
  std::vector<Range> take();

private:
  static constexpr unsigned kPageBytes = 4096;
  using Bits = std::array<std::uint64_t, kPageBytes / 64>; // a bit for each byte of a page
  struct Recent {
    std::uint64_t key = ~std::uint64_t{0};
    Bits *bits = nullptr;
  };

  Bits &bitsOf(std::uint64_t key);
  void flush();

  std::unordered_map<std::uint64_t, Bits> pages_; // by the page and the site
  std::array<Recent, 64> recent_;
  std::vector<Range> ranges_;
  std::unordered_map<unsigned, Written> written_; // by the site
  bool is_full_ = false;
};

} // namespace raddle::runtime::race

#endif
