// The compiler, top to bottom. What a pass does in detail, and why it stands where it does, says its declaration.

#include "vectorize/pipeline.h"

#include "vectorize/normalise/keep_tiles_rolled.h"
#include "vectorize/normalise/reconvergence_of_prints.h"
#include "vectorize/normalise/unroll_local_arrays.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/disjoint_or_to_add.h"
#include "vectorize/reshape/if_convert_loads.h"
#include "vectorize/reshape/if_convert_stores.h"
#include "vectorize/reshape/interleave_arrays.h"
#include "vectorize/reshape/known_extents.h"
#include "vectorize/reshape/lanes/bypassing_lanes.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/lanes/polling_warps.h"
#include "vectorize/reshape/lanes/separate_blocked_lanes.h"
#include "vectorize/reshape/legal_integers.h"
#include "vectorize/reshape/loops/delayed_exits.h"
#include "vectorize/reshape/loops/full_warp_guards.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/reshape/loops/fuse_warps.h"
#include "vectorize/reshape/loops/insert_prefetches.h"
#include "vectorize/reshape/loops/unroll_exchange_loops.h"
#include "vectorize/reshape/loops/unroll_row_loops.h"
#include "vectorize/reshape/normal_form.h"
#include "vectorize/reshape/pointer_inductions.h"
#include "vectorize/reshape/stride_versions.h"
#include "vectorize/slices.h"
#include "vectorize/tune/accumulators/lanes_in_memory_order.h"
#include "vectorize/tune/accumulators/split_accumulator_loops.h"
#include "vectorize/tune/accumulators/store_accumulators_early.h"
#include "vectorize/tune/accumulators/unroll_accumulator_loops.h"
#include "vectorize/tune/block_batches/batch_blocks.h"
#include "vectorize/tune/memory/forward_stores.h"
#include "vectorize/tune/memory/narrow_accesses.h"
#include "vectorize/tune/memory/non_temporal_stores.h"
#include "vectorize/tune/memory/share_addresses.h"
#include "vectorize/tune/shuffles/cleared_lanes.h"
#include "vectorize/tune/shuffles/compare_under_masks.h"
#include "vectorize/tune/shuffles/compose_shuffles.h"
#include "vectorize/tune/shuffles/exchanges_to_min_max.h"
#include "vectorize/tune/tiles/batch_tiles.h"
#include "vectorize/tune/tiles/pipeline_tile_copies.h"
#include "vectorize/tune/tiles/spread_prefetches.h"
#include "vectorize/tune/warps/interleave_warps.h"
#include "vectorize/tune/warps/unroll_and_jam_warp_loop.h"

