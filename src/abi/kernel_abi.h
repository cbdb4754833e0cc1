// The contract between compiled kernels and the runtime that runs them.
//
// Plain C, included by the kernel compiler (which emits code against it), by the runtime (which
// implements it) and by the device library. Everything a compiled kernel may touch is declared
// here, and nothing else. A change of any layout or signature below bumps kRaddleKernelAbi, which
// is part of every cache key.
//
// The hidden parameter. Every device function gets one extra first parameter, the calling thread's
// RaddleThread*. So `__device__ int f(int)` becomes `i32 f(ptr thread, i32)`, an indirect call passes
// the caller's thread on, and no thread-local storage is needed.

#ifndef RADDLE_ABI_KERNEL_ABI_H
#define RADDLE_ABI_KERNEL_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  kRaddleKernelAbi = 13,
  kRaddleWarpSize = 32,
  kRaddleFramesBytes = 144 * 1024,
  kRaddleSharedAlign = 128
};

typedef struct RaddleDim3 {
  uint32_t x, y, z;
} RaddleDim3;

// What all threads of one block share. The fields above the line are read by generated code, as
// invariant loads; the runtime appends its own fields after them.
typedef struct RaddleBlock {
  RaddleDim3 block_idx;          // offset  0: blockIdx
  RaddleDim3 block_dim;          // offset 12: blockDim, in threads
  RaddleDim3 grid_dim;           // offset 24: gridDim, in blocks
  uint32_t dynamic_shared_bytes; // offset 36: size of the launch's dynamic shared memory
  unsigned char *shared; // offset 40: static shared memory, then dynamic; see RaddleKernel.shared_align
  uint64_t grid_id;      // offset 48: %gridid, counts launches of the process
  // Thread block clusters. Without a cluster launch each block is a cluster of its own.
  RaddleDim3 cluster_dim;      // offset  56: of a cluster, in blocks
  RaddleDim3 cluster_block;    // offset  68: index of this block in its cluster
  RaddleDim3 grid_clusters;    // offset  80: of the grid, in clusters
  RaddleDim3 cluster_idx;      // offset  92: index of this block's cluster in the grid
  uint32_t cluster_block_rank; // offset 104: cluster_block as one number, x fastest
  uint32_t cluster_size;       // offset 108: blocks in a cluster
  uint32_t explicit_cluster;   // offset 112: 1 when the launch asked for clusters
  uint32_t cooperative;  // offset 116: 1 when the launch is cooperative, so that the grid may synchronise
  uint32_t running_warp; // offset 120: which one block_entry is at, with 32 lanes. Written by generated code
  uint32_t
      stream_words; // offset 124: launches write more than the caches hold from so many words a thread on
  // offset 128: the frame that batch_entry has left for the next run of block_entry, which moves it on; or null
  unsigned char *next_frame;
  unsigned char *dynamic_shared; // offset 136: where that part of `shared` begins
} RaddleBlock;

// Where a thread stands that is about to print, or to call a function that may: numbers that go up in the order of the
// program, and with each iteration of a loop. Those of the calls that it is in come first. So a thread's next place is
// the greater one, and what two lanes print in one order on a GPU, where they run together, they print in this one.
typedef struct RaddlePlace {
  const struct RaddlePlace *outer; // offset  0: of the call that the function is in; null in a kernel
  uint32_t count;                  // offset  8
  uint32_t numbers[1];             // offset 12: so many
} RaddlePlace;

// What one thread (lane) is. Same division: generated code reads only these fields.
typedef struct RaddleThread {
  RaddleDim3 thread_idx; // offset  0: threadIdx
  uint32_t lane;         // offset 12: lane within the warp, 0..31
  RaddleBlock *block;    // offset 16
  uintptr_t stack_limit; // offset 24: lowest address this thread's stack may reach
  uint32_t warp;         // offset 32: warp within the block
  uint32_t lanes_here; // offset 36: of the warp, at the wait that it is in; 0: all. Written by generated code
  const RaddlePlace
      *place; // offset 40: of the call that is being made, with one lane. Written by generated code
} RaddleThread;

// ---------------------------------------------------------------------------------------------
// What a loaded object offers. Each shared object that the kernel compiler writes exports exactly
// one symbol, `raddle_object`, of type RaddleObject.
// ---------------------------------------------------------------------------------------------

// An address that the runtime fills in after loading, before the first launch: a __device__ or
// __constant__ variable of this device, or a device function whose address is taken.
typedef struct RaddleImport {
  const char *name; // name within the module, see RaddleVariable.name
  void **slot;
} RaddleImport;

// Such names, followed by a kernel's, are those of addresses that stand for kernels in device code.
#define RADDLE_KERNEL_ADDRESS "raddle.kernel."

