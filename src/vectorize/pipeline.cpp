#include "vectorize/pipeline.h"

#include "nvvm/readable_names.h"
#include "vectorize/code_parts.h"
#include "vectorize/passes.h"
#include "vectorize/step_timer.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/StructuralHash.h>
#include <llvm/IR/Verifier.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

// The compiler, top to bottom.
static constexpr Pass kPasses[] = {
    // Still NVVM: what LLVM would misread is made explicit before anything is optimised.
    {"guard-division", "x / 0 and INT_MIN / -1 get the GPU's meaning", guardDivision},
    {"define-conversions", "float to integer saturates as on a GPU", defineConversions},
    {"flush-denormals", "-ftz=true becomes a mode that the kernel runs in", flushDenormals},
    {"define-shifts", "shifts clamp their distance as on a GPU", defineShifts},

    // Who runs: the calling thread becomes a parameter. Beyond this point no function lacks it.
    {"thread-parameter", "every device function receives its thread", addThreadParameter},
    {"resolve-intrinsics", "NVVM intrinsics become loads, runtime calls or plain IR", resolveIntrinsics},
    // Beyond this point no NVVM intrinsic is left but minima, which LLVM had better not know.
    {"check-stack", "recursion is checked against the stack's limit", checkStack},

    {"choose-inlining", "what pays is inlined, the same way for both engines", chooseInlining},
    {"inline-chosen", "does so, callers first", inlineChosen},
    {"simplify", "inline, promote stack slots, drop what is dead", simplify},
    {"limit-local-memory", "variables that no GPU has room for are refused", limitLocalMemory},
    {"skip-decided-branches", "who takes a branch that decides another goes past that", skipDecidedBranches},
    {"recompute-at-joins", "what both sides of a branch compute alike comes from no phi", recomputeAtJoins},
    {"name-callers-in-masks", "RADDLE_LENIENT=1: who is not in its mask is alone", nameCallersInMasks},
    {"resolve-ptx-state", "the carry flag becomes a value, exit a return", resolvePtxState},
    {"contract-products", "a * b + c rounds once, the same way in both engines", contractProducts},
    {"separate-retries", "loops that try again until nobody comes in between are for one lane",
     separateRetries},
    {"yield-in-polling-loops", "loops that wait for others give way", yieldInPollingLoops},
    {"place-prints", "one lane: what prints knows its place in the program", placePrints},
    {"check-alignment", "what may not be aligned is looked at", checkAlignment},

    // Where memory lies: the GPU's address spaces become host memory.
    {"relax-block-atomics", "atomics within a block need no bus lock", relaxBlockAtomics},
    {"lower-shared-memory", "shared variables become offsets into the block's memory", lowerSharedMemory},
    {"import-globals", "variables and function addresses become import slots", importGlobals},
    {"flatten-address-spaces", "all pointers are host pointers", flattenAddressSpaces},
    {"skip-special-cases", "loops that add up run again where a sum is NaN", skipSpecialCases},
    // Beyond this point the IR is ordinary host IR, but for the thread's fields.

    // How many lanes at once: up to here both engines see the same IR, so that they compute the same bits.
    {"describe-for-debugger", "with -g, debuggers see threadIdx and shared variables", describeForDebugger},
    {"resolve-thread-fields", "one lane: threadIdx is a load", resolveThreadFields},
    {"resolve-alignment-checks", "one lane: those are branches", resolveAlignmentChecks},
    {"check-targets", "one lane: calls through pointers lead to device functions", checkTargets},
    {"widen", "32 lanes at once: values become vectors, divergence masks", widen},
    {"bind-maths", "maths functions for this machine's instruction set", bindMaths},
    {"loop-over-warps", "between barriers the warps take turns in a loop, not as fibers", loopOverWarps},
    {"build-entries", "entry points for one thread and for a whole block", buildEntries},
    {"outline-regions", "regions of large kernels become functions", outlineRegions},
    {"divide-code", "those become modules, which are compiled at the same time", divideCode},
    // Beyond this point the code may lie in several modules.
    {"optimize", "LLVM's optimiser for this machine", optimize},
};

std::span<const Pass> passes() { return kPasses; }

namespace {

#ifdef RADDLE_INTERNAL_CHECKS
constexpr bool kAlwaysVerify = true;
#else
constexpr bool kAlwaysVerify = false;
#endif

void verify(const Module &module, const Pass &pass) {
  std::string message;
  raw_string_ostream stream(message);
  if (verifyModule(module, &stream))
    report_fatal_error(Twine("raddle: internal error: invalid IR after pass ") + StringRef(pass.name) +
                       ":\n" + message + "Please report this with the source file.");
}

// Of all modules together.
std::uint64_t hashOf(const CompileJob &job) {
  std::uint64_t hash = 0;
  for (const Module *module : modulesOf(job))
    hash = hash * 31 + StructuralHash(*module, true);
  return hash;
}

} // namespace

bool runPipeline(CompileJob &job, const PipelineOptions &options) {
  for (const Pass &pass : kPasses) {
    auto hash_before = options.print_after == "all" ? hashOf(job) : 0;
    {
      StepTimer timer(options, pass.name);
      pass.run(job);
    }
    if (!job.errors.empty())
      return false;
    if (job.lanes != 1 && !job.thread_engine_reason.empty())
      return true;
    if (options.verify || kAlwaysVerify)
      for (const Module *module : modulesOf(job))
        verify(*module, pass);
    bool wanted =
        options.print_after == pass.name || (options.print_after == "all" && hashOf(job) != hash_before);
    if (wanted && options.output) {
      *options.output << "; IR after " << StringRef(pass.name) << "\n";
      for (const Module *module : modulesOf(job))
        module->print(*options.output, nullptr);
    }
    if (options.stop_after == pass.name)
      break;
  }
  return true;
}

std::string locationOf(const Instruction &instruction) {
  const DebugLoc &location = instruction.getDebugLoc();
  if (!location)
    return {};
  auto *scope = cast<DIScope>(location.getScope());
  return fmt::format("{}:{}:{}", scope->getFilename().str(), location.getLine(), location.getCol());
}

std::string readableName(const Function &function) { return nvvm::readableName(function.getName().str()); }

Argument *threadOf(Function &function) { return function.getArg(0); }

} // namespace raddle::vectorize
