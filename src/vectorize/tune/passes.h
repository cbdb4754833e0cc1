// The passes that tune the code of warps among LLVM's own passes; each contract states what holds before and after.
#ifndef RADDLE_VECTORIZE_TUNE_PASSES_H
#define RADDLE_VECTORIZE_TUNE_PASSES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: loops are simplified and closed, and end by a branch back. After: loops over warps are left where neither this warp nor
/// any later one has something to do.
llvm::PreservedAnalyses leaveIdleLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// After: where only some neighbouring lanes load or store, a power of two of them, they access a vector of so many elements
/// without a mask. Processors forward such stores to later loads, and instruction sets without masks need one
/// access instead of one for each lane.
llvm::PreservedAnalyses narrowAccesses(llvm::Function &function, llvm::FunctionAnalysisManager &);

/// Before: a stage of an exchange network loads what the stage before it has stored, in vectors of other lengths, or at addresses
/// that are sums of other terms. After: the values are put together from those that have been stored, and stores that
/// are overwritten before any instruction reads them are gone. LLVM's passes find stores and loads of the same length at the same
/// address only, or within a limited number of instructions.
llvm::PreservedAnalyses forwardStores(llvm::Function &function, llvm::FunctionAnalysisManager &,
                                      const Outputs &outputs);

/// After: where two vectors are shuffled into new ones, and these again, the second shuffles pick their elements from
/// the two vectors. So it is where lanes store by a plan what they load by another one: between the stages of a
/// transform, for example.
llvm::PreservedAnalyses composeShuffles(llvm::Function &function, llvm::FunctionAnalysisManager &);

/// Before: all elements of a vector of integers are combined to one number, pair by pair. After: where pairs are neighbours and the
/// order is free, that is a reduction, of which LLVM makes combinations of halves.
llvm::PreservedAnalyses reduceWholeVectors(llvm::Function &function, llvm::FunctionAnalysisManager &);

/// Before: a sorting network compares two vectors of integers, negates the result in those lanes that sort
/// downwards, and selects by it what goes where. After: one vector becomes the minimum and one the maximum, and in
/// lanes that sort downwards the integers are complemented, which reverses their order. They stay so from one exchange
/// to the next, through shuffles, and are complemented back where something else needs them.
///
/// Which lanes sort downwards must be known, or the same for all lanes of the warp. Done in blocks where it takes fewer
/// instructions. Where that is not so, but two results are only stored, and their places are known to be the same or
/// apart, the places are exchanged instead of the values.
llvm::PreservedAnalyses exchangesToMinMax(llvm::Function &function, llvm::FunctionAnalysisManager &,
                                          const llvm::TargetMachine &machine);

/// Before: the function runs all warps of a block, and warps keep their accumulators in an array of the function. After:
/// where a loop adds products of one number and of neighbouring elements that belong to neighbouring accumulators of a lane,
/// these together lie in the order of the elements, so that nothing is shuffled in the loop.
llvm::PreservedAnalyses orderLanesAsMemory(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                           const llvm::TargetMachine &machine, const Report &report);

/// After: where `split-accumulator-loops` will make several loops out of one, this one does four or two iterations in each,
/// if its trip count is known and a multiple. So each of the new loops counts, and prefetches, less often. Comes before
/// passes that hide how often the loop runs.
llvm::PreservedAnalyses unrollAccumulatorLoops(llvm::Function &function,
                                               llvm::FunctionAnalysisManager &analyses,
                                               const llvm::TargetMachine &machine);

/// Before: the function runs all warps of a block, and LLVM has simplified it. After: where the block fills
/// `shared_bytes` of shared memory again and again, and adds up from them in between (see tile_loop.h), it fills
/// several such memories before it adds up from all of them. So the accumulators of a warp are loaded and stored less often.
llvm::PreservedAnalyses batchTiles(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                   const llvm::TargetMachine &machine, const CodeParts &parts,
                                   const Facts &facts, const Outputs &outputs, const Report &report);

