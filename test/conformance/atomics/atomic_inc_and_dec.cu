// atomicInc wraps to zero past its limit, atomicDec wraps to its limit at zero or above the limit.
#include "contention.h"

OPERATION(Inc, atomicInc, 99);
OPERATION(IncSystem, atomicInc_system, 99);
OPERATION(IncBlock, atomicInc_block, 99);
OPERATION(Dec, atomicDec, 99);
OPERATION(DecSystem, atomicDec_system, 99);
OPERATION(DecBlock, atomicDec_block, 99);

int main() {
  auto inc = [](unsigned value, int) { return value >= 99 ? 0 : value + 1; };
  auto dec = [](unsigned value, int) { return value == 0 || value > 99 ? 99 : value - 1; };
  for (unsigned initial : {0u, 50u, 99u, 100u, 0xffffffffu}) {
    checkContention(initial, Inc{}, inc);
    checkContention(initial, IncSystem{}, inc);
    checkBlockScope(initial, IncBlock{}, inc);
    checkContention(initial, Dec{}, dec);
    checkContention(initial, DecSystem{}, dec);
    checkBlockScope(initial, DecBlock{}, dec);
  }
  return verdict();
}
