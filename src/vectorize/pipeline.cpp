// The compiler, top to bottom. What a pass does in detail, and why it stands where it does, says its declaration.

#include "vectorize/pipeline.h"

#include "vectorize/block/fission_points.h"
#include "vectorize/normalise/keep_tiles_rolled.h"
#include "vectorize/normalise/reconvergence_of_prints.h"
#include "vectorize/normalise/shared_null_checks.h"
#include "vectorize/normalise/unroll_local_arrays.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/if_convert_loads.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/reshape/normal_form.h"
#include "vectorize/reshape/passes.h"
#include "vectorize/reshape/sink_loads.h"
#include "vectorize/slices.h"
#include "vectorize/tune/memory/non_temporal_stores.h"
#include "vectorize/tune/passes.h"
#include "vectorize/tune/shuffles/sum_before_shuffles.h"

#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace raddle::vectorize {

namespace {

using enum Phase;
using llvm::LCSSAPass;
using llvm::LoopSimplifyPass;
using OnFunctions = LlvmFunctionPasses;
using OnModule = LlvmModulePasses;

constexpr unsigned kTuning = kOptimizing | kOptional;
constexpr unsigned kTuningWarps = kForWarps | kTuning;

bool isWarpLoopUnrolled(const Facts &facts) { return facts.warp_loop_unrolled; }

constexpr Pass kPasses[] = {
    // Normalise. The code is still NVVM IR: what LLVM would misread is made explicit before anything is optimised, and the thread
    // that runs becomes a parameter.
    {"guard-division", "gives x / 0 and INT_MIN / -1 the results that they have on a GPU", kNormalise,
     over<guardDivision>},
    {"define-bools", "makes bools in memory numbers of eight bits, true unless zero, as on a GPU", kNormalise,
     over<defineBools>},
    {"define-conversions", "makes conversions of floats to integers saturate as on a GPU", kNormalise,
     over<defineConversions>},
    {"flush-denormals", "turns -ftz=true into a processor mode that the kernel runs in", kNormalise,
     over<flushDenormals>},
    {"define-shifts", "clamps the distance of shifts as a GPU does", kNormalise, over<defineShifts>},
    {"thread-parameter", "gives every device function a hidden parameter, the thread that runs it",
     kNormalise, over<addThreadParameter>, kAlways, gives(kThreadsPassed)},
    {"resolve-intrinsics", "replaces NVVM intrinsics by loads, calls of the runtime or plain IR", kNormalise,
     over<resolveIntrinsics>, kAlways, needs(kThreadsPassed) + gives(kNoNvvm)},
    {"check-stack", "makes recursive functions compare their stack with its limit", kNormalise,
     over<checkStack>, kAlways, needs(kThreadsPassed)},
    {"choose-inlining", "marks which calls are worth inlining, the same ones for both engines", kNormalise,
     over<chooseInlining>, kOptimizing},
    {"inline-chosen", "inlines the marked calls, callers before callees", kNormalise, over<inlineChosen>,
     kOptimizing},
    {"keep-reconvergence-of-prints",
     "marks where the sides of branches that print meet again, so that LLVM leaves that place alone",
     kNormalise, over<keepReconvergenceOfPrints>, kOptimizing},
    {"unroll-local-arrays",
     "asks LLVM to unroll loops over small local arrays, whose elements become registers", kNormalise,
     unrollLoopsOverLocalArrays, kTuning},
    {"keep-tiles-rolled", "keeps loops that add up elements of a shared tile from being unrolled", kNormalise,
     keepTilesRolled, kTuning},
    {"fold-shared-null-checks", "folds comparisons of addresses in shared variables with null", kNormalise,
     foldNullChecksOfShared, kTuning},
    {"simplify", "runs LLVM's O2 on the code for one thread, with the three rows above among its passes",
     kNormalise, over<simplify>, kOptimizing, ends(kThreadsPassed)},
    {"inline-always", "with -G, inlines only what must be inlined", kNormalise, OnModule{"always-inline"},
     kDebugging, ends(kThreadsPassed)},
    {"share-loads", "removes loads that unrolling has duplicated", kNormalise,
     OnFunctions{"early-cse<memssa>"}, kTuning},
    {"release-reconvergence", "removes the marks of keep-reconvergence-of-prints", kNormalise,
     over<releaseReconvergence>, kOptimizing},
    {"fold-known-branches", "removes branches whose direction is known", kNormalise, over<foldKnownBranches>},
    {"restore-threads", "passes the thread again to callees that seemed not to need it", kNormalise,
     over<restoreThreads>, kAlways, gives(kThreadsPassed)},
    {"drop-unused", "removes functions and variables that nothing uses", kNormalise, OnModule{"globaldce"}},
    {"limit-local-memory", "refuses local variables that are too large for a GPU", kNormalise,
     over<limitLocalMemory>},
    {"skip-decided-branches", "lets a branch jump past another one whose outcome it decides", kNormalise,
     over<skipDecidedBranches>, kTuning},
    {"rematerialise-at-joins",
     "recomputes values after a branch that both sides compute alike, in place of a phi", kNormalise,
     over<rematerialiseAtJoins>, kTuning},

    // Lower. The CUDA model's masks, polling, printing and memory are expressed on the host. Both engines see the same IR, but
    // for rows of one engine and rows that ask for the number of lanes, which change no bit of a result.
    {"name-callers-in-masks",
     "with RADDLE_LENIENT=1, corrects the masks of lanes that are not in their own mask", kLower,
     over<nameCallersInMasks>},
    {"resolve-ptx-state", "turns the carry flag of inline PTX into a value, and its exit into a return",
     kLower, over<resolvePtxState>},
    {"contract-products", "fuses a * b + c into one operation, the same ones for both engines", kLower,
     over<contractProducts>},
    {"separate-retries", "outlines loops that retry an atomic update, to be called lane by lane", kLower,
     over<separateRetries>, kForWarps | kOptimizing, {},
     // Counted is what lanes do together.
     [](const CompileJob &job) { return !job.input.profile; }},
    {"yield-in-polling-loops", "lets threads yield in loops that wait for other threads", kLower,
     over<yieldInPollingLoops>, kAlways, needs(kThreadsPassed)},
    {"insert-counters", "with RADDLE_PROFILE, counts what blocks, branches and accesses do", kLower,
     over<insertCounters>, kAlways, needs(kThreadsPassed),
     [](const CompileJob &job) { return job.input.profile; }},
    {"place-prints", "tells the runtime where in the program a thread prints (thread engine)", kLower,
     over<placePrints>, kForOneLane},
    {"check-alignment", "checks the alignment of accesses where it is not known", kLower,
     over<checkAlignment>},
    {"check-bounds", "with RADDLE_CHECK=memory, holds accesses against the bounds of their objects", kLower,
     over<checkBounds>, kAlways, needs(kThreadsPassed),
     [](const CompileJob &job) { return job.input.check_memory; }},
    {"relax-block-atomics", "drops the bus lock of atomics that only one block sees", kLower,
     over<relaxBlockAtomics>, kOptional},
    {"lower-shared-memory", "turns shared variables into offsets into the block's shared memory", kLower,
     over<lowerSharedMemory>, kAlways, needs(kThreadsPassed)},
    {"import-globals", "reaches variables and functions outside the object through import slots", kLower,
     over<importGlobals>},
    {"flatten-address-spaces", "turns all pointers into pointers of the host", kLower,
     over<flattenAddressSpaces>, kAlways, gives(kHostPointers)},
    {"skip-special-cases",
     "lets accumulator loops use short forms of maths functions, and repeats them where the result is NaN",
     kLower, over<skipSpecialCases>},
    {"describe-for-debugger",
     "with -g, describes threadIdx and shared variables to debuggers (thread engine)", kLower,
     over<describeForDebugger>, kForOneLane, needs(kThreadsPassed)},
    {"resolve-thread-fields", "turns threadIdx and the like into loads (thread engine)", kLower,
     over<resolveThreadFields>, kForOneLane, needs(kThreadsPassed) + gives(kNoThreadFields)},
    {"resolve-alignment-checks", "turns the checks of alignment into branches (thread engine)", kLower,
     over<resolveAlignmentChecks>, kForOneLane},
    {"guard-accesses-of-threads",
     "leaves out accesses that have failed their check (thread engine)",
     kLower,
     over<guardAccesses>,
     kForOneLane,
     {},
     [](const CompileJob &job) { return job.input.check_memory; }},
    {"resolve-bounds-checks",
     "turns the checks of bounds into branches (thread engine)",
     kLower,
     over<resolveBoundsChecks>,
     kForOneLane,
     {},
     [](const CompileJob &job) { return job.input.check_memory; }},
    {"check-targets", "checks that calls through pointers lead to device functions (thread engine)", kLower,
     over<checkTargets>, kForOneLane},

    // Reshape. For the warp engine, code for one thread gets the shape that makes good vectors.
    {"measure-kernel", "measures the local variables and the stores of one thread", kReshape,
     over<measureKernel>, kForWarps},
    {"note-call-effects", "marks functions and calls that may wait, poll or print", kReshape,
     over<noteCallEffects>, kForWarps},
    {"specialise-extents", "replaces blockDim by constants where all blocks of the class have the same",
     kReshape, over<specialiseExtents>, kForWarps | kOptional},
    {"copy-parameters", "copies structures passed by value that the function changes", kReshape,
     over<copyParameters>, kForWarps},
    {"scalarize", "splits vectors of one thread into scalars, and switches into branches", kReshape,
     over<scalarize>, kForWarps},
    {"legalise-integers", "splits accesses to integers of 3, 5, 6, ... bytes into legal widths", kReshape,
     over<legaliseIntegers>, kForWarps},
    {"disjoint-or-to-add",
     "turns `or` into `add` where the operands are disjoint in each lane, but not in lane 0 for all",
     kReshape, over<disjointOrToAdd>, kForWarps},
    {"normalise-loops",
     "brings functions into the normal form: one return, and loops in LLVM's simplified form", kReshape,
     over<normaliseLoops>, kForWarps, gives(kNormalForm)},
    {"separate-bypassing-lanes", "gives lanes that bypass a waiting operation a path of their own", kReshape,
     over<separateBypassingLanes>, kForWarps, disturbs(kNormalForm)},
    {"separate-exiting-lanes",
     "lets lanes that will not wait any more run to their end before the others wait", kReshape,
     over<separateExitingLanes>, kForWarps, disturbs(kNormalForm)},
    {"separate-blocked-lanes", "lets lanes go on past lanes of their warp that are blocked in a polling loop",
     kReshape, over<separateBlockedLanes>, kForWarps | kOptimizing, needs(kNormalForm)},
    {"choose-engine", "chooses the thread engine for kernels whose lanes have to wait for each other",
     kReshape, over<chooseEngine>, kForWarps, needs(kNormalForm)},
    {"interleave-arrays", "stores elements with the same index of all lanes' local arrays side by side",
     kReshape, over<interleaveArrays>, kForWarps | kOptional, disturbs(kNormalForm)},
    {"separate-full-warp-paths", "gives full warps a copy of short blocks that others run under masks",
     kReshape, over<separateFullWarpPaths>, kTuningWarps, needs(kNormalForm)},
    {"rewrite-pointer-inductions", "rewrites pointer induction variables as a base and a uniform counter",
     kReshape, over<rewritePointerInductions>, kTuningWarps, needs(kNormalForm)},
    {"peel-exchange-loops", "peels the iterations off sorting loops whose exchanges stay within a warp",
     kReshape, over<peelExchangeLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"unroll-exchange-loops",
     "unrolls the stages of exchange loops that stay within a warp, and drops their barriers", kReshape,
     over<unrollExchangeLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"unroll-row-loops", "unrolls loops over a row of each lane's own by the elements of a cache line",
     kReshape, over<unrollRowLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"version-strides", "versions exchanges for the powers of two that their stride may be", kReshape,
     over<versionStrides>, kTuningWarps, disturbs(kNormalForm)},
    {"if-convert-stores", "if-converts stores to shared memory whose old value is known", kReshape,
     over<ifConvertStores>, kTuningWarps, disturbs(kNormalForm)},
    {"version-full-warps", "versions loops for the iterations that all lanes of a warp take part in",
     kReshape, over<versionFullWarps>, kTuningWarps, disturbs(kNormalForm)},
    {"delay-exits", "tests the exits of small divergent loops only every few iterations", kReshape,
     over<delayExits>, kTuningWarps, disturbs(kNormalForm)},
    {"if-convert-loads", "if-converts loads at the borders of tiles, between barriers", kReshape,
     over<ifConvertLoads>, kTuningWarps, disturbs(kNormalForm)},
    {"sink-loads", "makes one load behind two sides of a branch of which each ends in one", kReshape,
     over<sinkLoads>, kTuningWarps, disturbs(kNormalForm)},
    {"version-guarded-loops", "versions guarded code with loops for warps whose lanes all pass the guard",
     kReshape, over<versionGuardedLoops>, kTuningWarps, disturbs(kNormalForm)},
    {"version-guarded-accesses", "versions guarded accesses for warps whose lanes all pass the guard",
     kReshape, over<versionGuardedAccesses>, kTuningWarps, disturbs(kNormalForm)},
    {"fuse-warps",
     "fuses warps: each thread does the work of threads in the next warps too (thread coarsening)", kReshape,
     over<fuseWarps>, kTuningWarps, disturbs(kNormalForm)},
    {"insert-prefetches", "prefetches what later iterations and blocks read", kReshape,
     over<insertPrefetches>, kTuningWarps, needs(kNormalForm)},
    {"note-polls", "notes whether warps poll for other blocks only", kReshape, over<notePolls>, kForWarps,
     needs(kNormalForm)},

    {"guard-accesses", "leaves out accesses that have failed their check", kReshape, over<guardAccesses>,
     kForWarps, needs(kNormalForm), [](const CompileJob &job) { return job.input.check_memory; }},

    // Widen. Values become vectors, and divergence becomes masks.
    {"widen", "turns the code for one thread into vector code for the 32 lanes of a warp", kWiden,
     over<widen>, kForWarps,
     needs(kNormalForm | kThreadsPassed | kHostPointers) + gives(kNoThreadFields) + ends(kNormalForm)},
    {"inline-retries", "inlines outlined loops that retry into the loops over lanes which call them", kWiden,
     over<inlineRetries>, kForWarps},
    {"bind-maths", "binds maths functions to the versions for the machine's instruction set", kWiden,
     over<bindMaths>},

    // Block. The warps of a block get loops, and the runtime gets functions to call.
    {"insert-fission-points",
     "divides the loop over the warps between rows of memory, in loops that stream, and in long dependence "
     "chains",
     kBlock, over<insertFissionPoints>, kTuningWarps, ends(kNoFissionPoints)},
    {"loop-over-warps", "runs the warps of a block in loops between barriers instead of as fibers", kBlock,
     over<loopOverWarps>, kTuningWarps, needs(kNoThreadFields)},
    {"drop-fission-points", "removes the fission points of kernels that got no such loops", kBlock,
     over<dropFissionPoints>, kAlways, gives(kNoFissionPoints)},
    {"promote-variables",
     "turns variables of small kernels into values where a loop over warps will be around them", kBlock,
     over<promoteKernelVariables>, kTuningWarps},
    {"build-entries", "builds the entry points that the runtime calls: a thread, or a whole block", kBlock,
     over<buildEntries>, kAlways,
     needs(kNoThreadFields | kHostPointers | kNoFissionPoints) + gives(kHasEntries) + ends(kThreadsPassed)},
    {"outline-regions", "outlines regions of large kernels as functions", kBlock, over<outlineRegions>,
     kOptional, needs(kHasEntries),
     // Reports need the places of all checks, which outlined code has not.
     [](const CompileJob &job) { return !job.input.check_memory && !job.input.profile; }},
    {"divide-code", "moves outlined regions into modules that are compiled in parallel", kBlock,
     over<divideCode>, kOptional, needs(kHasEntries)},

    // Tune. "simplify" has done all that LLVM can do for one thread, and a second O2 would take twice the time. What is left of
    // it: the kernel is inlined into the entry points, the thread's fields and what widening has written become values, and
    // one round of scalar passes is followed by our loop passes among LLVM's and by the last passes of O2.
    {"inline-kernel", "inlines the kernel into its entry points", kTune, OnModule{"always-inline,globaldce"},
     kOptimizing},
    {"unroll-warp-loop",
     "unrolls the warp loops of blocks with few warps",
     kTune,
     OnFunctions{"loop(loop-unroll-full)"},
     kTuningWarps,
     {},
     where<isWarpLoopUnrolled>},
    {"sroa", "turns stack slots into values", kTune, OnFunctions{"sroa<modify-cfg>"}, kTuning},
    {"early-cse", "removes repeated computations", kTune, OnFunctions{"early-cse<memssa>"}, kTuning},
    {"jump-threading", "threads jumps past branches that an earlier one has decided", kTune,
     OnFunctions{"jump-threading"}, kTuning},
    {"simplify-cfg", "removes empty blocks and needless branches", kTune,
     OnFunctions{"simplifycfg<switch-range-to-icmp>"}, kTuning},
    {"combine", "combines instructions into simpler ones", kTune,
     OnFunctions{"instcombine<no-verify-fixpoint>"}, kTuning},
    {"reassociate", "reorders sums and products so that constants meet", kTune, OnFunctions{"reassociate"},
     kTuning},
    {"hoist", "hoists loop-invariant code, and rotates and unswitches loops for it", kTune,
     OnFunctions{"loop-mssa(loop-rotate,licm<allowspeculation>,simple-loop-unswitch<trivial>)"}, kTuning},
    {"simplify-cfg-of-loops", "removes the empty blocks that this leaves", kTune,
     OnFunctions{"simplifycfg<switch-range-to-icmp>"}, kTuning},
    {"count-loops", "canonicalises induction variables, finds memset and memcpy, deletes empty loops", kTune,
     OnFunctions{"loop(loop-idiom,indvars,loop-deletion)"}, kTuning},
    {"sroa-of-loops", "turns stack slots into values that the loops have kept in memory", kTune,
     OnFunctions{"sroa<modify-cfg>"}, kTuning},
    {"narrow-accesses", "shortens vector accesses of which only a few neighbouring lanes are used", kTune,
     onEach<narrowAccesses>, kTuningWarps},
    {"forward-stores", "forwards stored vectors to later loads", kTune, onEach<forwardStores>, kTuningWarps},
    {"gvn", "removes redundant loads", kTune, OnFunctions{"gvn"}, kTuning},
    {"dse", "removes dead stores", kTune, OnFunctions{"dse"}, kTuning},
    {"merge-sides", "merges code that both sides of a branch have in common", kTune,
     OnFunctions{"simplifycfg<switch-range-to-icmp;hoist-common-insts;sink-common-insts>"}, kTuning},
    {"combine-after-gvn", "combines instructions into simpler ones", kTune,
     OnFunctions{"instcombine<no-verify-fixpoint>"}, kTuning},
    {"vectorize-threads", "lets LLVM vectorise over the threads of a block (thread engine)", kTune,
     OnFunctions{"loop(loop-rotate),loop-vectorize"}, kForOneLane | kTuning},
    {"compose-shuffles", "composes shuffles of shuffles", kTune, onEach<composeShuffles>, kTuningWarps},
    {"sum-before-shuffles",
     "adds vectors as they lie in memory before shuffles pick the lanes' elements out of them", kTune,
     onEach<sumBeforeShuffles>, kTuningWarps},
    {"exchanges-to-min-max", "turns compare-and-exchange stages of sorting networks into minima and maxima",
     kTune, onEach<exchangesToMinMax>, kTuningWarps},
    {"lanes-in-memory-order", "orders the lanes of accumulators as the elements that they add lie in memory",
     kTune, onEach<orderLanesAsMemory, LoopSimplifyPass>, kTuningWarps},
    {"unroll-accumulator-loops", "unrolls accumulator loops by two before they are split", kTune,
     onEach<unrollAccumulatorLoops, LoopSimplifyPass, LCSSAPass>, kTuningWarps},
    {"batch-tiles", "loads several tiles before it accumulates, which makes longer accumulator loops", kTune,
     onEach<batchTiles, LoopSimplifyPass, LCSSAPass>, kTuningWarps},
    {"pipeline-tile-copies", "software-pipelines tile copies: the next tile is copied while this one is used",
     kTune, onEach<pipelineTileCopies, LoopSimplifyPass, LCSSAPass>, kTuningWarps},
    {"split-accumulator-loops", "splits accumulator loops under register pressure (loop fission)", kTune,
     onEach<splitAccumulatorLoops>, kTuningWarps},
    {"interleave-warps", "interleaves two warps whose dependence chains leave the processor waiting", kTune,
     onEach<interleaveWarps>, kTuningWarps},
    {"simplify-cfg-finally", "turns branches into selections and lookup tables", kTune,
     OnFunctions{"simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;"
                 "hoist-common-insts;sink-common-insts>"},
     kTuning},
    {"slp-vectorizer", "vectorises neighbouring scalars (thread engine)", kTune,
     OnFunctions{"slp-vectorizer"}, kForOneLane | kTuning},
    {"vector-combine", "combines vector instructions into cheaper ones", kTune, OnFunctions{"vector-combine"},
     kTuning},
    {"unroll", "unrolls small loops", kTune, OnFunctions{"loop-unroll<O2>"}, kTuning},
    {"sroa-of-unrolled", "turns stack slots into values that only unrolled loops have indexed", kTune,
     OnFunctions{"sroa<preserve-cfg>"}, kTuning},
    {"combine-finally", "combines instructions into simpler ones", kTune,
     OnFunctions{"instcombine<no-verify-fixpoint>"}, kTuning},
    {"share-addresses", "lets rows at constant distances share one address", kTune, onEach<shareAddresses>,
     kTuningWarps},
    {"hoist-finally", "hoists what unrolling has made loop-invariant", kTune,
     OnFunctions{"loop-mssa(licm<allowspeculation>)"}, kTuning},
    {"simplify-instructions", "removes trivial instructions", kTune, OnFunctions{"instsimplify"}, kTuning},
    {"div-rem-pairs", "computes remainders from quotients", kTune, OnFunctions{"div-rem-pairs"}, kTuning},
    {"speculate", "turns cheap branches into selections", kTune,
     OnFunctions{"simplifycfg<speculate-unpredictables>"}, kTuning},
    {"drop-unused-finally", "removes inlined functions, and merges equal constants", kTune,
     OnModule{"globaldce,constmerge"}, kOptimizing},
    {"optimize-nothing", "with -G, runs what LLVM does at O0", kTune, OnModule{"default<O0>"}, kDebugging},

    // Finish. LLVM's optimiser would undo these.
    {"non-temporal-stores", "makes stores non-temporal whose results exceed the caches", kFinish,
     onEach<makeStoresNonTemporal>, kTuningWarps},
    {"batch-blocks", "batches blocks: loads of the next blocks run ahead of a long dependence chain", kFinish,
     over<batchBlocks>, kTuningWarps},
    {"clear-lanes-by-and", "clears lanes of masks by `and` instead of shuffles", kFinish,
     onEach<clearLanesByAnd>},
};

} // namespace

std::span<const Pass> passes() { return kPasses; }

std::string_view nameOf(Phase phase) {
  constexpr std::string_view kNames[] = {"normalise", "lower", "reshape", "widen", "block", "tune", "finish"};
  return kNames[static_cast<unsigned>(phase)];
}

} // namespace raddle::vectorize
