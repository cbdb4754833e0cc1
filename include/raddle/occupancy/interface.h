// What the occupancy calculator is asked, and what it answers. In C++ the structures begin as a kernel without
// preferences, and take what cudaGetDeviceProperties and cudaFuncGetAttributes give.
#ifndef RADDLE_OCCUPANCY_INTERFACE_H
#define RADDLE_OCCUPANCY_INTERFACE_H

typedef enum cudaOccError_enum {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1, /* a null pointer, a size that is not positive, a percentage beyond 100 */
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2 /* a compute capability that nothing is known of */
} cudaOccError;

/* How an SM of sm_20 to sm_37 divides its memory between cache and shared memory. */
typedef enum cudaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0,
  CACHE_PREFER_SHARED = 1,
  CACHE_PREFER_L1 = 2,
  CACHE_PREFER_EQUAL = 3
} cudaOccCacheConfig;

/* The same since sm_70, in percent of the most shared memory; any number from 0 to 100 is taken. */
typedef enum cudaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100
} cudaOccCarveoutConfig;

/* Whether global loads are cached by half SMs, which sm_52, sm_53, sm_61 and sm_62 can. ON falls back to OFF for a
   block that would then not run at all, ON_STRICT does not. */
typedef enum cudaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF = 0,
  PARTITIONED_GC_ON = 1,
  PARTITIONED_GC_ON_STRICT = 2
} cudaOccPartitionedGCConfig;

/* Whether a block may ask for more than 48 KiB of shared memory, up to maxDynamicSharedSizeBytes. */
typedef enum cudaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT = 0,
  FUNC_SHMEM_LIMIT_OPTIN = 1
} cudaOccFuncShmemConfig;

/* Bits of cudaOccResult::limitingFactors. */
typedef enum cudaOccLimitingFactors_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10
} cudaOccLimitingFactors;

struct cudaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
#ifdef __cplusplus
  cudaOccDeviceProp()
      : computeMajor(0), computeMinor(0), maxThreadsPerBlock(0), maxThreadsPerMultiprocessor(0),
        regsPerBlock(0), regsPerMultiprocessor(0), warpSize(0), sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0), numSms(0), sharedMemPerBlockOptin(0), reservedSharedMemPerBlock(0) {}
  template <typename DeviceProp>
  cudaOccDeviceProp(const DeviceProp &device)
      : computeMajor(device.major), computeMinor(device.minor), maxThreadsPerBlock(device.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(device.maxThreadsPerMultiProcessor), regsPerBlock(device.regsPerBlock),
        regsPerMultiprocessor(device.regsPerMultiprocessor), warpSize(device.warpSize),
        sharedMemPerBlock(device.sharedMemPerBlock),
        sharedMemPerMultiprocessor(device.sharedMemPerMultiprocessor), numSms(device.multiProcessorCount),
        sharedMemPerBlockOptin(device.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(device.reservedSharedMemPerBlock) {}
#endif
};
typedef struct cudaOccDeviceProp cudaOccDeviceProp;

struct cudaOccFuncAttributes {
  int maxThreadsPerBlock; /* of the kernel's launch bounds; INT_MAX is taken for none */
  int numRegs;
  size_t sharedSizeBytes; /* static */
  cudaOccPartitionedGCConfig partitionedGCConfig;
  cudaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes; /* counts with FUNC_SHMEM_LIMIT_OPTIN only */
  int numBlockBarriers;
#ifdef __cplusplus
  cudaOccFuncAttributes()
      : maxThreadsPerBlock(0), numRegs(0), sharedSizeBytes(0), partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN), maxDynamicSharedSizeBytes(0), numBlockBarriers(1) {}
  template <typename FuncAttributes>
  cudaOccFuncAttributes(const FuncAttributes &kernel)
      : maxThreadsPerBlock(kernel.maxThreadsPerBlock), numRegs(kernel.numRegs),
        sharedSizeBytes(kernel.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(static_cast<size_t>(kernel.maxDynamicSharedSizeBytes)),
        numBlockBarriers(1) {}
#endif
};
typedef struct cudaOccFuncAttributes cudaOccFuncAttributes;

struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig;
  int carveoutConfig; /* a percentage or SHAREDMEM_CARVEOUT_DEFAULT */
#ifdef __cplusplus
  cudaOccDeviceState() : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
};
typedef struct cudaOccDeviceState cudaOccDeviceState;

/* Limits are INT_MAX where the resource is none. */
typedef struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig
      partitionedGCConfig; /* what the answer is for: with PARTITIONED_GC_ON maybe OFF */
} cudaOccResult;

#endif
