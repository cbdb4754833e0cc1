// Lanes that go on past others of their warp which poll:
//
//   if (threadIdx.x == 0)                       if (threadIdx.x == 0) {
//     while (!flag) {}                            while (!flag) {}
//   tile[threadIdx.x] = x;          becomes       tile[threadIdx.x] = x;
//   __syncthreads();                            } else {
//                                                 tile[threadIdx.x] = x;
//                                               }
//                                               __syncthreads();
//
// What stands after the branch may be what is polled for, so lanes that do not poll must do it first. They have a copy of
// it, up to where all lanes of the warp meet, and wait for the others there.
//
//   while (atomicCAS(&lock[i], 0, 1)) {}        for (;;)
//   add(i);                           becomes     if (!atomicCAS(&lock[i], 0, 1)) {
//   lock[i] = 0;                                    add(i);
//   __syncthreads();                                lock[i] = 0;
//                                                   break;
//                                                 }
//                                               __syncthreads();
//
// So does what stands after a loop that polls: it becomes a part of the loop, and a lane that leaves it does it at once. A loop
// that polls within another one becomes one with it, where an iteration can be begun anew.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_SEPARATE_BLOCKED_LANES_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_SEPARATE_BLOCKED_LANES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: the normal form. What is too long to be copied, or waits itself, is left alone; so is what lanes do
/// after a loop in which they all poll one place.
void separateBlockedLanes(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine);

} // namespace raddle::vectorize

#endif
