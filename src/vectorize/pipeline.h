// The kernel compiler's table of contents: every transformation of a kernel is a row of one table (pipeline.cpp).
#ifndef RADDLE_VECTORIZE_PIPELINE_H
#define RADDLE_VECTORIZE_PIPELINE_H

#include "vectorize/compile_job.h"
#include "vectorize/properties.h"

#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace llvm {
class PassBuilder;
}

namespace raddle::vectorize {

/// The parts of the compiler, in the order of the table.
enum class Phase { kNormalise, kLower, kReshape, kWiden, kBlock, kTune, kFinish };

std::string_view nameOf(Phase phase);

/// A pass of ours over the whole job: `over<pass>` of a function whose parameters say what it reads and what it changes
/// (see slices.h). It gives whether it may have changed anything.
using JobPass = bool (*)(CompileJob &);
/// Adds a pass of ours over each function of the modules that hold the job's code, `onEach<pass>`: it runs among LLVM's and
/// shares their analyses.
using FunctionPass = void (*)(const CompileJob &, llvm::FunctionPassManager &);
/// Passes of LLVM, as its own tools spell them, that work on functions or on the module.
struct LlvmFunctionPasses {
  llvm::StringLiteral text;
};
struct LlvmModulePasses {
  llvm::StringLiteral text;
};
using PassBody = std::variant<JobPass, FunctionPass, SimplifyExtension, LlvmFunctionPasses, LlvmModulePasses>;

/// When a pass runs, and whether it must; bits.
enum PassFlags : unsigned {
  kAlways = 0,
  kForOneLane = 1,
  kForWarps = 2,
  kOptimizing = 4, // not with -G
  kDebugging = 8,  // with -G only
  kOptional = 16,  // without it the code is slower, or larger, but right
};

/// Properties that hold before a pass, those that hold from there on, and those that do no longer. Where a pass that has
/// changed something may leave code without a property that it disturbs, the runner establishes that again at once.
struct Contract {
  unsigned needs = 0, gives = 0, ends = 0, disturbs = 0;

  friend constexpr Contract operator+(Contract one, Contract other) {
    return {one.needs | other.needs, one.gives | other.gives, one.ends | other.ends,
            one.disturbs | other.disturbs};
  }
};
constexpr Contract needs(unsigned properties) { return {.needs = properties}; }
constexpr Contract gives(unsigned properties) { return {.gives = properties}; }
constexpr Contract ends(unsigned properties) { return {.ends = properties}; }
/// It relies on the properties, too.
constexpr Contract disturbs(unsigned properties) { return {.needs = properties, .disturbs = properties}; }

struct Pass {
  std::string_view name;
  std::string_view purpose; // in one line
  Phase phase;
  PassBody body;
  unsigned flags = kAlways;
  Contract contract = {};
  // Whether it has anything to do for this job (`where<condition>`); null: always.
  bool (*when)(const CompileJob &) = nullptr;

  bool isOptional() const { return flags & kOptional; }
};

/// All passes in the order they run.
std::span<const Pass> passes();

struct PipelineOptions {
  // Print the IR before, or after, this pass or phase ("all": after every pass that changed something).
  std::string print_before, print_after;
  // Stop after this pass or phase.
  std::string stop_after;
  // Run these alone; their input is IR as it is before the first of them.
  std::vector<std::string> run_alone;
  // What passes before them have found out, as printed with IR: "fused-warps=8".
  std::vector<std::string> facts;
  // Leave these out, which are optional.
  std::vector<std::string> left_out;
  // Leave out the optional passes after the first so many.
  std::optional<unsigned> limit;
  // Make the code wrong after this pass, unless it was left out: a fault for tests of `raddle bisect`.
  std::string fault_after;
  bool print_times = false;
  // Print of every pass whether it changed anything.
  bool print_outcomes = false;
  // Verify the IR and its properties after every pass; always on in builds with internal checks.
  bool verify = false;
  llvm::raw_ostream *output = nullptr;
};

/// What is wrong with the names in the options, and which are near them, or "".
std::string whatIsWrong(const PipelineOptions &options);

/// Why the passes cannot run in this order, or "": each pass needs properties that an earlier pass establishes and none in
/// between ends. `holds`: what holds in the beginning.
std::string whatIsWrongInOrder(std::span<const Pass *const> order, unsigned holds);

/// Runs the passes until the end, `stop_after` or the first error; false when job.report.errors is not empty. With
/// lanes = 32 also ends where a kernel turns out to need the thread engine (job.report.thread_engine_reason).
bool runPipeline(CompileJob &job, const PipelineOptions &options);

} // namespace raddle::vectorize

#endif
