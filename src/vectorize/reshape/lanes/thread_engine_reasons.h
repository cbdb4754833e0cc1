// Why a kernel gets the thread engine, and what to change in the program so that it gets the warp engine.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_THREAD_ENGINE_REASONS_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_THREAD_ENGINE_REASONS_H

#include <llvm/ADT/Twine.h>
#include <llvm/IR/Instruction.h>

#include <string>

namespace raddle::vectorize {

/// What lanes that run together cannot do; each has a row in a table of what is said about it.
enum class Obstacle {
  kPolling,           // lanes that poll memory which others of their warp may have to write
  kMeetingOfSides,    // a warp operation on both sides of a branch
  kBarriersOfSides,   // a barrier of the block on both sides of a branch
  kLeavingFunction,   // lanes that pass a barrier by in a function
  kFunctionsThatWait, // waiting in functions that lanes call through different pointers
  kParameterType,
  kResultType,
  kValueType,
  kArraySize,
  kFunctionWithoutForm,
  kFunctionOfAnotherType,
  kJump,
  kUseBeforeValue,
  kNoValue,
  kOperation
};

/// Two lines: what was seen and where, "... at file.cu:12:5", and a sentence that says what to change. Where
/// `instruction` has no place in the source, the nearest one that has stands for it. `name` is what the obstacle is
/// about, where that has a name.
std::string threadEngineReason(Obstacle obstacle, const llvm::Instruction &instruction,
                               const llvm::Twine &name = "");

} // namespace raddle::vectorize

#endif
