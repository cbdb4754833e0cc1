// Races in words.
#ifndef RADDLE_RUNTIME_RACE_RACE_REPORT_H
#define RADDLE_RUNTIME_RACE_RACE_REPORT_H

#include "runtime/race/detector.h"

namespace raddle::runtime::race {

/// Reports what an access of the running block has been found to race with. `variable`: where the shared variable begins that
/// it is to, or 0, and its name.
void reportRaces(Block &block, const BlockState &state, const std::vector<Conflict> &conflicts,
                 std::uintptr_t variable, const char *name);

} // namespace raddle::runtime::race

#endif
