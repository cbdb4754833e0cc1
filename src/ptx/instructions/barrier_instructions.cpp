// Barriers of the block and the cluster, and fences.

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

// bar.sync a; is for all threads of the block, bar.sync a, b; for b of them.
Value *synchronize(Call &call) {
  Value *id = call.source(0), *threads = call.source(1);
  llvm::Type *none = call.builder.getVoidTy();
  if (threads)
    call.callFunction("llvm.nvvm.barrier", none, {id, threads});
  else
    call.callFunction("llvm.nvvm.bar.sync", none, id);
  return nullptr;
}

// How many threads' predicates hold; whether all do, or any.
Value *reduce(Call &call) {
  IRBuilder<> &builder = call.builder;
  const bool all_threads = call.source(1)->getType()->isIntegerTy(1);
  Value *predicate = all_threads ? call.source(1) : call.source(2);
  if (!predicate)
    return call.fail("the predicate is missing");
  auto *zero = dyn_cast<ConstantInt>(call.source(0));
  const std::string op = call.get("op");
  Value *vote = builder.CreateZExt(predicate, builder.getInt32Ty());
  if (zero && zero->isZero() && all_threads) {
    Value *result = call.callFunction("llvm.nvvm.barrier0." + op, builder.getInt32Ty(), vote);
    return op == "popc" ? result : builder.CreateICmpNE(result, builder.getInt32(0));
  }
  Value *threads = call.source(1);
  if (all_threads) {
    threads = builder.getInt32(1);
    for (const char *dimension : {"x", "y", "z"})
      threads = builder.CreateMul(threads,
                                  call.callFunction(std::string("llvm.nvvm.read.ptx.sreg.ntid.") + dimension,
                                                    builder.getInt32Ty(), {}));
  }
  Value *count =
      call.callFunction("__raddle_barrier_count", builder.getInt32Ty(), {call.source(0), threads, vote});
  return op == "popc"  ? count
         : op == "and" ? builder.CreateICmpEQ(count, threads)
                       : builder.CreateICmpNE(count, builder.getInt32(0));
}

// On x86 only fence.sc is an instruction; the others hold the compiler back. The threads of a block, and
// those of a cluster, take turns on one OS thread.
Value *fence(Call &call) {
  const std::string scope = call.get("scope"), order = call.get("sem");
  const bool one_thread = scope == "cta" || scope == "cluster";
  call.builder.CreateFence(order == "acquire"   ? AtomicOrdering::Acquire
                           : order == "release" ? AtomicOrdering::Release
                           : order == "sc"      ? AtomicOrdering::SequentiallyConsistent
                                                : AtomicOrdering::AcquireRelease,
                           one_thread ? SyncScope::SingleThread : SyncScope::System);
  return nullptr;
}

// Between kinds of access that a CPU does not tell apart.
Value *compilerFence(Call &call) {
  call.builder.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
  return nullptr;
}

} // namespace

const std::vector<Row> &barrierInstructions() {
  static const std::vector<Row> rows = {
      {"bar {cta} <sync>", "u32 u32?", synchronize},
      {"barrier {cta} <sync> {aligned}", "u32 u32?", synchronize},
      {"bar {cta} <arrive>", "u32 u32", libraryEffect("__raddle_barrier_arrive")},
      {"barrier {cta} <arrive> {aligned}", "u32 u32", libraryEffect("__raddle_barrier_arrive")},
      {"bar {cta} <red> <op:popc> <u32>", "=u32 u32 u32/pred pred?", reduce},
      {"barrier {cta} <red> <op:popc> {aligned} <u32>", "=u32 u32 u32/pred pred?", reduce},
      {"bar {cta} <red> <op:and|or> <pred>", "=pred u32 u32/pred pred?", reduce},
      {"barrier {cta} <red> <op:and|or> {aligned} <pred>", "=pred u32 u32/pred pred?", reduce},
      {"barrier.cluster.arrive {release|relaxed} {aligned}", "", libraryEffect("__raddle_cluster_arrive")},
      {"barrier.cluster.wait {acquire} {aligned}", "", libraryEffect("__raddle_cluster_wait")},

      {"membar <scope:cta>", "", libraryEffect("llvm.nvvm.membar.cta")},
      {"membar <scope:gl>", "", libraryEffect("llvm.nvvm.membar.gl")},
      {"membar <scope:sys>", "", libraryEffect("llvm.nvvm.membar.sys")},
      {"fence {sem:sc|acq_rel|acquire|release} <scope:@scope>", "", fence},
      {"fence.mbarrier_init <release> <cluster>", "", compilerFence},
      {"fence.proxy <alias|async>", "", compilerFence},
      {"fence.proxy.async <global|shared::cta|shared::cluster>", "", compilerFence},
  };
  return rows;
}

} // namespace raddle::ptx
