#include "jit/compiler/host_target.h"

#include "base/environment.h"
#include "vectorize/llvm_options.h"

#include <llvm-c/Target.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

namespace {

struct InstructionSet {
  Triple::ArchType architecture;
  StringRef name;
  StringRef processor;
  StringRef adds; // to the one before it, of the same architecture
};

constexpr InstructionSet kInstructionSets[] = {
    {Triple::x86_64, "sse4.2", "x86-64-v2",
     "cx8,cx16,cmov,fxsr,sse,sse2,sse3,ssse3,sse4.1,sse4.2,popcnt,sahf"},
    {Triple::x86_64, "avx2", "x86-64-v3", "avx,avx2,bmi,bmi2,f16c,fma,lzcnt,movbe,xsave"},
    {Triple::x86_64, "avx512", "x86-64-v4", "avx512f,avx512bw,avx512cd,avx512dq,avx512vl"},
    {Triple::aarch64, "neon", "generic", ""},
};

struct Processor {
  std::string name;
  std::string features;
};

Error noSuchInstructionSet(StringRef chosen, const std::string &known) {
  return Error{
      fmt::format("RADDLE_ISA={}: there is no such instruction set here; it may be {}", chosen.str(), known)};
}

// With those instructions that its kind has always had, which is what RADDLE_ISA may say.
Result<Processor> plainProcessor(const Triple &triple) {
  for (const InstructionSet &set : kInstructionSets)
    if (set.architecture == triple.getArch()) {
      if (auto chosen = environment("RADDLE_ISA"); chosen && *chosen != set.name)
        return noSuchInstructionSet(*chosen, set.name.str());
      return Processor{set.processor.str(), set.adds.str()};
    }
  return Processor{"generic", ""};
}

Result<Processor> thisProcessor(const Triple &triple, bool is_run) {
  StringMap<bool> available = sys::getHostCPUFeatures();
  SubtargetFeatures features;
  auto chosen = environment("RADDLE_ISA");
  if (!chosen || *chosen == "native") {
    for (const auto &feature : available)
      features.AddFeature(feature.getKey(), feature.getValue());
    return Processor{sys::getHostCPUName().str(), features.getString()};
  }
  std::string known = "native";
  for (const InstructionSet &set : kInstructionSets) {
    if (set.architecture != triple.getArch())
      continue;
    for (StringRef feature : split(set.adds, ',')) {
      if (feature.empty())
        continue;
      if (is_run && set.name == *chosen && !available.lookup(feature))
        return Error{
            fmt::format("RADDLE_ISA={}: this processor lacks {}; unset RADDLE_ISA", *chosen, feature.str())};
      features.AddFeature(feature);
    }
    if (set.name == *chosen)
      return Processor{set.processor.str(), features.getString()};
    known += ", " + set.name.str();
  }
  return noSuchInstructionSet(*chosen, known);
}

// The one that is linked in beside this machine's (cmake/llvm.cmake).
void initializeAArch64() {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
}

// LLVM looks at each pair of memory operations of a block before it schedules it, up to 1,000 of them. Blocks of a
// warp's code that are so large are gathers without a vector instruction, whose order matters little.
void limitSchedulingTime() { vectorize::setLlvmOption<unsigned>("dag-maps-huge-region", 200); }

// A register whose value nobody reads becomes the one of zeros. LLVM 19 takes the outcome of a store for such a one in
// additions of floating-point numbers, which are then not repeated where another core was faster.
void keepOutcomesOfStores() { vectorize::setLlvmOption<bool>("aarch64-enable-dead-defs", false); }

} // namespace

Result<std::unique_ptr<TargetMachine>> createTarget(const Machine &machine, bool debug) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser(); // for callWaitsByJump()
  if (Triple(machine.triple).isAArch64())
    initializeAArch64();
  limitSchedulingTime();
  const std::string triple = machine.isOfThisKind() ? sys::getDefaultTargetTriple() : machine.triple;
  if (Triple(triple).isAArch64())
    keepOutcomesOfStores();
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return Error{fmt::format("raddle-kernelc: error: no back end for {}: {}", triple, problem)};
  Result<Processor> processor =
      machine.isOfThisKind() ? thisProcessor(Triple(triple), machine.is_run) : plainProcessor(Triple(triple));
  if (!processor)
    return processor.error();
  TargetOptions options;
  // What may be fused is fused already, alike for both engines.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  options.EmitStackSizeSection = true;
  // A thread that comes where C++ says that none can come is stopped there, not led on into other code.
  options.TrapUnreachable = true;
  options.NoTrapAfterNoreturn = true;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, machine.processor.empty() ? processor->name : machine.processor, processor->features, options,
      Reloc::PIC_, CodeModel::Small, debug ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
}

} // namespace raddle::jit
