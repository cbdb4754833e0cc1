// The types of the driver API's functions, by the names that callers of cuGetProcAddress give pointers to them.
#ifndef CUDATYPEDEFS_H
#define CUDATYPEDEFS_H

#include "raddle/names/hide.h"

#include "cuda.h"

#if defined(__cplusplus)
#define RADDLE_TYPE_OF decltype
#else
#define RADDLE_TYPE_OF __typeof__
#endif
// The version is that of CUDA which brought the function under that name.
#define RADDLE_VERSION(name, version, function) typedef RADDLE_TYPE_OF(&function) PFN_##name##_v##version;
// The name alone stands for this one, too. It is a macro, where the function is a later version.
#define RADDLE_NEWEST(name, version)                                                                                   \
  typedef RADDLE_TYPE_OF(&name) PFN_##name##_v##version;                                                               \
  typedef PFN_##name##_v##version PFN_##name;

#include "raddle/driver/typedefs/devices.def"
#include "raddle/driver/typedefs/modules.def"
#include "raddle/driver/typedefs/memory.def"
#include "raddle/driver/typedefs/streams.def"
#include "raddle/driver/typedefs/launches.def"
#include "raddle/driver/typedefs/graphs.def"
#include "raddle/driver/typedefs/textures.def"
#include "raddle/driver/typedefs/tools.def"

#undef RADDLE_NEWEST
#undef RADDLE_VERSION
#undef RADDLE_TYPE_OF

#include "raddle/names/show.h"

#endif
