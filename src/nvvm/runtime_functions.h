// The table of runtime functions (abi/runtime_functions.def): what passes know of a call of one.
#ifndef RADDLE_NVVM_RUNTIME_FUNCTIONS_H
#define RADDLE_NVVM_RUNTIME_FUNCTIONS_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

namespace raddle::nvvm {

enum class Runtime : unsigned {
#define RADDLE_WARP_OPERATION(function, ...) function,
#define RADDLE_BARRIER(function, ...) function,
#define RADDLE_RUNTIME_FUNCTION(function, ...) function,
#define RADDLE_PLACEHOLDER(function, ...) function,
#include "abi/runtime_functions.def"
};

/// A row; abi/runtime_functions.def says what the words mean.
struct RuntimeFunction {
  enum class Effect {
    Effect,
    Prints,
    Reports,
    NoReturn,
    Arrives,
    WaitsForMemory,
    WaitsForWarp,
    WaitsForBlock,
    WaitsForCluster,
    WaitsForGrid,
    WaitsForGrids
  };
  enum class Form {
    ByOperands,
    Once,
    Yield,
    Sleep,
    Report,
    FirstLane,
    EachLane,
    Alignment,
    Bounds,
    Initialised,
    Race,
    RaceAcquire,
    RaceEvent,
    Count,
    Trace,
    ActiveMask,
    Together,
    BlockBarrier,
    NamedBarrier,
    Sync,
    Vote,
    Shuffle,
    Reduce,
    Match
  };
  enum class Result { None, Uniform, OfMask, OfOperands, OfSource, Varying };
  enum class Fusion { Never, PerWarp, Shared };
  enum class Entry { ByCall, ByJump };

  Runtime id;
  llvm::StringLiteral name;
  Effect effect;
  Form form;
  Result result;
  Fusion fusion;
  Entry entry;
  bool takes_thread; // the calling thread, first
  llvm::FunctionType *(*type)(llvm::LLVMContext &);

  /// May switch to another thread, or takes part in what others wait for: it needs a fiber.
  bool waits() const { return effect >= Effect::Arrives; }
  /// Waits for the lanes in its mask, which is its second parameter.
  bool isWarpOperation() const { return form >= Form::Sync; }
  /// A barrier of the block, the cluster, the grid or the grids: all lanes of a warp that have not returned come to it
  /// together.
  bool isBarrier() const { return form >= Form::Together && form <= Form::NamedBarrier; }
};

const RuntimeFunction &rowOf(Runtime function);

/// The row of a function, by its name; null for all that is no function of the runtime.
const RuntimeFunction *findRuntimeFunction(llvm::StringRef name);

/// The row of the function that is called; null for all other calls and instructions.
const RuntimeFunction *calledRuntimeFunction(const llvm::Value &call);

/// Whether this is a call of that function.
bool isCallOf(const llvm::Value &value, Runtime function);

/// Whether this is __syncthreads().
inline bool isSyncthreads(const llvm::Value &value) { return isCallOf(value, Runtime::raddle_syncthreads); }

/// Whether all threads of the block come to this before one of them goes on: __syncthreads(), and its forms that count.
bool isBarrierOfWholeBlock(const llvm::Value &value);

/// A shuffle of a warp, and which of its operands is the value that lanes read from each other.
bool isShuffle(const llvm::Value &value);
inline constexpr unsigned kShuffledOperand = 2;

/// Stops the compiler, which has come to a function of a form that it can write and does not know this one.
[[noreturn]] void refuseToWrite(Runtime function);

/// The function in a module. Runtime functions throw nothing.
llvm::Function *declare(llvm::Module &module, Runtime function);

} // namespace raddle::nvvm

#endif