// A pointer inside a variable's initial image: image[offset..offset+8) = address of `target` + addend.
typedef struct RaddleRelocation {
  uint64_t offset;
  const char *target;
  int64_t addend;
} RaddleRelocation;

enum RaddleVariableFlags { kRaddleVariableConstant = 1, kRaddleVariableManaged = 2 };

// A module-scope variable: storage is allocated by the runtime, once per device.
typedef struct RaddleVariable {
  const char *name; // mangled; internal ones carry the suffix "@<index of the translation unit>"
  uint64_t size;    // bytes
  uint64_t align;   // bytes, a power of two
  uint32_t flags;   // RaddleVariableFlags
  uint32_t relocation_count;
  const void *image; // `size` bytes, or null for all zero
  const RaddleRelocation *relocations;
} RaddleVariable;

// A device function whose address is taken somewhere in the module.
typedef struct RaddleFunction {
  const char *name;
  void *address;
} RaddleFunction;

typedef struct RaddleParameter {
  uint32_t offset; // bytes into the parameter buffer
  uint32_t size;   // bytes
} RaddleParameter;

// An integer or a pointer among the parameters that is a multiple of a power of two.
typedef struct RaddleMultiple {
  uint32_t offset; // bytes into the parameter buffer
  uint32_t factor; // of 2 to 64
} RaddleMultiple;

enum RaddleKernelFlags {
  kRaddleKernelNeedsFibers = 1, // may wait or yield: block_entry is null, thread_entry is set
  kRaddleKernelRecurses = 2,    // has recursion or indirect calls: stack use is not bounded
  kRaddleKernelPrints = 8,
  kRaddleKernelNeedsCluster = 16,     // __cluster_dims__() without numbers: the launch must give them
  kRaddleKernelFlushesDenormals = 32, // -ftz=true: runs with the processor's mode for that
  kRaddleKernelWaitsForBlocks = 64    // polls memory that other blocks may have to write
};

typedef struct RaddleKernel {
  const char *name;        // mangled, as __cudaRegisterFunction gives it
  const char *source_file; // where the kernel is defined, or ""
  uint32_t source_line;    // 0 when unknown
  uint32_t flags;          // RaddleKernelFlags
  uint32_t parameter_count;
  uint32_t parameter_bytes; // size of the packed parameter buffer; it is 16-byte aligned
  const RaddleParameter *parameters;
  uint32_t static_shared_bytes;     // dynamic shared memory starts at the next multiple of kRaddleSharedAlign and shared_align
  uint32_t max_threads_per_block;   // from __launch_bounds__, 0 when absent
  uint32_t min_blocks_per_sm;       // from __launch_bounds__, 0 when absent
  uint32_t max_registers;           // per thread, from __maxnreg__ or -maxrregcount, 0 when absent
  uint32_t stack_bytes;             // bound on the stack of one thread without recursion
  uint32_t local_bytes;             // bytes of local arrays of one thread (cudaFuncAttributes)
  uint32_t constant_bytes;          // bytes of __constant__ variables it can reach
  RaddleDim3 cluster_dim;           // from __cluster_dims__, in blocks; x is 0 when absent
  uint32_t lanes;                   // that thread_entry runs at once: 1, or 32 for each of its warps
  const char *thread_engine_reason; // why `lanes` is 1 although 32 were asked for, or null
  // Runs one thread, or the warps that begin with it; may be suspended and resumed by the runtime functions
  // below. Null where `lanes` is not 1 and there is a block_entry.
  void (*thread_entry)(RaddleThread *thread, const void *parameters);
  // Runs all threads of a block in a plain loop; null when kRaddleKernelNeedsFibers.
  void (*block_entry)(RaddleBlock *block, const void *parameters);
  // Null, or runs the first iterations of a loop over the grid for a batch of up to `blocks` blocks that follow each
  // other along x, from `block` on. Returns how many they are: if block_entry runs these next, in this order, it goes
  // on from `frames` (kRaddleFramesBytes bytes, at a multiple of 64), to which RaddleBlock.next_frame points when the
  // first of them begins. Zero where it does not pay; then nothing has been done.
  uint32_t (*batch_entry)(RaddleBlock *block, const void *parameters, void *frames, uint32_t blocks);
  uint32_t batch_threads; // the frames have room for so many threads, a power of two
  // The alignment of RaddleBlock.shared: kRaddleSharedAlign, or more where a variable asks for it, or less where there is dynamic
  // shared memory and all of it together is smaller than that, so that it ends where the launch says.
  uint32_t shared_align;
  // What the code takes for granted of the parameters' bits. Where a launch's are others, it must be compiled for
  // BlockClass::unaligned.
  uint32_t multiple_count;
  const RaddleMultiple *multiples;
} RaddleKernel;

