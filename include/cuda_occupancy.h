// The occupancy calculator that CUDA has as a header. Thrust 1 includes it and uses nothing of it; there is nothing here yet.
// cudaOccupancyMaxActiveBlocksPerMultiprocessor and its siblings answer the same questions.
#ifndef RADDLE_CUDA_OCCUPANCY_H
#define RADDLE_CUDA_OCCUPANCY_H
#endif
