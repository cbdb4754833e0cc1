// What the environment says about looking for mistakes.
#ifndef RADDLE_BASE_CHECKS_H
#define RADDLE_BASE_CHECKS_H

namespace raddle {

struct Checks {
  bool at_each_synchronization; // RADDLE_GUARD=sync: look for overruns
  bool lenient; // RADDLE_LENIENT=1: what a GPU lets pass is a warning, and the program goes on
  bool poison;  // RADDLE_POISON=1: fresh memory is filled with kPoisonByte
};

/// Read once. What makes no sense is told on stderr.
const Checks &checks();

} // namespace raddle

#endif
