// One function per pass; each contract states what holds before and after, and where it matters why the pass
// stands where it does in pipeline.cpp.
#ifndef RADDLE_VECTORIZE_PASSES_H
#define RADDLE_VECTORIZE_PASSES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: NVVM IR as clang wrote it. After: no integer division can trap or be undefined: x / 0 calls the
/// runtime's warning and yields the GPU's value, INT_MIN / -1 is INT_MIN. First of all, because to LLVM these
/// are undefined and every optimisation may make anything of them.
void guardDivision(llvm::Module &module);

/// After: conversions from floating point to integers have a result for every input, the GPU's. Before
/// everything for the same reason.
void defineConversions(llvm::Module &module);

/// After: a bool that is read from memory is a number of eight bits, and true unless it is zero. While loads of bools can be
/// told from others: clang's are cast to one bit.
void defineBools(llvm::Module &module);

/// After: shifts by any distance are defined, the GPU's way. Same place, same reason.
void defineShifts(llvm::Module &module);

/// After: every defined function has the calling thread (RaddleThread*) as its first parameter, and every
/// call of one, direct or through a pointer, passes it on.
void addThreadParameter(llvm::Module &module, llvm::Function *&kernel);

/// Before: every function has its thread. After: no call of an NVVM intrinsic or device service is left;
/// each became a field load, a runtime call or plain IR by its row in nvvm/intrinsics.def. What has no row
/// is refused by name and place.
void resolveIntrinsics(llvm::Module &module, const llvm::TargetMachine &machine, const Input &input,
                       Report &report);

/// After: functions that can recurse compare their stack with RaddleThread.stack_limit. Before simplify,
/// which otherwise would infer that such functions have no effect and need no thread.
void checkStack(llvm::Module &module, const Input &input);

/// After: nothing compares the stack with a limit where no function recurses any more. Such code runs on a stack of the size that its
/// frames have, for which the comparison, with all variables that there were once, may be too large. After simplify.
void dropStackChecks(llvm::Module &module);

/// After: local variables carry the names that the source gives them (see instrument/locals/local_variables.h). Before inlining, which
/// changes the names of values.
void nameLocals(llvm::Module &module);

/// With RADDLE_CHECK=init. After: each local variable is set to a placeholder where its scope begins (see
/// instrument/initialised/uninitialised.h). Before anything turns variables into values.
void markUninitialised(llvm::Module &module);

/// After: no such placeholder is left; they are zeros. After what looks for them.
void dropUninitialised(llvm::Module &module);

/// After: calls say whether they must be inlined or must not, in the same way for both engines; where they say nothing,
/// LLVM decides.
void chooseInlining(llvm::Module &module, const Input &input, const Report &report);

/// After: no call is left that must be inlined, recursive functions aside, and no function that nobody calls.
void inlineChosen(llvm::Module &module, const llvm::Function *kernel);

/// With RADDLE_CHECK=memory, init or race, for the warp engine. After: loops that access shared memory at the same places in all
/// blocks have a copy that does so without checks (marker::kProven, marker::kProvenPlace), for blocks of launches of which the runtime
/// has found by a dry run that this does no harm. Before the passes that write the checks, while shared variables are distinct objects.
bool dryRunLoops(llvm::Function &kernel, const Input &input);

/// With RADDLE_CHECK=memory. After: accesses that are not known to stay within local variables, constants and arrays within
/// structures are held against their bounds, and those that may be outside of a local variable's scope against that. Before
/// LLVM's passes, to which such accesses need not be made, and after inlining, which shows what is pointed to.
void checkLocals(llvm::Module &module, const Input &input, llvm::TargetMachine &machine);

/// After: the kernel says whether it runs with denormals flushed, and no function asks for it any more. Before
/// everything that inlines.
void flushDenormals(llvm::Module &module, const llvm::Function &kernel, Outputs &outputs);

/// Inlining and scalar simplification, so that the analyses below see loops over values instead of loops
/// over stack slots, and so that what is dead asks for no barrier, variable or shared memory.
void simplify(llvm::Module &module, const llvm::Function *kernel, llvm::TargetMachine &machine,
              SimplifyExtensions &extensions);

/// After: branches whose way is known, and blocks that nobody reaches, are gone. After simplify, whose last passes leave
/// some.
void foldKnownBranches(llvm::Module &module);

/// After: callees receive their thread again where LLVM has seen that they do not use it.
void restoreThreads(llvm::Module &module);

/// Refuses local variables that are larger than a thread's local memory. After simplify, because those that are not needed
/// may be as large as they like.
void limitLocalMemory(const llvm::Module &module, Report &report);

/// After: a thread that takes a branch that decides another one goes past that one. After simplify, which brings both together, and before
/// phis are looked at, of which there are fewer then.
void skipDecidedBranches(llvm::Module &module);

/// After: where the sides of a branch compute an address alike, it is computed after the branch rather than taken from a
/// phi, which has no shape. After simplify, which makes such phis.
void rematerialiseAtJoins(llvm::Module &module);

