#include "vectorize/widen/plan/plan_words.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

struct Words {
  StringLiteral word, text = "", why = "";
};

// By AccessKind.
constexpr Words kAccesses[] = {{"scalar"},       {"same-for-all"}, {"contiguous"}, {"rows"},
                               {"clamped"},      {"selected"},     {"shuffled"},   {"lane-fields"},
                               {"lane-by-lane"}, {"scattered"}};
static_assert(std::size(kAccesses) == std::size_t{1} + static_cast<unsigned>(AccessKind::kScattered));

// By UpdateKind.
constexpr Words kUpdates[] = {
    {"one-for-all", "uniform address: one update for all lanes"},
    {"chain", "uniform address: a chain in registers in the order of the lanes, then one update"},
    {"vector", "contiguous, within the block: one vector load and store"},
    {"wide-swaps",
     "contiguous: 16 bytes at a time; lane by lane where lanes are missing or the first is not aligned"},
    {"distinct", "different places within the block: a gather and a scatter"},
    {"together", "lane by lane, within the block: no bus lock"},
    {"lane-by-lane", "lane by lane"},
};
static_assert(std::size(kUpdates) == std::size_t{1} + static_cast<unsigned>(UpdateKind::kLaneByLane));

// By DivisionKind.
constexpr Words kDivisions[] = {
    {"shift", "by a power of two: shifts"},
    {"short", "in double precision, which is exact for 32 bits"},
    {"long", "in double precision where the numbers of all lanes are small, else by digits or by a factor"},
    {"with-other", "made with the quotient or remainder of the same numbers"},
    {"lane-by-lane", "lane by lane"},
};
static_assert(std::size(kDivisions) == std::size_t{1} + static_cast<unsigned>(DivisionKind::kLaneByLane));

// By CallKind.
constexpr Words kCalls[] = {
    {"nothing", "a hint for the compiler"},
    {"assembly", "inline assembly, once"},
    {"thread-field", "a field of the thread, such as an index"},
    {"return-mark", "marks a return from a loop"},
    {"full-warp-test", "tests whether the fast version of the code may run",
     "the code that follows has a version without masks, for full warps whose lanes all go the same way"},
    {"warp-version", "its version for 32 lanes", "the function is not inlined"},
    {"pointer", "each distinct target in turn, with the lanes that call it",
     "lanes may call different functions"},
    {"retry-loop", "lane by lane"},
    {"once", "once for the warp", "its operands are the same for all lanes, or the warp is asked as a whole"},
    {"first-lane", "the first lane speaks for all", "what it does is to be done once"},
    {"lane-by-lane", "lane by lane", "it has no form for vectors"},
    {"vector-intrinsic", "the same operation on vectors"},
    {"saturation", "a conversion that saturates, on vectors"},
    {"root-estimate", "starts from the processor's estimate, on vectors"},
    {"matrix-step", "vectors of rows and columns, multiplied and added in the order of k"},
    {"vector-maths", "a vector version", "the maths library has one with the same bits"},
    {"copy", "vector accesses"},
    {"prefetch", "each cache line once"},
    {"division-report", "reports a division by zero"},
    {"alignment-test", "a test of the alignment of all lanes' addresses"},
    {"bounds-test", "a test whether all lanes' accesses stay within their objects"},
    {"initialised-test", "a test whether all lanes' values are initialised"},
    {"race-check", "reports the accesses of all lanes"},
    {"race-acquire", "reports what all lanes have read"},
    {"race-event", "reports what orders accesses"},
    {"counter", "counters of the profiler are raised"},
    {"trace", "an event for the view of a warp"},
    {"active-mask", "the mask"},
    {"block-barrier", "a barrier at which the warp arrives as one",
     "all lanes that have not returned must be there"},
    {"other-barrier", "a barrier at which the warp arrives as one",
     "all lanes that have not returned must be there"},
    {"yield", "the warp yields", "it polls memory that others write"},
    {"sleep", "the warp sleeps as long as the lane that sleeps longest"},
    {"warp-operation", "a warp operation"},
};
static_assert(std::size(kCalls) == std::size_t{1} + static_cast<unsigned>(CallKind::kWarpOperation));

// By OperationKind.
constexpr Words kOperations[] = {
    {"sync", "an order of memory accesses"},
    {"vote", "one vote of all lanes that the mask names"},
    {"group-vote", "a vote in each group, as each lane has a mask of its own"},
    {"one-lane", "all lanes read from the same one: an element of the vector"},
    {"known-lanes", "each lane reads from a lane that is known: a fixed permutation"},
    {"same-distance", "all lanes read from equally far away: whole registers are permuted alike"},
    {"look-up", "each lane reads from any lane: permutations register by register"},
    {"with-other", "the other half of 64 bits, shuffled with the first"},
    {"reduction", "one reduction of all lanes that the mask names"},
    {"group-reduction", "a reduction in each group, as each lane has a mask of its own"},
    {"match-any", "comparisons with the values of the first lanes"},
    {"match-all", "one comparison with the value of the first lane"},
};
static_assert(std::size(kOperations) == std::size_t{1} + static_cast<unsigned>(OperationKind::kMatchAll));

template <typename Kind, std::size_t size> const Words &rowOf(const Words (&table)[size], Kind kind) {
  return table[static_cast<unsigned>(kind)];
}

} // namespace

StringRef wordOf(AccessKind kind) { return rowOf(kAccesses, kind).word; }
StringRef wordOf(UpdateKind kind) { return rowOf(kUpdates, kind).word; }
StringRef wordOf(DivisionKind kind) { return rowOf(kDivisions, kind).word; }
StringRef wordOf(CallKind kind) { return rowOf(kCalls, kind).word; }
StringRef wordOf(OperationKind kind) { return rowOf(kOperations, kind).word; }

StringRef wordOf(MaskSource mask, bool is_full) {
  static constexpr StringLiteral kMasks[] = {"entry", "full", "same", "waiting"};
  return is_full ? StringRef("full") : StringRef(kMasks[static_cast<unsigned>(mask)]);
}

StringRef wordsOf(UpdateKind kind) { return rowOf(kUpdates, kind).text; }
StringRef wordsOf(DivisionKind kind) { return rowOf(kDivisions, kind).text; }
StringRef wordsOf(CallKind kind) { return rowOf(kCalls, kind).text; }
StringRef wordsOf(OperationKind kind) { return rowOf(kOperations, kind).text; }

StringRef whyOf(CallKind kind) { return rowOf(kCalls, kind).why; }

std::string describeAddress(const analysis::LaneShape &shape) {
  if (shape.isUniform())
    return "the same for all lanes";
  if (const auto stride = shape.stride())
    return fmt::format("{} byte{} further from lane to lane", *stride, *stride == 1 ? "" : "s");
  if (shape.isScalar())
    return "known relative to lane 0's";
  if (shape.run() > 1)
    return fmt::format("known within runs of {} lanes", shape.run());
  return "different in each lane, without a pattern";
}

// Functions without a spelling of their own are called by what comes after the runtime's prefix.
StringRef spellingOf(const nvvm::RuntimeFunction &function) {
  using enum nvvm::Runtime;
  switch (function.id) {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling)                                       \
  case function:                                                                                             \
    return spelling;
#define RADDLE_BARRIER(function, effect, form, result, fusion, entry, spelling)                              \
  case function:                                                                                             \
    return spelling;
#include "abi/runtime_functions.def"
  default:
    return StringRef(function.name).split('_').second;
  }
}

} // namespace raddle::vectorize
