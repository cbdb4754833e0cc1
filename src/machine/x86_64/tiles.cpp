#include "machine/tiles.h"

#include <asm/prctl.h>
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace raddle::machine {

namespace {

// Linux, asm/prctl.h, since 5.16; and the number of the tiles' data among the processor's states.
constexpr long kRequestPermission = 0x1023, kTileData = 18;

// CPUID leaf 7, EDX.
bool hasTiles() {
  constexpr unsigned kBf16 = 1u << 22, kTile = 1u << 24;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (edx & kBf16) != 0 && (edx & kTile) != 0;
}

} // namespace

Tiles askForTiles() {
  static const Tiles tiles = [] {
    if (!hasTiles())
      return Tiles::kNone;
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0 ? Tiles::kAllowed : Tiles::kRefused;
  }();
  return tiles;
}

} // namespace raddle::machine
