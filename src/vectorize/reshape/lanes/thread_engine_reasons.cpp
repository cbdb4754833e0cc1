#include "vectorize/reshape/lanes/thread_engine_reasons.h"

#include "vectorize/compile_job.h"
#include "vectorize/lower/poll_marks.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

struct Words {
  Obstacle obstacle;
  const char *reason; // {} is the name
  const char *advice;
};

constexpr const char *kPleaseReport = "this is a limit of Raddle; please report it with the source file";

constexpr Words kWords[] = {
    {Obstacle::kPolling, "lanes of a warp may wait for each other in a loop that polls memory",
     "let one thread of the block poll, or take the lock, and put __syncthreads() or a warp operation for "
     "all lanes "
     "after it; or do what the others wait for inside of the loop; or use an atomic operation instead of a "
     "lock"},
    {Obstacle::kMeetingOfSides, "lanes of a warp may meet from different sides of a branch",
     "choose the operands in the branch and do one operation after it, for all lanes; or name in each mask "
     "only the "
     "lanes of that side"},
    {Obstacle::kBarriersOfSides, "lanes of a warp may meet at a barrier from different sides of a branch",
     "put one barrier after the branch, where all threads come, instead of one on each side"},
    {Obstacle::kLeavingFunction, "lanes of a warp may leave a function while others wait in it",
     "let all lanes come to the barrier inside of the function, without a branch or return before it; or "
     "make the "
     "function __forceinline__"},
    {Obstacle::kFunctionsThatWait, "lanes of a warp may wait for each other in different functions, called",
     "take warp operations and loops that poll out of functions that lanes call through different pointers"},
    {Obstacle::kParameterType, "a parameter or result of an unusual type of '{}'",
     "make the function __forceinline__, or hand it over by reference"},
    {Obstacle::kResultType, "a call whose result is of an unusual type",
     "make the function __forceinline__, or let it write its result by reference"},
    {Obstacle::kValueType, "a value of an unusual type",
     "use numbers of 1, 2, 4 or 8 bytes and structures of these"},
    {Obstacle::kArraySize, "a local array whose size is known only at run time",
     "give the array the largest size that it may have, or use shared memory"},
    {Obstacle::kFunctionWithoutForm, "a call of '{}', which has no vector form",
     "make the function __forceinline__"},
    {Obstacle::kFunctionOfAnotherType, "a call of a function as one of another type",
     "call the function with the types that it is declared with"},
    {Obstacle::kJump, "a jump of an unusual kind", "use if, switch and loops instead of computed jumps"},
    {Obstacle::kUseBeforeValue, "a value that is used before it is computed", kPleaseReport},
    {Obstacle::kNoValue, "a value that is never computed", kPleaseReport},
    {Obstacle::kOperation, "the operation {}", kPleaseReport},
};

const Words &wordsFor(Obstacle obstacle) {
  const Words &words = kWords[static_cast<std::size_t>(obstacle)];
  static_assert([] {
    for (std::size_t i = 0; i < std::size(kWords); ++i)
      if (kWords[i].obstacle != static_cast<Obstacle>(i))
        return false;
    return std::size(kWords) == static_cast<std::size_t>(Obstacle::kOperation) + 1;
  }());
  return words;
}

bool hasPlace(const Instruction &instruction) {
  const DebugLoc &location = instruction.getDebugLoc();
  return location && location.getLine();
}

bool readsWhatOthersWrite(const Instruction &instruction) {
  return isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction) ||
         (isa<LoadInst>(instruction) && (instruction.isAtomic() || instruction.isVolatile()));
}

// Loops that poll are known by a call that yields where they begin anew. What they read says more.
const Instruction *whatIsPolled(const Instruction &gives_way) {
  auto &function = const_cast<Function &>(*gives_way.getFunction());
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  const Loop *loop = loops.getLoopFor(gives_way.getParent());
  if (loop && notedAwaitedWrites(gives_way))
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        if (readsWhatOthersWrite(instruction) && hasPlace(instruction))
          return &instruction;
  return &gives_way;
}

// Its place in the source, else that of what comes after it, or before it, else its function's.
std::string nearestPlace(const Instruction &instruction) {
  const BasicBlock &block = *instruction.getParent();
  for (const Instruction &later : make_range(instruction.getIterator(), block.end()))
    if (hasPlace(later))
      return locationOf(later);
  for (const BasicBlock *before = &block; before; before = before->getSinglePredecessor())
    for (const Instruction &other : reverse(*before))
      if (hasPlace(other))
        return locationOf(other);
  const DISubprogram *program = instruction.getFunction()->getSubprogram();
  return program ? fmt::format("{}:{}", program->getFilename().str(), program->getLine()) : std::string();
}

} // namespace

std::string threadEngineReason(Obstacle obstacle, const Instruction &instruction, const Twine &name) {
  const Words &words = wordsFor(obstacle);
  const std::string place =
      nearestPlace(obstacle == Obstacle::kPolling ? *whatIsPolled(instruction) : instruction);
  return fmt::format(fmt::runtime(words.reason), name.str()) + (place.empty() ? "" : " at " + place) + '\n' +
         words.advice;
}

} // namespace raddle::vectorize