/// After: products that nvcc would fuse into sums are calls of llvm.fma, and no fast-math flag is left, so that
/// nothing after changes a bit of a result. After simplify, which brings products and sums together.
void contractProducts(llvm::Module &module, const llvm::TargetMachine &machine);

/// After: with RADDLE_LENIENT=1 each mask names its caller; where it did not, that is told, and the lane is alone. After
/// simplify, which shows most masks to be constants.
void nameCallersInMasks(llvm::Module &module, const Input &input);

/// After: the carry flag of inline PTX is a value, and its `exit` a return. After simplify, which inlines the functions
/// between which the flag passes.
void resolvePtxState(llvm::Module &module, const llvm::Function *kernel, Report &report);

/// After, with lanes = 32: loops that try again until no other thread has come in between, and of which at most one value is
/// used after them, are functions marked with marker::kLaneByLane. They are called for one lane after the other, and need no vector form.
void separateRetries(llvm::Module &module, const Report &report);

/// After: loops that wait for other threads call the runtime on their back edge. After simplify, which
/// makes the loop's exit condition visible (see analysis/polling_loops.h).
void yieldInPollingLoops(llvm::Module &module, const Input &input);

/// With RADDLE_CHECK=sync. After: code that polls tells the runtime what it writes by atomic operations and volatile stores.
void noteWrites(llvm::Module &module);

/// After, with lanes = 1: calls that may print have told the runtime their place in the order of the program (see
/// RaddlePlace), by which it puts in order what the lanes of a warp have printed one by one. After all passes that both
/// engines share, so that it is the order in which a warp prints.
void placePrints(llvm::Module &module, const llvm::Function *kernel, const Facts &facts);

/// After: accesses of which it is not known that they are aligned as a GPU wants it are told to the runtime first, and
/// job.outputs.multiples says what was taken for granted. Where variables are still what they were declared as.
void checkAlignment(llvm::Module &module, const llvm::Function *kernel, const Input &input, Outputs &outputs);

/// With RADDLE_CHECK=sync. After: it stands at the calls of warp operations what is to be checked of them, and with lanes = 1
/// the runtime is told. While masks are as the program computes them.
void checkWarpOperations(llvm::Module &module, const Input &input);
/// With RADDLE_CHECK=race, before LLVM's optimisations: they make no load that the program may not come to.
void keepAccesses(llvm::Module &module);

/// With RADDLE_CHECK=race. After: accesses that others may see, and what orders them, are told to the runtime. While shared
/// variables are distinct objects. `kernel`: of that it is known which arrays its threads write.
void checkRaces(llvm::Module &module, const llvm::Function *kernel);

/// After: what checkRaces has written are calls of the runtime; with lanes = 32 only in functions that are called for one
/// lane after the other.
void resolveRaceChecks(llvm::Module &module, const Input &input);

/// With RADDLE_CHECK=memory. After: accesses that are not known to stay within their object are held against its bounds.
/// While shared variables are distinct objects.
void checkBounds(llvm::Module &module, const Input &input);

/// With RADDLE_CHECK=init. After: what is not initialised is known of each value that comes from memory, and told where it
/// matters. While shared variables are distinct objects, and after check-bounds, for which the shadow is no access.
void checkInitialised(llvm::Module &module);
/// With RADDLE_TRACE. After: local variables and branches of functions in headers are marked (see instrument/trace/headers.h).
/// Before inlining.
void markHeaders(llvm::Module &module);

/// With RADDLE_TRACE. After: code tells the runtime its steps, with the values of variables, addresses and operands. Before LLVM's
/// passes, which remove statements and variables, and after inlining.
void insertTrace(llvm::Module &module, const llvm::Function *kernel);

/// With RADDLE_PROFILE. After: copies of structures that are aligned as vectors are loads and stores of vectors, which LLVM's passes
/// leave whole where they would divide a copy into its elements. Before they run, and after inlining.
void keepVectorCopies(llvm::Module &module);
/// With RADDLE_PROFILE. After: copies and fills are the loads and stores that a GPU makes of them.
void expandCopies(llvm::Module &module);
/// With RADDLE_PROFILE. After: accesses to neighbouring elements are one, where they are aligned as a vector of up to 16 bytes, and of
/// vectors that are loaded only the elements that are used.
void joinAccesses(llvm::Module &module);

/// With RADDLE_PROFILE. After: code counts how often its blocks run, how its branches are taken and what its accesses touch, for the
/// table of counters that it gives to the runtime. After all that both engines do alike, while variables say where they lie.
void insertCounters(llvm::Module &module, const llvm::Function *kernel, const Input &input);

/// After: atomics that only the threads of one block can see (shared memory, *_block) are plain memory
/// operations: those threads run on one OS thread and switch only at calls. With lanes = 32 they are
/// marked with the metadata marker::kBlockAtomic instead.
void relaxBlockAtomics(llvm::Module &module, const Input &input);

