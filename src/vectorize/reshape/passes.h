// The passes that give code for one thread the shape that makes good vectors; each contract states what holds before and after.
#ifndef RADDLE_VECTORIZE_RESHAPE_PASSES_H
#define RADDLE_VECTORIZE_RESHAPE_PASSES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Where all blocks of the class have one blockDim.x, .y or .z, it is a constant.
void specialiseExtents(llvm::Function &kernel, const Input &input);

/// Integers of 3, 5, 6, 7, 12, ... bytes, as which LLVM moves a uchar3 or a bit-field, are loaded and stored in pieces of
/// one size, a power of two. A vector holds 24 bits of a lane next to those of the lane before it, but an array of
/// them takes 32 for each. Pieces of one size are the fields of a structure to what plans accesses.
void legaliseIntegers(llvm::Function &kernel);

/// `if (i % 2 == 0) p[i + 1]` becomes p[i | 1], as bit 0 is clear wherever that is computed. For a warp it is computed from
/// lane 0's value, though, where the bit may be set: such operations become sums again.
void disjointOrToAdd(llvm::Function &kernel);

/// After: 64-bit values that are shuffled by halves are put together before they are added to others, and taken apart after
/// that. LLVM adds the halves one by one, so that neither is seen to be half of anything.
bool pairHalves(llvm::Function &kernel);

/// Where some lanes of a warp bypass an operation that waits, the path to the next such operation is
/// duplicated for them: those that return on it have returned before the others wait for the lanes that are left.
/// Before: normal form, which it may disturb. Loops and what is too long are left alone.
bool separateBypassingLanes(llvm::Function &kernel);

/// After: code that lanes would run only after others of their warp have polled, and that may write what these poll for, comes
/// first, as a copy on the path of the lanes that do not poll, or as a part of the loop that polls; otherwise choose-engine would
/// take the thread engine. Before: normal form, which it keeps. What waits itself, and more than 500 instructions in a kernel, is
/// left alone; so is what lanes do after a loop in which they all poll one place.
void separateBlockedLanes(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine);

/// Before: normal form, which it may disturb. After: of arrays whose addresses stay in the function, in which all accesses have the same width
/// and lanes store side by side, the lanes' copies do not lie one after the other, but row by row, as in a GPU's
/// local memory:
///
///   lane 0: a[0] a[1] a[2] ...                 a[0] of lane 0, of lane 1, ... of lane 31
///   lane 1: a[0] a[1] a[2] ...     becomes     a[1] of lane 0, of lane 1, ... of lane 31
///   ...                                        ...
///
/// An element whose number is the same for all lanes is one vector so. (Where lanes store elements of different
/// numbers, a row that is loaded soon after would wait for them; a lane's own element would not.) An address is still
/// the array's and a distance, but 32 times as large.
bool interleaveArrays(llvm::Function &kernel, const Input &input, const Report &report);

/// Before: normal form, which it may disturb. After: a branch that is the same for the warp, and that decides an earlier one on which
/// lanes part, comes before that one; what stands between them is there once for each side. Both must compare one number.
bool hoistDecidingBranches(llvm::Function &kernel, const Input &input, Facts &facts);

/// Before: normal form. After: full warps do not come to short blocks which other warps reach with a part of their lanes;
/// they have copies of these blocks:
///
///   if (this tile is full)                 if (this tile is full)
///     i = first                              out[first] = f(in[first])         without masks
///   else if (first < n)        becomes     else if (first < n)
///     i = first                              out[first] = f(in[first])
///   else return
///   out[i] = f(in[i])
///
/// LLVM merges the ends of both sides of a branch. The merged block runs under masks, because lanes may be missing on one
/// of the sides, the rare one. True where the kernel has changed.
bool separateFullWarpPaths(llvm::Function &kernel, const Input &input, Facts &facts);

/// Before and after: normal form. Where a tile's address is a pointer, or a thread's own index, that grows by a step from tile
/// to tile, it becomes what it is before the loop, and a counter that is the same for all threads:
///
///   for (...) {                      for (bytes = 0; ...; bytes += step) {
///     tile[...] = *a;     becomes      tile[...] = *(a + bytes);
///     a += step;                     }
///   }
///
/// So no pointer has to be kept for each thread, and passes that work ahead of the loop know where it will be.
void rewritePointerInductions(llvm::Function &kernel);

/// For loops whose stride is halved, within a loop that doubles the first stride, as in a bitonic sort: the iterations of the
/// outer loop that begin with strides within a warp are peeled off, marked for unrolling.
bool peelExchangeLoops(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine,
                       Facts &facts);

/// Before: the kernel is in normal form. After: loops around barriers whose stride is halved from stage to
/// stage have their last stages, from a stride of a warp on, unrolled after the loop:
///
///   for (stride = n / 2; stride > 0; stride /= 2) {     for (stride = n / 2; stride != 32; stride /= 2) {
///     __syncthreads();                                    __syncthreads();
///     exchange(keys, t, stride);               becomes    exchange(keys, t, stride);
///   }                                                   }
///                                                       __syncthreads();
///                                                       exchange(keys, t, 32); exchange(keys, t, 16);
///                                                       exchange(keys, t, 8); ... exchange(keys, t, 1);
///
/// Which elements belong to which lane is known there. The barriers between the stages are gone where each
/// warp keeps to its own elements, so that these stay in registers. In blocks of several rows, and where the
/// stride is no power of two, the loop goes on as it was.
///
/// Where there are registers for the elements of several neighbouring warps, it begins with as many times that stride,
/// and barriers are marked that are not needed where those are fused; job.facts.warps_per_exchange is how many that should be.
bool unrollExchangeLoops(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine,
                         Facts &facts);

