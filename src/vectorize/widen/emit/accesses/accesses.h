// Loads, stores, copies and prefetches, as the plan says (plan/decisions/accesses.h).
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_ACCESSES_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_ACCESSES_ACCESSES_H

#include "vectorize/widen/emit/warp_builder.h"

namespace raddle::vectorize {

void emitLoad(WarpBuilder &warp, llvm::LoadInst &load);
void emitStore(WarpBuilder &warp, llvm::StoreInst &store);
/// Every lane has its own copy, at an address that other lanes may be given.
void emitLocalVariable(WarpBuilder &warp, llvm::AllocaInst &variable);
void emitCopy(WarpBuilder &warp, llvm::CallInst &call);
void emitPrefetch(WarpBuilder &warp, llvm::CallInst &prefetch);

// ---- for the emitters of accesses

/// What each lane reads at its address, `distance` bytes further; lanes that are not active read zeros.
llvm::Value *gather(WarpBuilder &warp, llvm::Type *type, llvm::Value *pointer, std::int64_t distance,
                    llvm::Align align);
void scatter(WarpBuilder &warp, llvm::Value *values, llvm::Value *pointer, std::int64_t distance,
             llvm::Align align);
/// Whether a scatter may be a loop over the lanes here.
bool mayScatterByLoop(const WarpBuilder &warp, llvm::Type *type);
/// Stores that may scatter by loops, and between which nothing else happens to memory: by one loop, where few lanes take part or the
/// processor has no scatter.
void scatterTogether(WarpBuilder &warp, llvm::ArrayRef<llvm::StoreInst *> stores);

/// One vector access for each run of lanes, which begin at `firsts`; masked where lanes may be missing.
llvm::Value *loadRuns(WarpBuilder &warp, const llvm::LoadInst &load, const ValueList &firsts);
void storeRuns(WarpBuilder &warp, llvm::StoreInst &store, llvm::Value *values, const ValueList &firsts);

/// A chunk may begin between two lanes' accesses, which are aligned.
inline llvm::Align alignmentOf(const AccessPlan::Chunk &chunk, llvm::Align accesses) {
  return llvm::commonAlignment(accesses, static_cast<std::uint64_t>(chunk.offset));
}

void emitShuffledLoad(WarpBuilder &warp, llvm::LoadInst &load, const AccessDecision &decision);
void emitShuffledStore(WarpBuilder &warp, llvm::StoreInst &store, const AccessDecision &decision);
void emitLoadOfLaneFields(WarpBuilder &warp, llvm::LoadInst &load, const AccessDecision &decision);

} // namespace raddle::vectorize

#endif
