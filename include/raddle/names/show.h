// The end of what hide.h begins.
#pragma pop_macro("__RADDLE_HIDES_NAMES")
#if !defined(__RADDLE_HIDES_NAMES) && defined(__has_include)
#if __has_include("raddle_names/show.h")
#include "raddle_names/show.h"
#endif
#endif
