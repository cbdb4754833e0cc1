#include "machine/tiles.h"

namespace raddle::machine {

Tiles askForTiles() { return Tiles::kNone; }

} // namespace raddle::machine