typedef struct RaddleObject {
  uint32_t abi;         // kRaddleKernelAbi
  uint32_t lanes;       // as in RaddleKernel; 0 for a module object
  const char *build_id; // of the compiler that wrote it
  uint32_t import_count;
  uint32_t variable_count; // module objects only
  uint32_t function_count; // module objects only
  uint32_t kernel_count;   // kernel objects: 1
  const RaddleImport *imports;
  const RaddleVariable *variables;
  const RaddleFunction *functions;
  const RaddleKernel *kernels;
} RaddleObject;

// ---------------------------------------------------------------------------------------------
// What generated code calls. All are exported by libraddle.so. `thread` is always the caller.
// A wrong use (a lane outside its own mask, lanes of one mask at different intrinsics, a wait that
// nobody can end) ends the launch with a diagnostic; these functions then do not return.
// abi/runtime_functions.def says what passes have to know of them. On x86-64 those that it marks ByJump can be entered by
// a jump, under their name with _by_jump added: see runtime/calls/waiting_function.h.
// ---------------------------------------------------------------------------------------------

// Block barriers; all may be mixed on the one hardware barrier 0.
void raddle_syncthreads(RaddleThread *thread);
int32_t raddle_syncthreads_count(RaddleThread *thread, int32_t predicate);
int32_t raddle_syncthreads_and(RaddleThread *thread, int32_t predicate);
int32_t raddle_syncthreads_or(RaddleThread *thread, int32_t predicate);

// Named barrier `id` (0..15) for `threads` threads (bar.sync id, count; bar.arrive id, count).
void raddle_barrier_sync(RaddleThread *thread, uint32_t id, uint32_t threads);
void raddle_barrier_arrive(RaddleThread *thread, uint32_t id, uint32_t threads);
// As raddle_barrier_sync. Returns the sum of the `votes` of all that waited: how many lanes of the caller are
// in favour.
uint32_t raddle_barrier_count(RaddleThread *thread, uint32_t id, uint32_t threads, uint32_t votes);

// The barrier of a tile of `threads` threads (64 to 512) of the block. The tiles of a block of 32 warps form
// a binary tree, numbered from 1 with the children of i at 2i and 2i + 1; this is `tile` of it. phase: 0 or
// 1, and the other after each barrier.
void raddle_barrier_tile(RaddleThread *thread, uint32_t tile, uint32_t threads);
uint32_t raddle_tile_phase(RaddleThread *thread, uint32_t tile);

