// What reports call the functions that threads wait in.
#ifndef RADDLE_RUNTIME_BLOCK_SPELLING_H
#define RADDLE_RUNTIME_BLOCK_SPELLING_H

namespace raddle::runtime {

struct Spelling {
#define RADDLE_WARP_OPERATION(function, form, result, entry, spelling)                                       \
  static constexpr const char *function = spelling;
#define RADDLE_BARRIER(function, effect, form, result, fusion, entry, spelling)                              \
  static constexpr const char *function = spelling;
#include "abi/runtime_functions.def"
};

} // namespace raddle::runtime

#endif
