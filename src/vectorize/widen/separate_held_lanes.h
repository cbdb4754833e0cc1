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
// What stands behind the branch may be what is polled for, so those who do not poll must do it first. They have a copy of
// it, up to where all lanes of the warp meet, and wait for the others there.
#ifndef RADDLE_VECTORIZE_WIDEN_SEPARATE_HELD_LANES_H
#define RADDLE_VECTORIZE_WIDEN_SEPARATE_HELD_LANES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: the normal form. What is too long to be copied, or waits itself, is left alone.
void separateHeldLanes(CompileJob &job);

} // namespace raddle::vectorize

#endif