// Warp rendezvous. `mask` names the participating lanes.
void raddle_syncwarp(RaddleThread *thread, uint32_t mask);
uint32_t raddle_activemask(RaddleThread *thread);
int32_t raddle_vote_all(RaddleThread *thread, uint32_t mask, int32_t predicate);
int32_t raddle_vote_any(RaddleThread *thread, uint32_t mask, int32_t predicate);
int32_t raddle_vote_uni(RaddleThread *thread, uint32_t mask, int32_t predicate);
uint32_t raddle_vote_ballot(RaddleThread *thread, uint32_t mask, int32_t predicate);
uint32_t raddle_match_any_32(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_match_any_64(RaddleThread *thread, uint32_t mask, uint64_t value);
// Returns `mask` and stores 1 when all lanes hold the same value, else returns 0 and stores 0.
uint32_t raddle_match_all_32(RaddleThread *thread, uint32_t mask, uint32_t value, int32_t *predicate);
uint32_t raddle_match_all_64(RaddleThread *thread, uint32_t mask, uint64_t value, int32_t *predicate);

// PTX shfl.sync: `source` is operand b, `clamp` is operand c (clamp | segment mask << 8).
// A source lane outside the segment yields the caller's own value, one that does not take part zero.
uint32_t raddle_shfl_up(RaddleThread *thread, uint32_t mask, uint32_t value, uint32_t source, uint32_t clamp);
uint32_t raddle_shfl_down(RaddleThread *thread, uint32_t mask, uint32_t value, uint32_t source,
                          uint32_t clamp);
uint32_t raddle_shfl_bfly(RaddleThread *thread, uint32_t mask, uint32_t value, uint32_t source,
                          uint32_t clamp);
uint32_t raddle_shfl_idx(RaddleThread *thread, uint32_t mask, uint32_t value, uint32_t source,
                         uint32_t clamp);

uint32_t raddle_redux_add(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_umin(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_umax(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_min(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_max(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_and(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_or(RaddleThread *thread, uint32_t mask, uint32_t value);
uint32_t raddle_redux_xor(RaddleThread *thread, uint32_t mask, uint32_t value);

// The barrier of all blocks of a cooperative launch. arrive() returns a token that wait() takes; every thread
// of the grid takes part in each phase, and waits for one before it arrives at the next. In a launch that is
// not cooperative they end the launch.
void raddle_grid_sync(RaddleThread *thread);
uint32_t raddle_grid_barrier_arrive(RaddleThread *thread);
void raddle_grid_barrier_wait(RaddleThread *thread, uint32_t token);

// The barrier of all threads of a cluster that have not exited; each arrive() is followed by a wait().
void raddle_cluster_arrive(RaddleThread *thread);
void raddle_cluster_wait(RaddleThread *thread);
// Where the shared variable that `pointer` names lies in block `rank` of the cluster.
void *raddle_cluster_map_shared(RaddleThread *thread, void *pointer, uint32_t rank);
// The rank of the block whose shared memory `pointer` lies in.
uint32_t raddle_cluster_shared_rank(RaddleThread *thread, const void *pointer);

// Which address space a generic pointer points into, for the calling thread.
enum RaddleAddressSpace {
  kRaddleSpaceGlobal = 1,
  kRaddleSpaceShared = 3, // of the caller's block
  kRaddleSpaceConstant = 4,
  kRaddleSpaceLocal = 5,
  kRaddleSpaceClusterShared = 7, // of another block of its cluster
  kRaddleSpaceParameter = 101    // the kernel's parameters
};
uint32_t raddle_address_space(RaddleThread *thread, const void *pointer);

// The grids of a multi-device launch. Elsewhere it is not valid, one of one, with the threads of its grid.
int32_t raddle_multi_grid_is_valid(RaddleThread *thread);
void raddle_multi_grid_sync(RaddleThread *thread);
uint32_t raddle_multi_grid_rank(RaddleThread *thread);
uint32_t raddle_multi_grid_size(RaddleThread *thread);
uint64_t raddle_multi_grid_num_threads(RaddleThread *thread);
uint64_t raddle_multi_grid_thread_offset(RaddleThread *thread); // threads of the grids before this one

// Gives other threads a turn. Called on the back edge of loops that poll memory.
void raddle_yield(RaddleThread *thread);

// For code that runs a warp at a time. From here on the RaddleThread is the one of this lane: what the
// runtime says about the calling thread is about it.
void raddle_select_lane(RaddleThread *thread, uint32_t lane);
// As raddle_syncthreads_count, for a warp in which the predicate holds for `count` lanes.
int32_t raddle_warp_syncthreads_count(RaddleThread *thread, int32_t count);

// RADDLE_CHECK=sync, of a warp operation by its function's name. A shuffle's width is looked at. With one lane: what the lane
// reads in its next shuffle is used under a condition only; a mask that comes from __activemask() is looked at.
void raddle_check_width(RaddleThread *thread, const char *operation, uint32_t clamp);
void raddle_discard_next_read(RaddleThread *thread);
void raddle_check_active_mask(RaddleThread *thread, const char *operation, uint32_t mask,
                              uint32_t is_doubtful);
// Where a kernel polls: the word that it polls, before it gives way; and what it has changed, or not, by an atomic operation or a
// volatile store.
void raddle_note_poll(RaddleThread *thread, const void *address, uint32_t bytes);
void raddle_note_write(RaddleThread *thread, const void *address, uint32_t changes);
// For code that runs a warp at a time: `lane` reads from one that does not take part; the mask of whoever was there lacks
// lanes that have not returned; the lanes `others` come with other masks than the one that names them.
void raddle_lane_reads_absent(RaddleThread *thread, const char *operation, uint32_t mask, uint32_t lane,
                              uint32_t source, uint32_t live, uint32_t is_discarded);
void raddle_uses_active_mask(RaddleThread *thread, const char *operation, uint32_t mask, uint32_t live,
                             uint32_t is_doubtful);
void raddle_lanes_differ(RaddleThread *thread, const char *operation, uint32_t others);

void raddle_nanosleep(RaddleThread *thread, uint32_t nanoseconds);
uint64_t raddle_clock64(void);     // cycles of the virtual SM clock (the host's time stamp counter)
uint64_t raddle_globaltimer(void); // nanoseconds
uint32_t raddle_smid(RaddleThread *thread);
uint32_t raddle_nsmid(RaddleThread *thread);
// The shared memory of the block, in whole units of allocation; and to the byte, with what the system takes.
uint32_t raddle_total_shared_bytes(RaddleThread *thread);
uint32_t raddle_aggregate_shared_bytes(RaddleThread *thread);

// The device that the kernel runs on, and how many there are. An attribute: the cudaError_t in the upper half, the value
// in the lower one. A limit of this device: its value, ~0 for one that it does not have.
uint32_t raddle_current_device(RaddleThread *thread);
uint32_t raddle_device_count(void);
uint64_t raddle_device_attribute(RaddleThread *thread, int32_t attribute, int32_t device);
uint64_t raddle_device_limit(RaddleThread *thread, int32_t limit);

// Formatted output; `arguments` is packed as clang packs NVPTX vprintf arguments: each one at its
// natural alignment. Returns the number of arguments, or -1 (null format).
int32_t raddle_vprintf(RaddleThread *thread, const char *format, const void *arguments);
// They order what the caller has printed: others may find out from here on that it came so far; and it may have found out how far
// others have come. With one lane, where kernels print.
void raddle_release_prints(RaddleThread *thread);
void raddle_acquire_prints(RaddleThread *thread);
// The device heap: null when it is full, or when `alignment` is no power of two.
void *raddle_malloc(RaddleThread *thread, uint64_t size);
void *raddle_aligned_malloc(RaddleThread *thread, uint64_t size, uint64_t alignment);
void raddle_free(RaddleThread *thread, void *pointer);

// Launches from device code. The parameters are packed into a buffer, as RaddleKernel says; a launch takes it. `kernel` is an
// address that stands for one. A launch answers with the number of an error, which is the thread's last one.
void *raddle_parameter_buffer(RaddleThread *thread, uint64_t bytes);
int32_t raddle_launch_kernel(RaddleThread *thread, const void *kernel, void *parameters, uint32_t grid_x,
                             uint32_t grid_y, uint32_t grid_z, uint32_t block_x, uint32_t block_y,
                             uint32_t block_z, uint64_t shared_bytes, void *stream);

// What else kernels ask of the device runtime: `what` is a RaddleDeviceRequest (include/raddle/types/device_request.h), which
// says what the operands are, and the answer.
uint64_t raddle_device_request(RaddleThread *thread, uint32_t what, uint64_t a, uint64_t b, uint64_t c,
                               uint64_t d, uint64_t e, uint64_t f, uint64_t g);

// Before a call through a pointer: ends the launch where that is no device function.
void raddle_check_target(RaddleThread *thread, const void *target);

// x / 0 and x % 0: reports once per launch (a GPU does not fault) and returns; generated code then
// uses the value that the GPU computes. Keeps all registers. The second one is for code that runs a warp at a
// time.
void raddle_division_by_zero(RaddleThread *thread);
void raddle_lane_divides_by_zero(RaddleThread *thread, uint32_t lane);

// A shuffle in a kernel, of which a warning is given once.
typedef struct RaddleShufflePlace {
  const char *operation; // the name of one of these functions
  uint8_t has_warned;
} RaddleShufflePlace;
// For code that runs a warp at a time: `active` of the `live` lanes are at a shuffle for `wanted`, of which others are
// missing, but no lane reads from one of those. Warns, and returns. Keeps all registers.
void raddle_lanes_are_missing(RaddleThread *thread, RaddleShufflePlace *place, uint32_t wanted,
                              uint32_t active, uint32_t live);

// With RADDLE_LENIENT=1: the thread calls `operation`, the name of one of these functions, with a mask that does not name
// it. Tells so, once.
void raddle_caller_outside_mask(RaddleThread *thread, const char *operation, uint32_t mask);

#ifdef __cplusplus
#define RADDLE_NORETURN [[noreturn]]
#else
#define RADDLE_NORETURN _Noreturn
#endif
RADDLE_NORETURN void raddle_assertfail(RaddleThread *thread, const char *message, const char *file,
                                       uint32_t line, const char *function, uint64_t char_size);
RADDLE_NORETURN void raddle_trap(RaddleThread *thread);
// A wrong use of a header's function: `text` holds {} for `first`, and for `second`.
RADDLE_NORETURN void raddle_wrong_use(RaddleThread *thread, const char *text, uint32_t first,
                                      uint32_t second);
// An instruction that a GPU refuses for its operands, and one with an operand that is not aligned; `text` as above.
RADDLE_NORETURN void raddle_illegal_instruction(RaddleThread *thread, const char *text, uint32_t first,
                                                uint32_t second);
RADDLE_NORETURN void raddle_misaligned_operand(RaddleThread *thread, const char *text, uint32_t first,
                                               uint32_t second);
RADDLE_NORETURN void raddle_stack_overflow(RaddleThread *thread);
// An access to `pointer`, which is no multiple of `alignment`.
RADDLE_NORETURN void raddle_misaligned(RaddleThread *thread, const void *pointer, uint32_t alignment);
// ---- RADDLE_CHECK=memory: accesses that may not be made.

// What a checked access is; above the lowest byte an RaddleAddressSpace, where it is to a variable.
enum RaddleAccessFlags {
  kRaddleAccessWrites = 1,
  kRaddleAccessIsAtomic = 2,
  kRaddleAccessRootVaries = 4, // each lane has a root of its own
  kRaddleAccessBytesVary = 8,
  kRaddleAccessIsMade = 16,     // though it may be wrong
  kRaddleAccessIsOfMember = 32, // the variable is an array within a structure
  kRaddleAccessSpaceShift = 8,
  kRaddleAccessElementShift = 16 // bytes of an element, of an array of one dimension
};

// The offset into a local variable whose scope has ended, or not begun.
static const uint64_t kRaddleOutOfScope = 1ull << 63;

// Where all accesses are good that start from a pointer into an object.
typedef struct RaddleObjectBounds {
  uint64_t begin;
  uint64_t bytes; // 0 where each access has to be looked at
} RaddleObjectBounds;
const RaddleObjectBounds *raddle_find_object(const void *pointer);

// An access of a warp of which some lanes failed the test of their bounds.
typedef struct RaddleCheckedLanes {
  uint64_t addresses[kRaddleWarpSize]; // or offsets into a variable
  uint64_t roots[kRaddleWarpSize];     // what the address was computed from; one, or for each lane
  uint64_t bytes[kRaddleWarpSize];     // that are accessed; the same
  uint64_t size;                       // of the variable
  const char *variable;                // see raddle_thread_outside
  uint32_t warp;
  uint32_t flags;   // RaddleAccessFlags
  uint32_t refused; // the lanes whose access is not to be made
} RaddleCheckedLanes;
// Reports those that are wrong, and says which. Keeps all registers.
void raddle_lanes_outside(RaddleThread *thread, uint32_t lanes, RaddleCheckedLanes *access);
// The same for one thread. Returns whether the access is not to be made. `variable` is null where the object is not known before
// the kernel runs; else its name, and for local variables, each on a line of its own, where its scope begins and where it ends.
uint32_t raddle_thread_outside(RaddleThread *thread, uint64_t address, uint64_t bytes, uint64_t root,
                               uint64_t size, const char *variable, uint32_t flags);

// The addresses that the lanes of a warp load from or store to, and their values. A value has at most 8 bytes, and no gap is between
// the values of two lanes.
typedef struct RaddleLaneValues {
  void *addresses[kRaddleWarpSize];
  uint64_t values[kRaddleWarpSize];
} RaddleLaneValues;
// Loads or stores the values of those lanes, each of `bytes` bytes. A load sets the values of all other lanes to 0. Compiled code calls
// these where a check has refused the access of some lanes, since a call is shorter than a gather. They keep all registers.
void raddle_load_lanes(uint32_t lanes, uint32_t bytes, RaddleLaneValues *accesses);
void raddle_store_lanes(uint32_t lanes, uint32_t bytes, RaddleLaneValues *accesses);

// ---- RADDLE_CHECK=init: values that come from memory that nobody has written.

// From a byte to its shadow, of which each bit is set that is not initialised.
#define kRaddleShadowOffset (-INT64_C(0x500000000000))

// Where a value matters; above it, from kRaddleUseBytesShift on, how many bytes are stored.
enum { kRaddleUseBytesShift = 8 };
enum RaddleUse {
  kRaddleUseBranch,
  kRaddleUseAddress,
  kRaddleUseStore, // it matters when the host copies it
  kRaddleUseCopy,  // the same, of what was only read, and may be a gap of a structure
  kRaddleUseAtomic,
  kRaddleUseAtomicMemory, // what an atomic operation changes
  kRaddleUsePrint,
  kRaddleUseMask,
  kRaddleUseVote, // of a barrier
  kRaddleUseLength
};

// Uses of a warp, of which some lanes have such a value.
typedef struct RaddleUninitialisedLanes {
  uint64_t reads[kRaddleWarpSize];   // the addresses that the values were read from; 0: not known
  uint64_t sources[kRaddleWarpSize]; // see kRaddleSourceShift
  uint64_t written[kRaddleWarpSize]; // where they are stored
  const char *names; // a line of each source: file, line, column, function, kind, variable, with tabs
  uint32_t warp;
  uint32_t use;
} RaddleUninitialisedLanes;
// The kind of a source: memory that is allocated when the program runs, a shared or local array, and a variable.
enum {
  kRaddleSourceMemory = 'm',
  kRaddleSourceShared = 's',
  kRaddleSourceLocal = 'l',
  kRaddleSourceVariable = 'v'
};
// Above it is the number of a source, below how many bytes it has read.
enum { kRaddleSourceShift = 32 };
// Keeps all registers.
void raddle_lanes_uninitialised(RaddleThread *thread, uint32_t lanes, RaddleUninitialisedLanes *values);
void raddle_thread_uninitialised(RaddleThread *thread, uint64_t read, uint64_t source, uint64_t written,
                                 const char *names, uint32_t use);
// ---- RADDLE_CHECK=race: accesses, and what orders them.

// What an access is. Above these, the bytes of an element of the variable, where it is an array of one dimension.
enum RaddleRaceFlags {
  kRaddleRaceWrites = 1,
  kRaddleRaceIsAtomic = 2, // volatile ones are, too
  kRaddleRaceReleases = 4,
  kRaddleRaceReads = 8, // an atomic one, whose result is used
  kRaddleRaceIsVolatile = 16,
  kRaddleRaceIsShared = 32,  // known to be to shared memory
  kRaddleRaceHasValue = 64,  // what is written is known
  kRaddleRaceTells = 128,    // a write that others may look for: no mere addition
  kRaddleRaceScopeShift = 8, // RaddleRaceScope
  kRaddleRaceElementShift = 16
};
// From wide to narrow.
enum RaddleRaceScope { kRaddleScopeSystem, kRaddleScopeDevice, kRaddleScopeCluster, kRaddleScopeBlock };

// An access in the code.
typedef struct RaddleRaceSite {
  uint32_t id; // 0 until it has been reached
  uint32_t flags;
  uint64_t bytes;
  const char *variable; // the name of a shared one, or null
} RaddleRaceSite;

enum RaddleRaceEvent {
  kRaddleRaceWarpArrives, // at an operation of the warp, with its mask; with one lane only
  kRaddleRaceWarpMeets,   // comes from it
  kRaddleRaceBlockBarrier,
  kRaddleRaceFence,          // with a RaddleRaceScope
  kRaddleRaceBarrierArrives, // at a barrier of part of the block: id, threads << 16
  kRaddleRaceBarrierPasses,  // comes from it
  kRaddleRaceClusterArrives,
  kRaddleRaceClusterPasses,
  kRaddleRaceGridArrives,
  kRaddleRaceGridPasses
};

// Before an access of a warp, of which lane 0's is to `first` and each next one `stride` bytes further; of one with an address
// for each lane; and of a thread. `variable`: where the shared variable begins, or 0. `values`: what is written, or null.
void raddle_race_row(RaddleThread *thread, RaddleRaceSite *site, uint32_t warp, uint32_t lanes,
                     uint64_t first, int64_t stride, uint64_t variable, const uint64_t *values);
void raddle_race_lanes(RaddleThread *thread, RaddleRaceSite *site, uint32_t warp, uint32_t lanes,
                       const uint64_t *addresses, uint64_t variable, const uint64_t *values);
void raddle_race_thread(RaddleThread *thread, RaddleRaceSite *site, uint64_t address, uint64_t variable,
                        uint64_t value);
// The same of a copy or fill, whose length is known only then.
void raddle_race_range(RaddleThread *thread, uint64_t address, uint64_t bytes, uint32_t flags);
// After an atomic access: what others have released there is known to the thread now.
void raddle_race_acquire(RaddleThread *thread, uint32_t warp, uint32_t lanes, const uint64_t *addresses,
                         uint32_t flags);
void raddle_race_acquire_thread(RaddleThread *thread, uint64_t address, uint32_t flags);
// Lanes come to something that orders accesses. The second one: each with a mask of its own.
void raddle_race_event(RaddleThread *thread, uint32_t warp, uint32_t lanes, uint32_t event, uint32_t operand);
void raddle_race_events(RaddleThread *thread, uint32_t warp, uint32_t lanes, uint32_t event,
                        const uint32_t *operands);

// ---- RADDLE_CHECK: dry runs of loops that access the same places in all blocks.

// Whether this block is to make the dry run of the loop, for all blocks of the launch. Each warp asks once.
uint32_t raddle_dry_run_wanted(RaddleThread *thread, uint32_t loop);
// Whether the block may run the loop without checks. Each warp asks once, after its part of the dry run.
uint32_t raddle_dry_run_passed(RaddleThread *thread, uint32_t loop);
// The warp has run the loop without checks (RADDLE_CHECK=init).
void raddle_dry_run_used(RaddleThread *thread, uint32_t loop);
// An access that the loop would make, by the warp's `lanes`, of `bytes` bytes each. It is held against the bounds of the shared variable
// that begins at `variable` and has `size` bytes. How addresses are given: see raddle_race_row and raddle_race_lanes.
void raddle_dry_row(RaddleThread *thread, uint32_t warp, uint32_t lanes, uint64_t first, int64_t stride,
                    uint64_t variable, uint64_t size, uint64_t bytes, uint32_t flags);
void raddle_dry_lanes(RaddleThread *thread, uint32_t warp, uint32_t lanes, const uint64_t *addresses,
                      uint64_t variable, uint64_t size, uint64_t bytes, uint32_t flags);
// Lanes come to a barrier of the block.
void raddle_dry_barrier(RaddleThread *thread, uint32_t warp, uint32_t lanes);
// ---- RADDLE_PROFILE: what kernels count. See src/profile/access_counts.h for what an access counts.

// What the counters of an object mean. The text is JSON, which vectorize/instrument/counters/counter_table.h describes.
typedef struct RaddleCounterTable {
  const char *text;
  uint32_t counters;
} RaddleCounterTable;

// The bytes that each lane accesses are the lowest byte; above them a RaddleAddressSpace, where it is known.
enum RaddleCountFlags {
  kRaddleCountSpaceShift = 8,
  kRaddleCountAtomic = 1 << 16,
  kRaddleCountRemembers = 1 << 18 // the addresses lie in the memo of the place
};

// The counters of the worker that the thread runs on, at a multiple of 64 bytes.
uint64_t *raddle_counters(RaddleThread *thread, const RaddleCounterTable *table);
// How many instructions each warp of the block that the thread belongs to has executed, as far as barriers ask for it.
uint64_t *raddle_work(RaddleThread *thread);
// A thread runs a block of the kernel's code, comes to a branch and decides for a way, or accesses memory. `path` says in which calls and
// iterations: the threads of a warp that do so on the same path count as one warp that does. `instructions` is the number of
// instructions in the block; it is added to work[warp], unless `work` is null because the kernel has no barriers.
void raddle_count_block(RaddleThread *thread, uint64_t *counters, uint32_t first, uint64_t path,
                        uint64_t *work, uint32_t warp, uint32_t instructions);
void raddle_count_branch(RaddleThread *thread, uint64_t *counters, uint32_t first, uint64_t path,
                         uint32_t way);
void raddle_count_access(RaddleThread *thread, uint64_t *counters, uint32_t first, uint64_t path,
                         const void *address, uint32_t flags);
// With one lane: the path of the next call that the thread makes, and the one that it was called on.
void raddle_set_path(RaddleThread *thread, uint64_t path);
uint64_t raddle_path(RaddleThread *thread);
// For code that runs a warp at a time, whose counters lie at `counters`: an access of `lanes`, to these addresses, or
// to `address` by lane 0 and `stride` bytes on by each one after it.
void raddle_count_lanes(RaddleThread *thread, uint64_t *counters, const uint64_t *addresses, uint32_t lanes,
                        uint32_t flags);
void raddle_count_row(RaddleThread *thread, uint64_t *counters, uint64_t address, int64_t stride,
                      uint32_t lanes, uint32_t flags);
// `lanes` of that warp of the block are about to wait at a barrier, whose counters begin at `first`; or, where that is ~0, begin.
void raddle_warp_arrives(RaddleThread *thread, uint64_t *counters, uint32_t first, uint32_t warp,
                         uint32_t lanes);

// ---- RADDLE_TRACE: the steps of a warp.

// What the sites of an object are. The text is JSON, which vectorize/instrument/trace/trace_table.h describes.
typedef struct RaddleTraceTable {
  const char *text;
  uint32_t sites;
} RaddleTraceTable;

// Above the number of the site: how many values the step has, and whether it matters in whichever warp of the block.
enum RaddleTraceFlags {
  kRaddleTraceMostValues = 4,
  kRaddleTraceValuesShift = 28,
  kRaddleTraceOfAllWarps = (int)(1u << 31)
};

void raddle_trace(RaddleThread *thread, const RaddleTraceTable *table, uint32_t site, uint32_t warp,
                  uint64_t first, uint64_t second, uint64_t third, uint64_t fourth);
// For code that runs a warp at a time: returns where to write the values, 32 of each kind; null: nowhere.
uint64_t *raddle_trace_lanes(RaddleThread *thread, const RaddleTraceTable *table, uint32_t site,
                             uint32_t warp, uint32_t lanes);

// Called before raddle_lanes_part, at the place of `operation`, the name of one of these functions: `lanes`
// will come to it next, for `wanted`. A null operation and 0 wanted lanes are not known; all 32 lanes stand for
// those of which nothing else is said.
void raddle_lanes_wait(RaddleThread *thread, const char *operation, uint32_t lanes, uint32_t wanted);
// Lanes of a warp would have to wait for each other: `active` of the `live` ones are at `operation`, the name
// of one of these functions, which is for `wanted`. `lane` is the one whose mask that is; 32: all have the
// same.
RADDLE_NORETURN void raddle_lanes_part(RaddleThread *thread, const char *operation, uint32_t lane,
                                       uint32_t wanted, uint32_t active, uint32_t live);

#ifdef __cplusplus
} // extern "C"

static_assert(sizeof(RaddleDim3) == 12);
static_assert(offsetof(RaddleBlock, shared) == 40 && offsetof(RaddleBlock, grid_id) == 48);
static_assert(offsetof(RaddleBlock, cluster_dim) == 56 && offsetof(RaddleBlock, cluster_block_rank) == 104);
static_assert(offsetof(RaddleBlock, cooperative) == 116 && offsetof(RaddleBlock, running_warp) == 120);
static_assert(offsetof(RaddleBlock, next_frame) == 128 && offsetof(RaddleBlock, dynamic_shared) == 136);
static_assert(offsetof(RaddleThread, lane) == 12 && offsetof(RaddleThread, block) == 16);
static_assert(offsetof(RaddleThread, stack_limit) == 24 && offsetof(RaddleThread, warp) == 32);
static_assert(offsetof(RaddleThread, place) == 40 && offsetof(RaddlePlace, numbers) == 12);
#endif

#endif // RADDLE_ABI_KERNEL_ABI_H