/// Before: normal form, which it may disturb. Where each thread goes along its own row of a matrix or its own part of an array, as
/// many iterations become one as a cache line has elements, if all lanes make equally many:
///
///   for (k = 0; k < n; ++k)               for (k = 0; k + 15 < n; k += 16) {
///     sum += a[row * n + k];    becomes     sum += a[row * n + k]; ... sum += a[row * n + k + 15];
///                                         }
///                                         for (; k < n; ++k) ...
///
/// so that a lane loads several elements at once (see widen/emit/accesses/lane_fields.cpp), and comes to each line
/// once. The order of the additions stays.
bool unrollRowLoops(llvm::Function &kernel, const Input &input, const llvm::TargetMachine &machine,
                    Facts &facts, Report &report);

/// Before: the kernel is in normal form. After: where threads find their place by `t & (stride - 1)`, `t %
/// stride` or `t ^ stride`, the accesses that depend on it exist in versions for strides of 1, 2, 4, 8, 16,
/// multiples of 32, and others.
bool versionStrides(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

/// Before: the kernel is in normal form. After: divergent branches that only decide whether
/// something is stored in the block's shared memory are gone where it is known what lies there already:
///
///   a = keys[i], b = keys[j];              a = keys[i], b = keys[j];
///   if (a > b)                  becomes    keys[i] = a > b ? b : a;
///     keys[i] = b, keys[j] = a;            keys[j] = a > b ? a : b;
///
/// The processor hands on what a whole vector has stored to the next load, but not what is stored under a
/// mask. Nobody can write in between: the warps of a block run one after the other, and each lane has a place of its own.
bool ifConvertStores(llvm::Function &kernel, const Input &input, Facts &facts);

/// Before: normal form, which it may disturb. A small loop that lanes leave one by one, and that only computes,
///
///   while (step < most && x * x + y * y < 4) { x, y = next(x, y); ++step; }
///
/// is preceded by a copy that does several iterations at a time, and then asks once whether the lane has left
/// in one of them.
bool delayExits(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

/// Before: normal form, which it may disturb. A few operations that load or store neighbouring elements after a bound test,
///
///   if (i < n) a[i] = b[i] + s * c[i];
///
/// get a version for warps of which no lane is missing, so that nothing in it needs a mask; and so does code with a loop that
/// lanes go through together.
///
/// Before warps are fused, so that the guard is put to all fused warps together, and where they all pass it none of them goes
/// its own way: guards around loops first, then all others that pay.
bool versionGuardedLoops(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);
bool versionGuardedAccesses(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

/// Before: normal form, code for one thread. After: where it pays and the job's class of blocks allows it,
/// code for `job.facts.fused_warps` threads, which are the same lane of as many warps that follow each other; what
/// differs between them is there once for each. Barriers that unrollExchangeLoops has marked, as
/// they are not needed between those that are one now, are gone.
bool fuseWarps(llvm::Function &kernel, const Input &input, const llvm::TargetMachine &machine, Facts &facts,
               Report &report);

/// Before: normal form, which it may disturb. After: warps of which no lane passes a guard go on at the next barrier, where all that
/// they would do before it is to compute and store undefined values. After warps are fused, which would have to part, and after
/// guards have versions for full warps, which come first.
bool separateIdleWarps(llvm::Function &kernel, const Input &input, Facts &facts);

/// Before: normal form, which it may disturb. Shuffles whose last source lane is the same for all lanes, but known at run time only, as in
/// sums of the first lanes of a block, have a version for warps of which no lane is missing and one for those of which no lane
/// reads from another. After warps are fused: these would have to part.
bool versionShuffles(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

/// Before: warps are fused, loops have versions for full warps. In a loop that strides over the grid,
///
///   for (i = ...; i < n; i += gridDim.x * blockDim.x) ... x[i] ...
///
/// neighbouring iterations touch places that are far from each other, and the processor does not guess the
/// next one. So each load of global memory there also prefetches what one of the next iterations loads, 4 or
/// 8 KiB ahead, which all loads of the loop share. A prefetch never faults, and nothing depends on it. Needs warps in
/// step: one warp alone touches too little at a time to be worth it.
///
/// A kernel with barriers prefetches what one of the next blocks reads and writes outside of loops.
void insertPrefetches(llvm::Function &kernel, const Input &input, const llvm::TargetMachine &machine,
                      Facts &facts);

/// With lanes = 32, in normal form. After: job.facts.polls_for_blocks says whether warps wait for other blocks only, and a flag
/// whether a loop of the kernel cannot go on before another thread has written something.
void notePolls(llvm::Function &kernel, const Input &input, Facts &facts, Outputs &outputs);

} // namespace raddle::vectorize

#endif
