// The tiles of AMX, which a process may use only after the system has let it have them.
#ifndef RADDLE_MACHINE_TILES_H
#define RADDLE_MACHINE_TILES_H

namespace raddle::machine {

enum class Tiles {
  kNone, // the processor has none that multiply bf16
  kAllowed,
  kRefused,
};

/// Asks the system, once, for all threads of the process. It refuses where the signal stack of a thread is too small for tiles.
Tiles askForTiles();

} // namespace raddle::machine

#endif
