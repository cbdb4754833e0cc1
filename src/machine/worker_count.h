// How many workers this process should have.
#ifndef RADDLE_MACHINE_WORKER_COUNT_H
#define RADDLE_MACHINE_WORKER_COUNT_H

namespace raddle {

/// Cores that this process may use: its CPU affinity, and its control group's quota when that is less.
unsigned availableCores();

/// $RADDLE_WORKERS, or availableCores().
unsigned defaultWorkerCount();

} // namespace raddle

#endif
