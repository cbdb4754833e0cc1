// The launches that kernel_bench.cpp measures. Each is asynchronous, on the default stream.
#ifndef RADDLE_BENCH_KERNELS_H
#define RADDLE_BENCH_KERNELS_H

/// One block of one thread that does nothing.
void launchEmpty();

/// One block of `threads` threads that meet at __syncthreads() `barriers` times.
void launchBarriers(int threads, int barriers);

/// One block of one warp that exchanges values by `shuffles` butterfly shuffles.
void launchShuffles(int shuffles);

/// The same in sums of five different shuffles each.
void launchSums(int shuffles);

/// One block of `warps` warps, each a chain of `votes` of all kinds in which each depends on the one before.
void launchVotes(int warps, int votes);

/// `blocks` blocks of 256 threads, each a chain of `steps` dependent fused multiply-adds in registers.
void launchCompute(int blocks, int steps);

#endif
