// Occupancy. How many blocks or clusters of a kernel a multiprocessor holds.
#ifndef RADDLE_API_OCCUPANCY_H
#define RADDLE_API_OCCUPANCY_H

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize,
                                                          size_t dynamicSMemSize);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                   int blockSize, size_t dynamicSMemSize,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                      int numBlocks, int blockSize);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig);
cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const cudaLaunchConfig_t *launchConfig);

/* Raddle's own: the search behind cudaOccupancyMaxPotentialBlockSize and its variants. Stores the block size
   that keeps the most threads resident, and the smallest grid that fills the device with such blocks; 0 and 0
   when none runs. `sharedOfBlockSize` answers the bytes of dynamic shared memory of a block of that size; it
   is called with `context`. A `blockSizeLimit` of 0 means none. */
cudaError_t raddleOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, const void *func,
                                                 size_t (*sharedOfBlockSize)(int blockSize, void *context),
                                                 void *context, int blockSizeLimit, unsigned int flags);

#endif
