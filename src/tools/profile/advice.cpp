#include "tools/profile/advice.h"

#include "tools/profile/fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <tuple>

namespace raddle::tools::profile {

namespace {

// Cycles of an SM: it issues four instructions of warps in one, moves two sectors, and does one wavefront of shared memory or one
// atomic update of a word. Only what these make of each other is used.
constexpr double kOfInstruction = 0.25, kOfSector = 0.5, kOfWavefront = 1, kOfUpdate = 1;

constexpr double kLanesOfWarp = kRaddleWarpSize;

// What is not worth a word.
constexpr double kLeastSaving = 0.02;

double number(std::uint64_t value) { return static_cast<double>(value); }

double workOf(const Counts &counts) {
  double atomics = 0;
  for (const Memory memory : {Memory::kGlobal, Memory::kShared})
    atomics += number(counts.of(Operation::kAtomic, memory).conflicts);
  return kOfInstruction * number(counts.of("").warps) + kOfSector * number(counts.of(Memory::kGlobal).units) +
         kOfWavefront * number(counts.of(Memory::kShared).units) + kOfUpdate * atomics;
}

// "12", or "12.5".
std::string rounded(double value) {
  return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

// Bytes from lane to lane, where that is what makes accesses costly. It is measured from the first lane to the last one: as far apart as
// neighbouring elements are also lanes that are scattered, or of which only some are active.
std::optional<std::int64_t> costlyDistance(const Accesses &accesses) {
  const std::optional<std::int64_t> distance = accesses.distance();
  return distance && static_cast<double>(std::abs(*distance)) > accesses.elementBytes() ? distance
                                                                                        : std::nullopt;
}

std::string whyNotCoalesced(const Accesses &accesses) {
  const double lanes = number(accesses.lanes) / number(accesses.requests);
  if (const auto distance = costlyDistance(accesses))
    return fmt::format("lanes are {} bytes apart", std::abs(*distance));
  return accesses.distance() && lanes < kLanesOfWarp
             ? fmt::format("only {} of 32 lanes take part, with others between them", rounded(lanes))
             : "addresses of neighbouring lanes are scattered";
}

class Adviser {
public:
  explicit Adviser(const KernelProfile &kernel) : kernel_(kernel), work_(workOf(kernel.counts)) {}

  std::vector<Advice> advise(const Target &target) {
    for (const SourceLine &line : kernel_.lines)
      adviseOnLine(line);
    for (const Launches &launches : kernel_.launches)
      adviseOnLaunches(launches, target);
    std::sort(advice_.begin(), advice_.end(), [](const Advice &one, const Advice &other) {
      return std::tie(other.saves, one.place, one.text) < std::tie(one.saves, other.place, other.text);
    });
    return std::move(advice_);
  }

private:
  void add(std::string place, double saves, std::string text) {
    if (saves >= kLeastSaving)
      advice_.push_back({std::move(place), std::move(text), std::min(saves, 1.0)});
  }

  double part(double cycles) const { return work_ > 0 ? cycles / work_ : 0; }

  void adviseOnLine(const SourceLine &line) {
    const std::string place = fmt::format("{}:{}", line.file, line.line);
    for (const Operation operation : kOperations) {
      adviseOnGlobal(place, operation, line.counts.of(operation, Memory::kGlobal));
      adviseOnShared(place, operation, line.counts.of(operation, Memory::kShared));
    }
    adviseOnAtomics(place, line.counts);
    adviseOnBranches(place, line.counts);
  }

  void adviseOnGlobal(const std::string &place, Operation operation, const Accesses &accesses) {
    if (!accesses.excessive)
      return;
    const double actual = accesses.perRequest(), ideal = number(accesses.ideal()) / number(accesses.requests);
    const bool is_shifted = actual <= ideal + 1;
    const std::string what = fmt::format("this {} touches {} sectors where {} would do", nameOf(operation),
                                         rounded(actual), rounded(ideal));
    add(place, part(kOfSector * number(accesses.excessive)),
        is_shifted
            ? what + ": it is misaligned, as what a warp accesses does not begin at a multiple of 32 bytes"
            : fmt::format(
                  "{}: {}. Let neighbouring lanes access neighbouring elements, through shared memory "
                  "if need be",
                  what, whyNotCoalesced(accesses)));
  }

  void adviseOnShared(const std::string &place, Operation operation, const Accesses &accesses) {
    if (!accesses.excessive || operation == Operation::kAtomic)
      return;
    const std::optional<std::int64_t> distance = costlyDistance(accesses);
    std::string text = fmt::format(
        "this {} of shared memory takes {} wavefronts where {} would do: {}", nameOf(operation),
        rounded(accesses.perRequest()), rounded(number(accesses.ideal()) / number(accesses.requests)),
        distance ? fmt::format("lanes are {} bytes apart, so that they meet in the same banks",
                               std::abs(*distance))
                 : "lanes meet in the same banks at different words");
    if (distance && std::abs(*distance) % 128 == 0)
      text += ". A row that is one element longer moves them to other banks";
    add(place, part(kOfWavefront * number(accesses.excessive)), std::move(text));
  }

  void adviseOnAtomics(const std::string &place, const Counts &counts) {
    for (const Memory memory : {Memory::kGlobal, Memory::kShared}) {
      const Accesses &updates = counts.of(Operation::kAtomic, memory);
      if (updates.conflicts)
        add(place, part(kOfUpdate * number(updates.conflicts)),
            fmt::format("{} of {} lanes update a word of {} memory that another lane of their warp updates, "
                        "too. Add up "
                        "within the warp first (__reduce_add_sync, __shfl_down_sync, __match_any_sync)",
                        updates.conflicts, updates.lanes, nameOf(memory)));
    }
  }

  void adviseOnBranches(const std::string &place, const Counts &counts) {
    if (!counts.divergent_branches)
      return;
    // What is lost is spread over the lines behind the branch; all lines' instructions without some of their lanes stand for it.
    const Executions all = kernel_.counts.of("");
    const double lost = number(all.warps) - number(all.lanes) / kLanesOfWarp;
    const double share = number(counts.divergent_branches) / number(kernel_.counts.divergent_branches);
    add(place, part(kOfInstruction * lost * share),
        fmt::format("lanes part at {:.3g} % of the executions of this branch; on average {:.1f} of 32 lanes "
                    "of the kernel "
                    "are active. Sort the work so that the lanes of a warp go the same way",
                    100 * number(counts.divergent_branches) / number(counts.branches.warps),
                    all.lanesPerWarp()));
  }

  // What is said of launches with some sizes weighs as much as their work does.
  void adviseOnLaunches(const Launches &launches, const Target &target) {
    const bool is_one_of_many = kernel_.launches.size() > 1;
    const double share = is_one_of_many && work_ > 0 ? workOf(launches.counts) / work_ : 1;
    auto add = [&](double saves, const std::string &text) {
      this->add(kernel_.line ? fmt::format("{}:{}", kernel_.file, kernel_.line) : "", share * saves,
                (is_one_of_many ? launches.shape() + ": " : "") + text);
    };
    if (const std::uint32_t threads = launches.threads(), rest = threads % kRaddleWarpSize; rest)
      add(number(kRaddleWarpSize - rest) / number(threads + kRaddleWarpSize - rest),
          fmt::format(
              "blocks of {} threads leave {} lanes of their last warp without work: take a multiple of 32",
              threads, kRaddleWarpSize - rest));
    const std::optional<Fit> fit = fitOf(launches, target);
    if (!fit || !fit->occupancy.blocks)
      return;
    const std::uint64_t blocks = launches.blocks();
    if (fit->machine && blocks < fit->machine->multiprocessors)
      add(1 - number(blocks) / fit->machine->multiprocessors,
          fmt::format("{} keep {} of the {} SMs of {} busy",
                      blocks == 1 ? "1 block can" : fmt::format("{} blocks can", blocks), blocks,
                      fit->machine->multiprocessors, withArticle(fit->machine->product)));
    else if (fit->waves > 1)
      add(fit->idle_part,
          fmt::format("the grid makes {:.2f} waves on {}, so that the last one leaves SMs idle", fit->waves,
                      withArticle(fit->machine->product)));
    if (fit->occupancy.fraction < 0.5)
      add(0.5 * (0.5 - fit->occupancy.fraction),
          fmt::format("an SM holds {} of {} warps, limited by {}: too few may hide the latency of memory",
                      fit->occupancy.warps, fit->architecture->warps_per_sm, fit->limiter));
  }

  const KernelProfile &kernel_;
  const double work_;
  std::vector<Advice> advice_;
};

} // namespace

std::vector<Advice> adviceFor(const KernelProfile &kernel, const Target &target) {
  return Adviser(kernel).advise(target);
}

} // namespace raddle::tools::profile
