// The occupancy calculator: an SM holds as many blocks as the scarcest of its resources allows.
#ifndef RADDLE_OCCUPANCY_CALCULATOR_H
#define RADDLE_OCCUPANCY_CALCULATOR_H

#include "interface.h"
#include "multiprocessor.h"

static __inline__ size_t raddleOccRoundUp(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}
static __inline__ int raddleOccWarps(int threads) { return threads / 32 + (threads % 32 != 0); }

/* Whether the SM runs as two halves, each with its own share of everything but shared memory. */
static __inline__ int raddleOccIsHalved(const cudaOccDeviceProp *device,
                                        const cudaOccFuncAttributes *kernel) {
  const int number = device->computeMajor * 10 + device->computeMinor;
  return kernel->partitionedGCConfig != PARTITIONED_GC_OFF &&
         (number == 52 || number == 53 || number == 61 || number == 62);
}

static __inline__ int raddleOccLimitOfWarps(const cudaOccDeviceProp *device, int parts, int threads) {
  if (threads <= 0 || threads > device->maxThreadsPerBlock)
    return 0;
  return device->maxThreadsPerMultiprocessor / 32 / parts / raddleOccWarps(threads) * parts;
}

/* Registers that a warp takes, after rounding. */
static __inline__ int raddleOccRegistersOfWarp(const raddleOccLimits *limits, int registers) {
  int unit = limits->register_unit;
  /* Fermi hands out some sizes in units of 128; NVIDIA's spreadsheet lists them. */
  if (limits->major == 2 &&
      ((registers >= 21 && registers <= 46) && (registers % 8 == 5 || registers % 8 == 6)))
    unit = 128;
  return (int)raddleOccRoundUp((size_t)registers * 32, (size_t)unit);
}

static __inline__ int raddleOccLimitOfRegisters(const raddleOccLimits *limits,
                                                const cudaOccDeviceProp *device, int parts, int registers,
                                                int threads) {
  const int of_warp = raddleOccRegistersOfWarp(limits, registers), warps = raddleOccWarps(threads);
  /* A block's warps count in whole rounds over the sub-partitions when the hardware checks whether a block
     fits at all. sm_60 has two, but rounds to four, so that what runs there also runs on the rest of its
     family. */
  const size_t rounded_warps = raddleOccRoundUp((size_t)warps, limits->major == 2 ? 2 : 4);
  if (of_warp == 0 || warps == 0)
    return INT_MAX;
  if (registers > limits->registers_of_thread ||
      (size_t)of_warp * rounded_warps > (size_t)device->regsPerBlock)
    return 0;
  /* A warp has its registers in one sub-partition. */
  return device->regsPerMultiprocessor / limits->subpartitions / of_warp * limits->subpartitions / parts /
         warps * parts;
}

/* Shared memory that a block takes from its SM: what it asks for, the system's share, rounded. */
static __inline__ size_t raddleOccSharedOfBlock(const raddleOccLimits *limits,
                                                const cudaOccDeviceProp *device, size_t asked) {
  return raddleOccRoundUp(asked + device->reservedSharedMemPerBlock, (size_t)limits->shared_unit);
}

/* The most static and dynamic shared memory that a block of the kernel may ask for. */
static __inline__ size_t raddleOccSharedAllowance(const cudaOccDeviceProp *device,
                                                  const cudaOccFuncAttributes *kernel) {
  const size_t wanted =
      kernel->sharedSizeBytes + device->reservedSharedMemPerBlock + kernel->maxDynamicSharedSizeBytes;
  return kernel->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN && wanted > device->sharedMemPerBlock &&
                 device->sharedMemPerBlockOptin > device->sharedMemPerBlock
             ? device->sharedMemPerBlockOptin
             : device->sharedMemPerBlock;
}

/* The preferred share of shared memory in percent. Since Volta the carve-out says it; without one, the older
   preference still counts. */
