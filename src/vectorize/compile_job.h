// What the passes work on: one kernel on its way from NVVM IR to host code.
#ifndef RADDLE_VECTORIZE_COMPILE_JOB_H
#define RADDLE_VECTORIZE_COMPILE_JOB_H

#include "abi/block_class.h"
#include "abi/kernel_abi.h"
#include "nvvm/kernel_bounds.h"
#include "vectorize/llvm.h"
#include "vectorize/reshape/kernel_shapes.h"

#include <llvm/Target/TargetMachine.h>

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class PassBuilder;
}

namespace raddle::vectorize {

// What is asked for.
struct Input {
  unsigned lanes = 1;
  BlockClass block;     // with lanes = 32: the blocks that the kernel will be launched with
  bool optimize = true; // off with -G
  bool lenient = false; // errors that a GPU tolerates are warnings
  bool check_memory = false; // RADDLE_CHECK: accesses are checked against the bounds of their objects
  bool check_sync = false;   // RADDLE_CHECK: how threads meet is looked at
  bool check_init = false;   // RADDLE_CHECK: what was never set is looked for
  bool check_races = false;  // RADDLE_CHECK: accesses, and what orders them, are reported to the runtime
  bool profile = false;      // RADDLE_PROFILE: what the code does is counted
  bool trace = false;        // RADDLE_TRACE: the code tells the runtime its steps

  bool checks() const { return check_memory || check_init; }
  // Kernels of so many instructions and more are divided into modules; 0: where it pays.
  unsigned parts_from = 0;
};

// What passes find out for those after them; of the module known before the kernel was cut out of it.
struct Facts {
  bool indirect_calls_may_wait = false;
  bool indirect_calls_may_print = false;
  // Shared variables that address-taken functions use; they come first in every kernel's layout, because
  // such a function may be called by any kernel.
  struct SharedVariable {
    std::string name;
    std::uint64_t bytes;
    std::uint64_t align;
  };
  std::vector<SharedVariable> module_shared_variables;
  // The shared variables that debug information knows, by their offsets.
  std::vector<std::pair<const llvm::DIGlobalVariable *, std::uint64_t>> shared_for_debugger;

  // With lanes = 32, of the kernel, between passes that reshape it.
  KernelShapes shapes;
  // Exchange loops are unrolled for so many fused warps.
  std::uint32_t warps_per_exchange = 1;
  // So many warps of a block are fused into one.
  std::uint32_t fused_warps = 1;
  // Polling loops wait for other blocks only: the block may yield as a whole, as none of its warps has to run meanwhile.
  bool polls_for_blocks = false;
  // The kernel itself runs all warps of a block, part by part between its barriers.
  bool loops_over_warps = false;
  // Those loops are unrolled: they have as many iterations as the block's class says.
  bool warp_loop_unrolled = false;
  bool barriers_in_loops = false; // a loop of the kernel stands around some of these parts
  // What a thread stores through pointers among the launch's parameters, in words of four bytes.
  std::uint32_t stored_words = 0;
};

// What the descriptor of the compiled kernel says (see RaddleKernel).
struct Outputs {
  struct Import {
    std::string name;
    llvm::GlobalVariable *slot;
  };
  std::vector<Import> imports;
  std::vector<RaddleParameter> parameters;
  // What the code takes for granted of the kernel's arguments: bytes into one that is passed by value, or into its own.
  struct Multiple {
    unsigned argument; // of the kernel's function
    std::uint64_t offset;
    std::uint64_t factor;
  };
  std::vector<Multiple> multiples;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t static_shared_bytes = 0;
  bool has_dynamic_shared = false;
  std::uint32_t shared_align = kRaddleSharedAlign;
  nvvm::KernelBounds bounds;
  std::uint32_t local_bytes = 0;
  std::uint32_t constant_bytes = 0;
  RaddleDim3 cluster_dim{}; // from __cluster_dims__, in blocks
  std::uint32_t flags = 0;  // RaddleKernelFlags
  std::string source_file;
  std::uint32_t source_line = 0;
  llvm::Function *thread_entry = nullptr;
  llvm::Function *block_entry = nullptr;
  llvm::Function *batch_entry = nullptr;
  std::uint32_t batch_threads = 0;
};

struct SourcePlace {
  std::string file;
  unsigned line;
  unsigned column;
  auto operator<=>(const SourcePlace &) const = default;
};

// What became of a loop, branch or access, for `raddle explain`.
struct Remark {
  std::string file;
  unsigned line;
  unsigned column;
  std::string text;
  auto operator<=>(const Remark &) const = default;
};

// What the pass widen has decided, for `raddle explain --plan`: of an instruction,
struct PlannedInstruction {
  SourcePlace place;
  std::string function;
  unsigned block; // its number
  std::string kind, decision, text, why;
};
// and of a block.
struct PlannedBlock {
  std::string function;
  unsigned number;
  std::string mask, lanes; // where its mask comes from, and the same in words
  std::vector<std::pair<unsigned, bool>>
      next; // where the warp may go, and whether it looks for lanes there first
};

// What the user is told.
struct Report {
  bool wants_remarks = false, wants_plan = false;
  // Why the kernel cannot run 32 lanes at once; it then has to be compiled with lanes = 1.
  std::string thread_engine_reason;
  mutable std::vector<Remark> remarks; // see remarks.h
  mutable std::vector<PlannedInstruction> plan;
  mutable std::vector<PlannedBlock> planned_blocks;
  std::string_view pass; // that runs
  // What the user has to mend; compilation stops at the end of the pass that adds one.
  std::vector<std::string> errors;
};

/// Adds a pass of Raddle's to those of LLVM's O2 that `simplify` runs, at the place where it belongs among them.
using SimplifyExtension = void (*)(llvm::PassBuilder &);
using SimplifyExtensions = std::vector<SimplifyExtension>;

// A part of a large kernel's code, which is compiled at the same time as the others.
struct CodePart {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::TargetMachine> target;
  std::unique_ptr<llvm::Module> module;
};
using CodeParts = std::vector<CodePart>;

struct CompileJob {
  Input input;
  // The machine that the code is for (see processor.h).
  llvm::TargetMachine *target = nullptr;

  // The code.
  llvm::Module *module = nullptr;
  // The kernel to compile, or null for a module object: its variables and address-taken functions.
  llvm::Function *kernel = nullptr;
  // After divideCode, where the code is large: where it lies instead of in `module`.
  CodeParts parts;
  SimplifyExtensions extensions;

  Facts facts;
  Outputs outputs;
  Report report;

  // What is known at a time of the threads that run.
  std::uint32_t threadsAtATime() const {
    return input.lanes * (facts.warp_loop_unrolled ? input.block.group : facts.fused_warps);
  }
};

/// "file.cu:12:5" of an instruction, or "" without debug information.
std::string locationOf(const llvm::Instruction &instruction);

/// A function's name as the user wrote it.
std::string readableName(const llvm::Function &function);

/// The hidden first parameter of a function, from addThreadParameter on.
llvm::Argument *threadOf(llvm::Function &function);

/// Bytes of the local variables of one thread, before widening.
std::uint32_t localBytes(const llvm::Module &module);

} // namespace raddle::vectorize

#endif
