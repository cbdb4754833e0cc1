// How long an SM's L1 cache is busy with loads of global memory whose lanes are far apart.
//
// L1 looks up a few lines of 128 bytes in a cycle, and its data lie in the banks of shared memory: lanes that are 128 bytes apart find
// theirs in the same bank, one after the other, although they touch no sector more than lanes that are 132 bytes apart.
#ifndef RADDLE_TOOLS_PROFILE_L1_CYCLES_H
#define RADDLE_TOOLS_PROFILE_L1_CYCLES_H

#include "tools/profile/counts.h"

namespace raddle::tools::profile {

/// Cycles of the loads of one place in the source, whose lanes load `bytes` each (1 to 16); of those only whose sectors are
/// two or more above the ideal, since the others take what their bytes take.
double l1CyclesOfSpreadLoads(const Accesses &loads, unsigned bytes);

} // namespace raddle::tools::profile

#endif