namespace raddle::vectorize {

namespace {

using enum Phase;
using OnFunctions = LlvmFunctionPasses;
using OnModule = LlvmModulePasses;

constexpr unsigned kTuning = kOptimizing | kOptional;
constexpr unsigned kTuningWarps = kForWarps | kTuning;

constexpr Pass kPasses[] = {
    // Still NVVM: what LLVM would misread is made explicit before anything is optimised. Who runs becomes a parameter.
    {"guard-division", "x / 0 and INT_MIN / -1 get the GPU's meaning", kNormalise, over<guardDivision>},
    {"define-conversions", "float to integer saturates as on a GPU", kNormalise, over<defineConversions>},
    {"flush-denormals", "-ftz=true becomes a mode that the kernel runs in", kNormalise, over<flushDenormals>},
    {"define-shifts", "shifts clamp their distance as on a GPU", kNormalise, over<defineShifts>},
    {"thread-parameter", "every device function receives its thread", kNormalise, over<addThreadParameter>,
     kAlways, gives(kThreadsPassed)},
    {"resolve-intrinsics", "NVVM intrinsics become loads, runtime calls or plain IR", kNormalise,
     over<resolveIntrinsics>, kAlways, needs(kThreadsPassed) + gives(kNoNvvm)},
    {"check-stack", "recursion is checked against the stack's limit", kNormalise, over<checkStack>, kAlways,
     needs(kThreadsPassed)},
    {"choose-inlining", "what pays is inlined, the same way for both engines", kNormalise,
     over<chooseInlining>, kOptimizing},
    {"inline-chosen", "does so, callers first", kNormalise, over<inlineChosen>, kOptimizing},
    {"keep-reconvergence-of-prints", "branches that print keep the place where their sides meet", kNormalise,
     over<keepReconvergenceOfPrints>, kOptimizing},
    {"unroll-local-arrays", "loops over small local arrays are unrolled, so that these become registers",
     kNormalise, unrollLoopsOverLocalArrays, kTuning},
    {"keep-tiles-rolled", "loops that add up from a tile stay loops", kNormalise, keepTilesRolled, kTuning},
    {"simplify", "LLVM's O2 for one thread, with the two passes above among its loop passes", kNormalise,
     over<simplify>, kOptimizing, ends(kThreadsPassed)},
    {"inline-always", "with -G nothing but what must be inlined is", kNormalise, OnModule{"always-inline"},
     kDebugging, ends(kThreadsPassed)},
    {"share-loads", "what unrolled loops load twice is loaded once", kNormalise,
     OnFunctions{"early-cse<memssa>"}, kTuning},
    {"release-reconvergence", "joins of prints have been kept and are marked no longer", kNormalise,
     over<releaseReconvergence>, kOptimizing},
    {"fold-known-branches", "branches whose way is known are gone", kNormalise, over<foldKnownBranches>},
    {"restore-threads", "callees that seem not to need their thread receive it all the same", kNormalise,
     over<restoreThreads>, kAlways, gives(kThreadsPassed)},
    {"drop-unused", "functions and variables that nothing uses are gone", kNormalise, OnModule{"globaldce"}},
    {"limit-local-memory", "variables that no GPU has room for are refused", kNormalise,
     over<limitLocalMemory>},
    {"skip-decided-branches", "who takes a branch that decides another goes past that", kNormalise,
     over<skipDecidedBranches>, kTuning},
    {"rematerialise-at-joins", "what both sides of a branch compute alike comes from no phi", kNormalise,
     over<rematerialiseAtJoins>, kTuning},

    // What the CUDA model says of masks, polling, printing, memory: the GPU's address spaces become host memory. Up to
    // the last rows both engines see the same IR, so that they compute the same bits.
    {"name-callers-in-masks", "RADDLE_LENIENT=1: who is not in its mask is alone", kLower,
     over<nameCallersInMasks>},
    {"resolve-ptx-state", "the carry flag becomes a value, exit a return", kLower, over<resolvePtxState>},
    {"contract-products", "a * b + c rounds once, the same way in both engines", kLower,
     over<contractProducts>},
    {"separate-retries", "loops that try again until nobody comes in between are for one lane", kLower,
     over<separateRetries>, kForWarps | kOptimizing},
    {"yield-in-polling-loops", "loops that wait for others give way", kLower, over<yieldInPollingLoops>,
     kAlways, needs(kThreadsPassed)},
    {"place-prints", "one lane: what prints knows its place in the program", kLower, over<placePrints>,
     kForOneLane},
    {"check-alignment", "what may not be aligned is looked at", kLower, over<checkAlignment>},
    {"relax-block-atomics", "atomics within a block need no bus lock", kLower, over<relaxBlockAtomics>,
     kOptional},
    {"lower-shared-memory", "shared variables become offsets into the block's memory", kLower,
     over<lowerSharedMemory>, kAlways, needs(kThreadsPassed)},
    {"import-globals", "variables and function addresses become import slots", kLower, over<importGlobals>},
    {"flatten-address-spaces", "all pointers are host pointers", kLower, over<flattenAddressSpaces>, kAlways,
     gives(kHostPointers)},
    {"skip-special-cases", "loops that add up run again where a sum is NaN", kLower, over<skipSpecialCases>},
    {"describe-for-debugger", "with -g, debuggers see threadIdx and shared variables", kLower,
     over<describeForDebugger>, kForOneLane, needs(kThreadsPassed)},
    {"resolve-thread-fields", "one lane: threadIdx is a load", kLower, over<resolveThreadFields>, kForOneLane,
     needs(kThreadsPassed) + gives(kNoThreadFields)},
    {"resolve-alignment-checks", "one lane: those are branches", kLower, over<resolveAlignmentChecks>,
     kForOneLane},
    {"check-targets", "one lane: calls through pointers lead to device functions", kLower, over<checkTargets>,
     kForOneLane},

    // 32 lanes: code for one thread gets the shape that makes good vectors.
    {"measure-kernel", "local variables, and what a thread stores, before there are 32 of each", kReshape,
     over<measureKernel>, kForWarps},
    {"note-call-effects", "functions say whether they wait, poll or print", kReshape, over<noteCallEffects>,
     kForWarps},
    {"specialise-extents", "blockDim is a constant where all blocks of the class have one", kReshape,
     over<specialiseExtents>, kForWarps | kOptional},
    {"copy-parameters", "structures passed by value that a function changes become its own", kReshape,
     over<copyParameters>, kForWarps},
    {"scalarize", "vectors within a thread become scalars, switches branches", kReshape, over<scalarize>,
     kForWarps},
    {"legalise-integers", "integers of 3, 5, 6, ... bytes move in pieces of one size", kReshape,
     over<legaliseIntegers>, kForWarps},
    {"disjoint-or-to-add", "an `or` that is a sum for each lane alone becomes one", kReshape,
     over<disjointOrToAdd>, kForWarps},
    {"normalise-loops", "one return, loops with a preheader, one latch and phis at their exits", kReshape,
     over<normaliseLoops>, kForWarps, gives(kNormalForm)},
    {"separate-bypassing-lanes", "lanes that pass by a waiting operation have a way of their own", kReshape,
     over<separateBypassingLanes>, kForWarps, disturbs(kNormalForm)},
    {"separate-exiting-lanes", "lanes that will wait no more run to their end first", kReshape,
     over<separateExitingLanes>, kForWarps, disturbs(kNormalForm)},
    {"separate-blocked-lanes", "lanes go on past others of their warp that poll", kReshape,
     over<separateBlockedLanes>, kForWarps | kOptimizing, needs(kNormalForm)},
    {"choose-engine", "kernels whose lanes wait for each other go to the thread engine", kReshape,
     over<chooseEngine>, kForWarps, needs(kNormalForm)},
    {"interleave-arrays", "element i of all lanes' local arrays lies side by side", kReshape,
     over<interleaveArrays>, kForWarps | kOptional, disturbs(kNormalForm)},
    {"rewrite-pointer-inductions", "pointers that a loop moves on become a base and a counter", kReshape,
     over<rewritePointerInductions>, kTuningWarps, needs(kNormalForm)},
    {"peel-exchange-loops", "sorting stages whose strides stay within a warp get code of their own", kReshape,
     over<peelExchangeLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"unroll-exchange-loops", "rounds of exchanges within a warp are unrolled, without barriers", kReshape,
     over<unrollExchangeLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"unroll-row-loops", "lanes that walk along rows of their own take a cache line at a time", kReshape,
     over<unrollRowLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"version-strides", "exchanges have versions for the strides of their partners", kReshape,
     over<versionStrides>, kTuningWarps, disturbs(kNormalForm)},
    {"if-convert-stores", "stores that some lanes skip write back what was there", kReshape,
     over<ifConvertStores>, kTuningWarps, disturbs(kNormalForm)},
    {"version-full-warps", "loops have a copy that runs while all lanes take part", kReshape,
     over<versionFullWarps>, kTuningWarps, disturbs(kNormalForm)},
    {"delay-exits", "loops that lanes leave one by one ask every few iterations", kReshape, over<delayExits>,
     kTuningWarps, disturbs(kNormalForm)},
    {"if-convert-loads", "loads that some lanes skip read a zero", kReshape, over<ifConvertLoads>,
     kTuningWarps, disturbs(kNormalForm)},
    {"version-guarded-loops", "what a guard lets all lanes do together has a copy without masks", kReshape,
     over<versionGuardedLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"fuse-warps", "each thread does the work of its twins in the next warps too", kReshape, over<fuseWarps>,
     kTuningWarps, disturbs(kNormalForm)},
    {"version-guarded-accesses", "the same for accesses to neighbouring elements", kReshape,
     over<versionGuardedAccesses>, kTuningWarps, disturbs(kNormalForm)},
    {"insert-prefetches", "what the next iterations and blocks read is announced", kReshape,
     over<insertPrefetches>, kTuningWarps, needs(kNormalForm)},
    {"note-polls", "the kernel says whether its warps poll for other blocks only", kReshape, over<notePolls>,
     kForWarps, needs(kNormalForm)},

    // Values become vectors, divergence masks.
    {"widen", "32 lanes at once", kWiden, over<widen>, kForWarps,
     needs(kNormalForm | kThreadsPassed | kHostPointers) + gives(kNoThreadFields) + ends(kNormalForm)},
    {"bind-maths", "maths functions for this machine's instruction set", kWiden, over<bindMaths>},

    // The warps of a block, and what the runtime calls.
    {"loop-over-warps", "between barriers the warps take turns in a loop, not as fibers", kBlock,
     over<loopOverWarps>, kForWarps | kOptional, needs(kNoThreadFields)},
    {"build-entries", "entry points for one thread and for a whole block", kBlock, over<buildEntries>,
     kAlways, needs(kNoThreadFields | kHostPointers) + gives(kHasEntries) + ends(kThreadsPassed)},
    {"outline-regions", "regions of large kernels become functions", kBlock, over<outlineRegions>, kOptional,
     needs(kHasEntries)},
    {"divide-code", "those become modules, which are compiled at the same time", kBlock, over<divideCode>,
     kOptional, needs(kHasEntries)},

    // All that LLVM can do for one thread is done by "simplify". What is left of its O2, which would take twice the time: the
    // kernel is inlined into the entries; the thread's fields, and what widening has written, become values; one round of
    // scalar passes, loop passes of ours and LLVM's, then what O2 does last.
    {"inline-kernel", "the kernel becomes a part of its entries", kTune, OnModule{"always-inline,globaldce"},
     kOptimizing},
    {"unroll-warp-loop",
     "turns of a few warps stand one behind the other",
     kTune,
     OnFunctions{"loop(loop-unroll-full)"},
     kTuningWarps,
     {},
     [](const CompileJob &job) { return job.facts.warp_loop_unrolled; }},
    {"sroa", "stack slots become values", kTune, OnFunctions{"sroa<modify-cfg>"}, kTuning},
    {"early-cse", "what is computed twice is computed once", kTune, OnFunctions{"early-cse<memssa>"},
     kTuning},
    {"jump-threading", "branches whose way follows from the one before are gone", kTune,
     OnFunctions{"jump-threading"}, kTuning},
    {"simplify-cfg", "empty blocks and needless branches are gone", kTune,
     OnFunctions{"simplifycfg<switch-range-to-icmp>"}, kTuning},
    {"combine", "instructions become simpler ones", kTune, OnFunctions{"instcombine<no-verify-fixpoint>"},
     kTuning},
    {"reassociate", "sums and products have their constants last", kTune, OnFunctions{"reassociate"},
     kTuning},
    {"hoist", "what a loop computes alike in each iteration stands in front of it", kTune,
     OnFunctions{"loop-mssa(loop-rotate,licm<allowspeculation>,simple-loop-unswitch<trivial>)"}, kTuning},
    {"simplify-cfg-of-loops", "the same for what that has made", kTune,
     OnFunctions{"simplifycfg<switch-range-to-icmp>"}, kTuning},
    {"count-loops", "loops have canonical counters; fills, copies and empty loops are gone", kTune,
     OnFunctions{"loop(loop-idiom,indvars,loop-deletion)"}, kTuning},
    {"sroa-of-loops", "stack slots that loops shared become values", kTune, OnFunctions{"sroa<modify-cfg>"},
     kTuning},
    {"narrow-accesses", "what a few neighbouring lanes access is a shorter vector", kTune, narrowAccesses,
     kTuningWarps},
    {"forward-stores", "vectors that are stored and loaded again stay in registers", kTune, forwardStores,
     kTuningWarps},
    {"gvn", "loads that have been loaded or stored before are gone", kTune, OnFunctions{"gvn"}, kTuning},
    {"dse", "stores that nobody reads are gone", kTune, OnFunctions{"dse"}, kTuning},
    {"merge-sides", "what both sides of a branch do is done once", kTune,
     OnFunctions{"simplifycfg<switch-range-to-icmp;hoist-common-insts;sink-common-insts>"}, kTuning},
    {"combine-after-gvn", "instructions become simpler ones", kTune,
     OnFunctions{"instcombine<no-verify-fixpoint>"}, kTuning},
    // For one lane LLVM may vectorise, over the threads of a block. A warp's code are vectors already.
    {"vectorize-threads", "one lane: LLVM may vectorise over the threads of a block", kTune,
     OnFunctions{"loop(loop-rotate),loop-vectorize"}, kForOneLane | kTuning},
    {"compose-shuffles", "shuffles of shuffles pick from the first vectors", kTune, composeShuffles,
     kTuningWarps},
    {"exchanges-to-min-max", "exchanges of a sorting network become minima and maxima", kTune,
     exchangesToMinMax, kTuningWarps},
    {"lanes-in-memory-order", "sums lie in the order of the elements that they add", kTune,
     orderLanesAsMemory, kTuningWarps},
    {"unroll-accumulator-loops", "loops with too many sums do two iterations in one", kTune,
     unrollAccumulatorLoops, kTuningWarps},
    {"batch-tiles", "several tiles are loaded before sums are added up", kTune, batchTiles, kTuningWarps},
    {"pipeline-tile-copies", "the next tile is copied while this one is used", kTune, pipelineTileCopies,
     kTuningWarps},
    {"split-accumulator-loops", "loops with more sums than registers become several", kTune,
     splitAccumulatorLoops, kTuningWarps},
    {"spread-prefetches", "the next tile is announced between the sums of this one", kTune, spreadPrefetches,
     kTuningWarps},
    {"interleave-warps", "two warps take turns where one waits for its own results", kTune, interleaveWarps,
     kTuningWarps},
    {"store-accumulators-early", "sums are stored as soon as they are complete", kTune,
     storeAccumulatorsEarly, kTuningWarps},
    {"simplify-cfg-finally", "branches become selections and tables", kTune,
     OnFunctions{"simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;"
                 "hoist-common-insts;sink-common-insts>"},
     kTuning},
    {"slp-vectorizer", "one lane: neighbouring scalars become vectors", kTune, OnFunctions{"slp-vectorizer"},
     kForOneLane | kTuning},
    {"vector-combine", "vector instructions become cheaper ones", kTune, OnFunctions{"vector-combine"},
     kTuning},
    {"unroll", "small loops are unrolled", kTune, OnFunctions{"loop-unroll<O2>"}, kTuning},
    {"sroa-of-unrolled", "slots that only unrolled loops indexed become values", kTune,
     OnFunctions{"sroa<preserve-cfg>"}, kTuning},
    {"combine-finally", "instructions become simpler ones", kTune,
     OnFunctions{"instcombine<no-verify-fixpoint>"}, kTuning},
    {"share-addresses", "rows at constant distances share an address", kTune, shareAddresses, kTuningWarps},
    {"hoist-finally", "what unrolling has made invariant stands in front of its loop", kTune,
     OnFunctions{"loop-mssa(licm<allowspeculation>)"}, kTuning},
    {"simplify-instructions", "what has become trivial is gone", kTune, OnFunctions{"instsimplify"}, kTuning},
    {"div-rem-pairs", "a remainder comes from the quotient", kTune, OnFunctions{"div-rem-pairs"}, kTuning},
    {"speculate", "cheap branches become selections", kTune,
     OnFunctions{"simplifycfg<speculate-unpredictables>"}, kTuning},
    {"drop-unused-finally", "functions that were inlined are gone, equal constants one", kTune,
     OnModule{"globaldce,constmerge"}, kOptimizing},
    {"optimize-nothing", "with -G: what LLVM does at O0", kTune, OnModule{"default<O0>"}, kDebugging},

    // What LLVM's optimiser would undo.
    {"non-temporal-stores", "results that exceed the caches go past them", kFinish, makeStoresNonTemporal,
     kTuningWarps},
    {"batch-blocks",
     "the first loads of the next blocks are done ahead",
     kFinish,
     over<batchBlocks>,
     kTuningWarps,
     {},
     [](const CompileJob &job) {
       return job.outputs.block_entry && job.parts.empty() && job.target->getTargetTriple().isX86();
     }},
    {"clear-lanes-by-and", "masks are cleared by `and`, not by shuffles", kFinish, clearLanesByAnd,
     kOptional},
    {"compare-under-masks", "comparisons take the mask that they are combined with", kFinish,
     compareUnderMasks, kTuningWarps},
    {"unroll-and-jam-warp-loop", "two turns of a loop over warps stand in one iteration", kFinish,
     unrollAndJamWarpLoop, kTuningWarps},
};

} // namespace

std::span<const Pass> passes() { return kPasses; }

std::string_view nameOf(Phase phase) {
  constexpr std::string_view kNames[] = {"normalise", "lower", "reshape", "widen", "block", "tune", "finish"};
  return kNames[static_cast<unsigned>(phase)];
}

} // namespace raddle::vectorize