static __inline__ size_t raddleOccCarveoutPercent(const cudaOccDeviceState *state) {
  if (state->carveoutConfig != SHAREDMEM_CARVEOUT_DEFAULT)
    return (size_t)state->carveoutConfig;
  return state->cacheConfig == CACHE_PREFER_L1 ? 0 : state->cacheConfig == CACHE_PREFER_EQUAL ? 50 : 100;
}

/* The SM's shared memory: the preferred carve-out, rounded up to one that exists and holds a block. Before
   Volta the preference, or everything when a block needs more. */
static __inline__ size_t raddleOccSharedCapacity(const raddleOccLimits *limits,
                                                 const cudaOccDeviceProp *device,
                                                 const cudaOccDeviceState *state, size_t of_block) {
  const size_t everything = device->sharedMemPerMultiprocessor;
  size_t capacity = everything;
  int i;
  if (limits->major < 5) {
    if (state->cacheConfig == CACHE_PREFER_L1)
      capacity = (size_t)limits->carveouts[0] * 1024;
    else if (state->cacheConfig == CACHE_PREFER_EQUAL)
      capacity = (size_t)limits->carveouts[1] * 1024;
    return of_block <= capacity ? capacity : everything;
  }
  if (limits->major >= 7)
    capacity = everything * raddleOccCarveoutPercent(state) / 100;
  if (capacity < of_block)
    capacity = of_block;
  for (i = 0; i < (int)(sizeof(limits->carveouts) / sizeof(limits->carveouts[0])); ++i)
    if ((size_t)limits->carveouts[i] * 1024 >= capacity)
      return (size_t)limits->carveouts[i] * 1024;
  return everything;
}

static __inline__ int raddleOccLimitOfShared(const raddleOccLimits *limits, const cudaOccDeviceProp *device,
                                             const cudaOccFuncAttributes *kernel,
                                             const cudaOccDeviceState *state, size_t dynamic) {
  const size_t of_block = raddleOccSharedOfBlock(limits, device, kernel->sharedSizeBytes + dynamic);
  if ((kernel->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN && dynamic > kernel->maxDynamicSharedSizeBytes) ||
      of_block > raddleOccSharedAllowance(device, kernel) + device->reservedSharedMemPerBlock)
    return 0;
  return of_block == 0 ? INT_MAX : (int)(raddleOccSharedCapacity(limits, device, state, of_block) / of_block);
}

/* Fills in all of the result, also when one resource admits no block; nothing of the input is checked. */
static __inline__ void raddleOccCompute(cudaOccResult *result, const raddleOccLimits *limits,
                                        const cudaOccDeviceProp *device, const cudaOccFuncAttributes *kernel,
                                        const cudaOccDeviceState *state, int threads, size_t dynamic) {
  const int halved = raddleOccIsHalved(device, kernel), parts = halved ? 2 : 1;
  int least;
  result->partitionedGCConfig = halved ? kernel->partitionedGCConfig : PARTITIONED_GC_OFF;
  result->blockLimitWarps = raddleOccLimitOfWarps(device, parts, threads);
  result->blockLimitBlocks = limits->blocks;
  result->blockLimitRegs = raddleOccLimitOfRegisters(limits, device, parts, kernel->numRegs, threads);
  result->blockLimitSharedMem = raddleOccLimitOfShared(limits, device, kernel, state, dynamic);
  result->blockLimitBarriers = limits->barriers != 0 && kernel->numBlockBarriers != 0
                                   ? limits->barriers / kernel->numBlockBarriers
                                   : INT_MAX;
  result->allocatedRegistersPerBlock =
      (int)((size_t)raddleOccRegistersOfWarp(limits, kernel->numRegs) * (size_t)raddleOccWarps(threads));
  result->allocatedSharedMemPerBlock =
      raddleOccSharedOfBlock(limits, device, kernel->sharedSizeBytes + dynamic);

  least = result->blockLimitWarps;
  least = result->blockLimitBlocks < least ? result->blockLimitBlocks : least;
  least = result->blockLimitRegs < least ? result->blockLimitRegs : least;
  least = result->blockLimitSharedMem < least ? result->blockLimitSharedMem : least;
  least = result->blockLimitBarriers < least ? result->blockLimitBarriers : least;
  result->activeBlocksPerMultiprocessor = least;
  result->limitingFactors = 0;
  if (result->blockLimitWarps == least)
    result->limitingFactors |= OCC_LIMIT_WARPS;
  if (result->blockLimitBlocks == least)
    result->limitingFactors |= OCC_LIMIT_BLOCKS;
  if (result->blockLimitRegs == least)
    result->limitingFactors |= OCC_LIMIT_REGISTERS;
  if (result->blockLimitSharedMem == least)
    result->limitingFactors |= OCC_LIMIT_SHARED_MEMORY;
  if (result->blockLimitBarriers == least)
    result->limitingFactors |= OCC_LIMIT_BARRIERS;
}

