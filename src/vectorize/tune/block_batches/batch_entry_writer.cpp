#include "vectorize/tune/block_batches/batch_entry_writer.h"

#include "abi/kernel_abi.h"
#include "vectorize/function_passes.h"
#include "vectorize/tune/block_batches/batch_function.h"
#include "vectorize/tune/block_batches/collect_frames.h"
#include "vectorize/tune/block_batches/step_frames.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Two frames at least shall find room in the first-level cache, beside the lines that are read.
constexpr std::uint64_t kMostFrameBytes = 10 * 1024;
static_assert(2 * kMostFrameBytes <= kRaddleFramesBytes);

// Whether a field of the block is the same for all blocks of a row of the grid, or a parameter is loaded.
bool isKnownField(const LoadInst &load, const Function &entry) {
  const auto offset = blockOffset(*load.getPointerOperand(), entry);
  if (!offset)
    return getUnderlyingObject(load.getPointerOperand()) == entry.getArg(1) ||
           isa<GlobalVariable>(getUnderlyingObject(load.getPointerOperand()));
  const auto size = static_cast<std::int64_t>(entry.getDataLayout().getTypeStoreSize(load.getType()));
  auto within = [&](std::int64_t first, std::int64_t end) {
    return first <= *offset && *offset + size <= end;
  };
  return within(offsetof(RaddleBlock, block_idx.y), offsetof(RaddleBlock, shared)) ||
         within(offsetof(RaddleBlock, stream_words), offsetof(RaddleBlock, ahead));
}

bool usesOnlyKnownFields(const Function &function) {
  return all_of(instructions(function), [&](const Instruction &instruction) {
    return !isInvariantLoad(instruction) || isKnownField(cast<LoadInst>(instruction), function);
  });
}

} // namespace

std::optional<BatchFrames> writeBatchEntry(const CompileJob &job, Function &function, const GridLoop &loop) {
  BatchFunction batch(job, function, loop);
  FrameCollector collector(batch);
  FrameStepper stepper(batch);
  if (batch.iterations_per_step == 0 || !collector.begin() || !stepper.write() ||
      batch.frame.bytes() > kMostFrameBytes || !collector.finish(stepper.start()))
    return std::nullopt;
  removeUnreachableBlocks(function);
  auto run = [&](auto... passes) {
    FunctionPassManager manager;
    (manager.addPass(std::move(passes)), ...);
    runPasses(manager, function, *job.target);
  };
  run(ADCEPass());
  if (!collector.knowsAllWarps())
    return std::nullopt;
  run(PromotePass(), EarlyCSEPass(), SimplifyCFGPass(), ADCEPass());
  if (!usesOnlyKnownFields(function))
    return std::nullopt;
  stepper.orderIterations();
  return BatchFrames{batch.frame.bytes(), batch.frameCount()};
}

} // namespace raddle::vectorize