/// Before: the function runs all warps of a block, and LLVM has simplified it. After: where the block copies tiles into
/// `shared_bytes` of shared memory and adds up from them (see tile_loop.h), the loop that adds up copies the next tile
/// into a second such memory.
llvm::PreservedAnalyses pipelineTileCopies(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                           const llvm::TargetMachine &machine, const CodeParts &parts,
                                           const Facts &facts, const Outputs &outputs, const Report &report);

/// Before: LLVM has simplified the loops. After: an innermost loop whose accumulators exceed the registers, and do not
/// depend on each other, is several loops one after the other, each with as many as fit. What they have in common is
/// computed once, before them, unless it is only loaded.
llvm::PreservedAnalyses splitAccumulatorLoops(llvm::Function &function,
                                              llvm::FunctionAnalysisManager &analyses,
                                              const llvm::TargetMachine &machine, const Report &report);

/// Before: LLVM has simplified the loops. After: where a loop over warps (isWarpLoop) holds a loop whose iterations
/// wait for each other longer than they keep the processor busy, two warps run it interleaved, iteration by iteration.
llvm::PreservedAnalyses interleaveWarps(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                        const llvm::TargetMachine &machine, const Report &report);

/// After: in functions that are marked so, addresses of rows at constant distances are computed from one. Where there
/// are several tiles, what is constant in an address is its last step.
llvm::PreservedAnalyses shareAddresses(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// After: where a vector is loaded from a variable only to be stored for a loop over the lanes, the loop reads that variable, which
/// nothing has written meanwhile.
llvm::PreservedAnalyses readInPlace(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// After: in blocks of which more vectors are alive at a time than there are registers, those that are loaded, computed element by
/// element and taken apart into registers, and those that are put together of registers and stored in local memory, are handled
/// register by register, and loaded just before they are used. No pass behind this one may put them together again.
llvm::PreservedAnalyses splitVectors(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                     const llvm::TargetMachine &machine);

/// Before: job.outputs.block_entry is complete. After: if it begins with a loop over the grid, it goes on from the frame that
/// RaddleBlock.next_frame points to, if that is not null, and job.outputs.batch_entry runs a batch of blocks, which leaves such frames.
///
///   for (i = first; i < n; i += all threads)
///     sum += in[i]
///
/// An iteration reads a short piece, and the next one lies far off, where the processor's own prefetches do not follow and few
/// lines can be prefetched. What the next blocks read in the same iteration lies side by side:
///
///   for (each block of the batch, and each of its warps)  frame = i, sum
///   while (the next frame has another iteration after this)  i, sum = frame;  sum += in[i];  i += all threads;  frame = i, sum
///
/// The loop must be the first thing that the kernel does to memory, and may only read there.
/// For x86 only: other processors have not been measured.
bool batchBlocks(const Input &input, llvm::TargetMachine &machine, const CodeParts &parts, const Facts &facts,
                 Outputs &outputs, const Report &report);

/// Before: LLVM's optimiser has written a mask of which some lanes are off as a shuffle with zeros, or as a
/// select. After: as an `and` with a constant.
///
/// LLVM 19's code generator makes such a shuffle a `kmovb` (or `kmovw`, `kmovd`) from one mask register to
/// another, for the bits that it clears; and its register allocator takes that for a copy, which keeps all
/// bits. Where registers are short, lanes that are off then store.
llvm::PreservedAnalyses clearLanesByAnd(llvm::Function &function, llvm::FunctionAnalysisManager &);

/// Before: a shuffle picks lanes of which is known that they are zero, for a whole register of its result. After: a constant.
///
/// Where a vector is `and`ed with a constant that is zero in these lanes, LLVM 19's code generator makes them undefined.
llvm::PreservedAnalyses writeKnownZeros(llvm::Function &function, llvm::FunctionAnalysisManager &);

/// Lanes of a gather's addresses that are undefined become null. For undefined addresses LLVM 19's code generator takes any
/// register, also the one that the gather loads into, which is an illegal instruction.
llvm::PreservedAnalyses defineGatherAddresses(llvm::Function &function, llvm::FunctionAnalysisManager &);

} // namespace raddle::vectorize

#endif