static __inline__ cudaOccError raddleOccCheck(const cudaOccDeviceProp *device,
                                              const cudaOccFuncAttributes *kernel,
                                              const cudaOccDeviceState *state) {
  if (!device || !kernel || !state)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (device->maxThreadsPerBlock <= 0 || device->maxThreadsPerMultiprocessor <= 0 ||
      device->regsPerBlock <= 0 || device->regsPerMultiprocessor <= 0 || device->warpSize != 32 ||
      device->sharedMemPerBlock == 0 || device->sharedMemPerMultiprocessor == 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (kernel->maxThreadsPerBlock <= 0 || kernel->numRegs < 0 || kernel->numBlockBarriers < 0 ||
      state->carveoutConfig < SHAREDMEM_CARVEOUT_DEFAULT ||
      state->carveoutConfig > SHAREDMEM_CARVEOUT_MAX_SHARED)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  return raddleOccFindLimits(device->computeMajor, device->computeMinor) ? CUDA_OCC_SUCCESS
                                                                         : CUDA_OCC_ERROR_UNKNOWN_DEVICE;
}

/* How many blocks of `blockSize` threads one SM holds, and why no more. */
static __inline__ cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(
    cudaOccResult *result, const cudaOccDeviceProp *properties, const cudaOccFuncAttributes *attributes,
    const cudaOccDeviceState *state, int blockSize, size_t dynamicSmemSize) {
  const cudaOccError error = raddleOccCheck(properties, attributes, state);
  const raddleOccLimits *limits;
  if (!result || blockSize <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (error != CUDA_OCC_SUCCESS)
    return error;
  limits = raddleOccFindLimits(properties->computeMajor, properties->computeMinor);
  raddleOccCompute(result, limits, properties, attributes, state, blockSize, dynamicSmemSize);
  if (result->activeBlocksPerMultiprocessor == 0 && result->partitionedGCConfig == PARTITIONED_GC_ON) {
    cudaOccFuncAttributes whole = *attributes;
    whole.partitionedGCConfig = PARTITIONED_GC_OFF;
    raddleOccCompute(result, limits, properties, &whole, state, blockSize, dynamicSmemSize);
  }
  return CUDA_OCC_SUCCESS;
}

/* The search behind cudaOccMaxPotentialOccupancyBlockSize; `dynamicOfSize` is called with `context`. */
static __inline__ cudaOccError raddleOccFindBlockSize(int *minGridSize, int *blockSize,
                                                      const cudaOccDeviceProp *properties,
                                                      const cudaOccFuncAttributes *attributes,
                                                      const cudaOccDeviceState *state,
                                                      size_t (*dynamicOfSize)(int, void *), void *context) {
  const cudaOccError error = raddleOccCheck(properties, attributes, state);
  int threads, most_threads = 0;
  if (!minGridSize || !blockSize)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (error != CUDA_OCC_SUCCESS)
    return error;
  *minGridSize = *blockSize = 0;
  threads = properties->maxThreadsPerBlock;
  if (attributes->maxThreadsPerBlock < threads)
    threads = attributes->maxThreadsPerBlock;
  for (; threads > 0 && most_threads < properties->maxThreadsPerMultiprocessor;
       threads = (threads - 1) / 32 * 32) {
    cudaOccResult result;
    cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state, threads,
                                            dynamicOfSize(threads, context));
    if (result.activeBlocksPerMultiprocessor * threads > most_threads) {
      most_threads = result.activeBlocksPerMultiprocessor * threads;
      *blockSize = threads;
      *minGridSize = result.activeBlocksPerMultiprocessor * properties->numSms;
    }
  }
  return CUDA_OCC_SUCCESS;
}

typedef struct raddleOccDynamic {
  size_t (*of_size)(int); /* or null */
  size_t of_all;
} raddleOccDynamic;

static __inline__ size_t raddleOccDynamicOfSize(int threads, void *context) {
  const raddleOccDynamic *dynamic = (const raddleOccDynamic *)context;
  return dynamic->of_size ? dynamic->of_size(threads) : dynamic->of_all;
}

/* The block size that keeps the most threads resident, the largest one of several, and the smallest grid that
   fills the device with such blocks; 0 and 0 when no size runs. Dynamic shared memory is what
   `blockSizeToDynamicSMemSize` says, or without such a function the same for all sizes. */
static __inline__ cudaOccError
cudaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
                                      const cudaOccFuncAttributes *attributes,
                                      const cudaOccDeviceState *state,
                                      size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  raddleOccDynamic dynamic;
  dynamic.of_size = blockSizeToDynamicSMemSize;
  dynamic.of_all = dynamicSMemSize;
  return raddleOccFindBlockSize(minGridSize, blockSize, properties, attributes, state, raddleOccDynamicOfSize,
                                &dynamic);
}