/// After: no variable in address space 3 is left; each is an offset from RaddleBlock.shared. Last of the
/// passes that profit from shared variables being distinct objects.
void lowerSharedMemory(llvm::Module &module, const llvm::Function *kernel, Facts &facts, Outputs &outputs,
                       Report &report);

/// After: variables that the host or another kernel can see, and functions whose address is taken, are
/// reached through import slots. Constants without addresses in them stay in the object.
void importGlobals(llvm::Module &module, Outputs &outputs);

/// After: only address space 0 exists.
void flattenAddressSpaces(llvm::Module &module);

/// After: maths functions of which the device library has two forms have one. With lanes = 32 that is the shorter one in
/// loops that can be run again. After simplify, which brings loops and functions together.
void skipSpecialCases(llvm::Module &module, const Input &input, const Outputs &outputs, const Report &report);

/// With lanes = 1, for code compiled with -g. After: debug information says where threadIdx, blockIdx, blockDim, gridDim
/// and the shared variables of each function are. After inlining, so that inlined functions have them too.
void describeForDebugger(llvm::Module &module, const Facts &facts);

/// With lanes = 1. Before: a thread's fields are calls without effect (see fields.h). After: they are loads.
void resolveThreadFields(llvm::Module &module);

/// After: accesses that fail what checkBounds asks are not made. After all that wants them in one block with others.
void guardAccesses(llvm::Module &module, const Input &input);

/// With lanes = 1. After: what checkBounds asks is a branch.
void resolveBoundsChecks(llvm::Module &module);

/// With lanes = 1. After: what checkInitialised asks is a branch.
void resolveInitialisedChecks(llvm::Module &module);

/// With lanes = 1. After: what checkAlignment tells is a branch.
void resolveAlignmentChecks(llvm::Module &module);

/// With lanes = 1. After: calls through pointers are told to the runtime first, which ends the launch where they do not lead
/// to device functions. With lanes = 32, widen sees to that.
void checkTargets(llvm::Module &module);

/// With lanes = 32. After: job.outputs.local_bytes and job.facts.stored_words are known, which are numbers of one thread.
void measureKernel(const llvm::Module &module, const llvm::Function &kernel, Facts &facts, Outputs &outputs);

/// With lanes = 32. After: functions and calls have the attributes that answer the questions in reshape/lanes/call_effects.h.
void noteCallEffects(llvm::Function &kernel);

/// With lanes = 32, in normal form. After: job.report.thread_engine_reason says why the kernel cannot run 32 lanes at once, if so.
void chooseEngine(llvm::Function &kernel, const Input &input, Report &report);

/// With lanes = 32. Before: host IR for one thread, in normal form. After: the kernel runs a full warp, or
/// job.report.thread_engine_reason says why it cannot.
void widen(llvm::Module &module, llvm::Function *&kernel, const Input &input,
           const llvm::TargetMachine &machine, Outputs &outputs, Report &report);

/// With lanes = 32. After: functions that separateRetries has outlined are inlined again. After widen, which calls them in loops
/// over the lanes.
bool inlineRetries(llvm::Module &module);

/// With lanes = 32. After: of vectors of which something uses few lanes, as of a sum that one lane stores, only those are computed,
/// in shorter vectors. Before the loops over warps, which keep less then. Changes no bit of what is used.
bool narrowToUsedLanes(llvm::Function &kernel, llvm::TargetMachine &machine);

/// With lanes = 32, for kernels that wait at barriers only, and whose warps all come to the same ones. After: the kernel
/// runs all warps of a block, each part between two barriers as a loop over the warps, and waits for nothing. After
/// widen, because what a warp keeps across a barrier are vectors.
bool loopOverWarps(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine, Facts &facts,
                   const Report &report);

/// After: SLEEF's functions have the names of the versions for this machine's instruction set, and minima and maxima
/// know that -0 is less than +0, as a GPU's do. After widen, which
/// goes by the names that the device library uses.
void bindMaths(llvm::Module &module, const llvm::TargetMachine &machine);

/// After: the object's entry points exist: a function that runs one thread and, for kernels that cannot wait,
/// a loop over all threads of a block. Fills the launch facts of the job. Beyond this point the kernel's
/// own signature no longer matters.
void buildEntries(llvm::Function &kernel, const Input &input, const Facts &facts, Outputs &outputs);

/// After: of a large kernel that loops over its warps, neighbouring regions are functions, for parts of their own.
bool outlineRegions(llvm::Function *&kernel, const Input &input, llvm::TargetMachine &machine,
                    const Facts &facts, const Outputs &outputs);

/// After: where there are such functions, the code lies in job.parts, in modules that can be compiled at the same time
/// (see code_parts.h).
bool divideCode(llvm::Module &module, llvm::TargetMachine &machine, CodeParts &parts);

} // namespace raddle::vectorize

#endif
