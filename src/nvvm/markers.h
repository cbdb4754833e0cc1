// What passes leave in the IR for each other: the one list of our attributes, metadata, placeholder functions and names.
// Each says what carries it, which pass or file writes it, and which reads it. Passes on their own, as
// tests run them, find in a marker all that they know of the passes before them.
#ifndef RADDLE_NVVM_MARKERS_H
#define RADDLE_NVVM_MARKERS_H

#include <llvm/ADT/StringRef.h>

namespace raddle::marker {

using llvm::StringLiteral;

// ---- annotations, which our headers write into the source (include/crt/host_defines.h), and a section's name

/// A variable: __managed__. Read by variable_images.
inline constexpr StringLiteral kManaged = "raddle.managed";
/// A parameter: __grid_constant__. Read by grid_constants, which makes an attribute of it.
inline constexpr StringLiteral kGridConstantAnnotation = "raddle.grid_constant";
/// A kernel: __cluster_dims__, __maxnreg__, -maxrregcount. Read by kernel_annotations, which makes attributes of them.
inline constexpr StringLiteral kClusterDimensionsAnnotation = "raddle.cluster_dims";
inline constexpr StringLiteral kMaxRegistersAnnotation = "raddle.maxnreg";
inline constexpr StringLiteral kMaxRegistersOfFileAnnotation = "raddle.maxrregcount";
/// The section of external variables that are dynamic shared memory, though they are not declared in it. Read by
/// declared_shared and raddlecc.
inline constexpr StringLiteral kDynamicSharedSection = "raddle.dynamic_shared";

// ---- attributes of variables

/// A texture or surface reference of PTX. declarations -> texture_instructions, both of ptx
inline constexpr StringLiteral kReference = "raddle-reference";

/// A constant whose address code may keep, pass on or compare: the module's copy of it is for all kernels.
/// load_module -> variable_images, import-globals
inline constexpr StringLiteral kAddressMatters = "raddle-address-matters";

// ---- attributes of functions

/// A kernel: "x,y,z", its clusters in blocks; x is 0 when the launch has to say. kernel_annotations -> build-entries
inline constexpr StringLiteral kClusterDimensions = "raddle-cluster-dimensions";
/// A kernel: the numbers of __maxnreg__ and -maxrregcount. kernel_annotations -> kernel_bounds
inline constexpr StringLiteral kMaxRegisters = "raddle-max-registers";
inline constexpr StringLiteral kMaxRegistersOfFile = "raddle-max-registers-of-file";
/// Compiled together with a kernel that may call it through a pointer. jit/compiler/compile -> analysis/address_taken
inline constexpr StringLiteral kIndirectTarget = "raddle-indirect-target";
/// Called for one lane after the other; has no form for a warp. separate-retries -> the pass widen
inline constexpr StringLiteral kLaneByLane = "raddle-lane-by-lane";
/// Its loops read so many rows of a tile, or of several tiles, that addresses had better share registers.
/// pipeline-tile-copies, batch-tiles -> share-addresses
inline constexpr StringLiteral kReadsManyRows = "raddle.reads.many.rows";
inline constexpr StringLiteral kReadsManyTiles = "raddle.reads.many.tiles";
/// Does an iteration of a loop that copies tiles; metadata of its calls too, with the argument that is its state and how many
/// lines an iteration of a loop around it prefetches. Writes to no memory that the computation reads.
/// tune/tiles/copies/copy_iterations -> all that tune loops over tiles, and non-temporal-stores
inline constexpr StringLiteral kCopyIteration = "raddle.copy.iteration";
/// The number, from 1, of the part of the code that the function belongs to. outline-regions -> divide-code, non-temporal-stores
inline constexpr StringLiteral kPartOfCode = "raddle-part";
/// LLVM's own, of functions and calls: all registers of an x86-64 processor stay as they are, those of vectors included.
/// resolve-intrinsics, widen -> non-temporal-stores, LLVM
inline constexpr StringLiteral kKeepsRegisters = "no_caller_saved_registers";

/// A warp operation: what is to be checked of it (vectorize/instrument/synchronisation/warp_checks.h). check-warp-operations -> the pass widen
inline constexpr StringLiteral kChecksOfOperation = "raddle-checks";

/// A call of raddle_activemask, whose lanes become a group: it is right whoever they are. resolve-intrinsics -> check-warp-operations
inline constexpr StringLiteral kMakesGroup = "raddle-makes-group";
/// A shuffle by PTX itself, whose last operand is none that a width makes, and may be any. ptx -> check-warp-operations
inline constexpr StringLiteral kHasAnySegments = "raddle-has-any-segments";

// ---- attributes of functions and calls: what a call can lead to (reshape/lanes/call_effects writes and reads them)

inline constexpr StringLiteral kWaits = "raddle-waits";
inline constexpr StringLiteral kWaitsForOtherWarps = "raddle-waits-for-other-warps";
inline constexpr StringLiteral kPolls = "raddle-polls";
inline constexpr StringLiteral kPrints = "raddle-prints";
inline constexpr StringLiteral kNamesAllLanes = "raddle-names-all-lanes";
/// A call by which a polling loop yields: what the loop waits for, as the kind's number and values: "1,0,-1".
/// yield-in-polling-loops -> all that ask reshape/lanes/call_effects (poll_marks.h)
inline constexpr StringLiteral kAwaits = "raddle-awaits";

// ---- attributes of parameters

/// __grid_constant__: all threads may use one and the same. grid_constants -> build-entries
inline constexpr StringLiteral kGridConstant = "raddle-grid-constant";
/// The mask of warp operations; at calls too. reshape/lanes/call_effects
inline constexpr StringLiteral kIsMask = "raddle-is-mask";
/// A parameter of a part of the code: the block, and what leads to memory that the kernel only writes.
/// outline-regions -> non-temporal-stores
inline constexpr StringLiteral kBlockOfPart = "raddle-block";
inline constexpr StringLiteral kWrittenByPart = "raddle-written";

// ---- metadata

/// An atomic access: only the threads of one block see what it touches. relax-block-atomics -> widen/emit/atomics
inline constexpr StringLiteral kBlockAtomic = "raddle.block";
/// A local array: the bytes from a lane's element to the next lane's (i64). interleave-arrays -> analysis/lane_shapes
inline constexpr StringLiteral kRowWidth = "raddle.row.width";
/// A local variable, or the address of a member: its name in the source. name-locals -> what reports about it
/// (vectorize/instrument/locals/local_variables.h)
inline constexpr StringLiteral kNameInSource = "raddle.name";
/// A load: the same node for all copies of one load in an unrolled loop over a row. reshape/loops/unroll_row_loops
inline constexpr StringLiteral kUnrolledLoad = "raddle.unrolled.load";
/// A variable with elements of all lanes that one operation writes and reads again, so that one serves all warps. widen ->
/// loop-over-warps, read-in-place
inline constexpr StringLiteral kScratch = "raddle.scratch";
/// A barrier: how many neighbouring warps have to be fused where it is not needed (i32). reshape/loops/drop_barriers
inline constexpr StringLiteral kNeedlessIfFused = "raddle.needless.if.fused";
/// A barrier of a stage of an exchange loop that has been unrolled. reshape/loops/unroll_exchange_loops
inline constexpr StringLiteral kUnrolledStage = "raddle.unrolled.stage";
/// A barrier that no thread of the program waits at. insert-fission-points -> loop-over-warps, drop-fission-points
inline constexpr StringLiteral kFissionPoint = "raddle.fission.point";
/// A loop, in !llvm.loop: it runs over the warps of a block, in any order. build-entries -> interleave-warps
inline constexpr StringLiteral kLoopOverWarps = "raddle.loop.over.warps";
/// A store that only describes the warp which runs, as each does when it begins. block/warp_cursor -> leave-idle-loops
inline constexpr StringLiteral kRunningWarp = "raddle.running.warp";
/// A loop's branch back: how often it runs at most (i32). batch-tiles -> the passes of accumulator loops
inline constexpr StringLiteral kMostIterations = "raddle.most.iterations";
/// A call that does all moves which copy iterations have deferred. Like an iteration's, it writes to no memory that the
/// computation reads. tune/tiles/copies/move_functions -> batch-tiles and the passes of accumulator loops
inline constexpr StringLiteral kDeferredMoves = "raddle.deferred.moves";
/// An access to the shadow of memory, which is no access of the program. check-initialised
inline constexpr StringLiteral kShadow = "raddle.shadow";

/// An access, or a barrier, of which the checker is not told: a dry run shows that it does no harm. dry-run-loops -> check-bounds,
/// check-initialised, check-races
inline constexpr StringLiteral kProven = "raddle.proven";

/// The same, but what the access reads or writes may never have been set. dry-run-loops -> check-bounds, check-races
inline constexpr StringLiteral kProvenPlace = "raddle.proven.place";

/// A check of bounds, and the loads and stores that are left out in the lanes whose check fails: one node for all of them.
/// guard-accesses -> widen
inline constexpr StringLiteral kGuard = "raddle.guard";

/// A local variable or a branch: of a function in a header of CUDA. mark-headers -> insert-trace
inline constexpr StringLiteral kOfHeader = "raddle.of.header";

/// Named metadata of a module that was PTX as text. ptx/module -> jit/compiler/load
inline constexpr StringLiteral kFromPtx = "raddle.from.ptx";

// ---- functions without a body, whose calls stand for what a later pass writes; see also the placeholders in
// ---- abi/runtime_functions.def, which lanes and warps treat as functions of the runtime

/// raddle.thread.<offset>(): a field of RaddleThread. fields.h -> analysis/lane_shapes, resolve-thread-fields, widen
inline constexpr StringLiteral kThreadField = "raddle.thread.";
/// float or double (x): the processor's estimate of 1 / sqrt(x). resolve-intrinsics -> root_estimate
inline constexpr StringLiteral kRootEstimate[] = {"raddle.root.estimate.f32", "raddle.root.estimate.f64"};
/// float or double (short, full): two forms of a value, of which the first will do where it is not NaN.
/// resolve-intrinsics -> skip-special-cases
inline constexpr StringLiteral kUnlessNan[] = {"raddle.unless.nan.f32", "raddle.unless.nan.f64"};
/// Operations of a whole warp on matrices (vectorize/normalise/matrix_operations.h).
inline constexpr StringLiteral kMatrixOperation = "raddle.matrix.";
/// {float, float, float, float} (...): a step of a product of matrices, with its operands' format after the name.
/// resolve-intrinsics -> prepare-matrix-products
inline constexpr StringLiteral kMatrixStep = "raddle.matrix.step.";
/// i32 (i32): the same register of the transposed matrix. i32 (i32, i32 m): where the row of matrix m that this lane has a part of
/// lies in shared memory. resolve-intrinsics -> widen
inline constexpr StringLiteral kMatrixMoved = "raddle.matrix.moved", kMatrixRow = "raddle.matrix.row";
/// What a step consists of. prepare-matrix-products -> widen
inline constexpr StringLiteral kMatrixRows = "raddle.matrix.rows.",
                               kMatrixColumns = "raddle.matrix.columns.",
                               kMatrixProduct = "raddle.matrix.product.",
                               kMatrixTransposed = "raddle.matrix.transposed",
                               kMatrixFragment = "raddle.matrix.fragment";
/// void (): convergent, without effect. Lanes that print reconverge there. keep-reconvergence-of-prints -> release-reconvergence
inline constexpr StringLiteral kReconvergence = "raddle.reconvergence";
/// T (ptr name, i32 number): what the local variable of that name holds while nothing has been stored into it; speculatable and
/// without effect. mark-uninitialised -> the detector of uninitialised values, drop-uninitialised
/// (vectorize/instrument/initialised/uninitialised.h)
inline constexpr StringLiteral kUninitialised = "raddle.uninitialised.";
/// i1 (): never true, as LLVM cannot know: the edge that makes what returns from a loop a part of it.
/// reshape/lanes/exiting_lanes -> widen
inline constexpr StringLiteral kReturn = "raddle.return";
/// void (ptr): something points to that local variable, which stays one. Only within check-locals.
inline constexpr StringLiteral kPointsTo = "raddle.points.to";
/// i1 (i1): whether all 32 lanes are active, and the condition holds for each. version-full-warps -> widen
inline constexpr StringLiteral kFullWarp = "raddle.full.warp";
/// i32 (): the sum that a barrier gives; a tile's phase; and where the phase changes. loop-over-warps
inline constexpr StringLiteral kSum = "raddle.sum";
inline constexpr StringLiteral kPhase = "raddle.phase";
inline constexpr StringLiteral kNextPhase = "raddle.next.phase";

// ---- names of variables and functions in objects

/// Zeros that lanes load which are not to load. if-convert-loads
inline constexpr StringLiteral kZeros = "raddle.zeros";
/// A slot that the runtime fills, with a number after the name. import-globals
inline constexpr StringLiteral kImportSlot = "raddle.slot.";
/// What the object's counters mean. insert-counters -> import-globals
inline constexpr StringLiteral kCounterTable = "raddle.counters";
inline constexpr StringLiteral kCounterText = "raddle.counters.text";
/// What the steps of a traced object are. insert-trace -> import-globals
inline constexpr StringLiteral kTraceTable = "raddle.trace";
inline constexpr StringLiteral kTraceText = "raddle.trace.text";
/// A RaddleRaceSite. check-races
inline constexpr StringLiteral kRaceSite = "raddle.race.site";
/// A shuffle's RaddleShufflePlace. widen
inline constexpr StringLiteral kShufflePlace = "raddle.place";
/// What had no name before its module was divided. divide-code
inline constexpr StringLiteral kUnnamed = "raddle.unnamed";
/// Both entries, as debuggers and reports call them. build-entries -> diagnostics/written_stack
inline constexpr StringLiteral kEntry = "raddle_entry";
/// The RaddleObject of an object, and the module that it is written in. jit/compiler/descriptor -> the loader
inline constexpr StringLiteral kObject = "raddle_object";
inline constexpr StringLiteral kDescriptor = "raddle.descriptor";

} // namespace raddle::marker

#endif