/* The most dynamic shared memory that lets `numBlocks` blocks share an SM. The system's share is left out, as by
   cudaOccupancyAvailableDynamicSMemPerBlock, so that where there is one the answer may not fit. */
static __inline__ cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
                                                                   const cudaOccDeviceProp *properties,
                                                                   const cudaOccFuncAttributes *attributes,
                                                                   const cudaOccDeviceState *state,
                                                                   int numBlocks, int blockSize) {
  cudaOccResult without;
  const cudaOccError error =
      cudaOccMaxActiveBlocksPerMultiprocessor(&without, properties, attributes, state, blockSize, 0);
  const raddleOccLimits *limits;
  size_t most, share;
  if (!dynamicSmemSize || numBlocks <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (error != CUDA_OCC_SUCCESS)
    return error;
  *dynamicSmemSize = 0;
  most = raddleOccSharedAllowance(properties, attributes);
  if (without.activeBlocksPerMultiprocessor < numBlocks || most < attributes->sharedSizeBytes)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  most -= attributes->sharedSizeBytes;
  if (attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN && attributes->maxDynamicSharedSizeBytes < most)
    most = attributes->maxDynamicSharedSizeBytes;
  if (numBlocks > 1) {
    limits = raddleOccFindLimits(properties->computeMajor, properties->computeMinor);
    share = raddleOccSharedCapacity(limits, properties, state, without.allocatedSharedMemPerBlock) /
            (size_t)numBlocks;
    share -= share % (size_t)limits->shared_unit;
    share -= share < attributes->sharedSizeBytes ? share : attributes->sharedSizeBytes;
    most = share < most ? share : most;
  }
  *dynamicSmemSize = most;
  return CUDA_OCC_SUCCESS;
}

#ifdef __cplusplus

/* With dynamic shared memory that is the same for all sizes, or that a function object of any type says. */
static __inline__ cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize,
                                                                     const cudaOccDeviceProp *properties,
                                                                     const cudaOccFuncAttributes *attributes,
                                                                     const cudaOccDeviceState *state,
                                                                     size_t dynamicSMemSize = 0) {
  return cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes, state, NULL,
                                               dynamicSMemSize);
}

template <typename UnaryFunction> inline size_t raddleOccCall(int threads, void *function) {
  return static_cast<size_t>((*static_cast<UnaryFunction *>(function))(threads));
}

template <typename UnaryFunction>
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  return raddleOccFindBlockSize(minGridSize, blockSize, properties, attributes, state,
                                raddleOccCall<UnaryFunction>, &blockSizeToDynamicSMemSize);
}

#endif

#endif
