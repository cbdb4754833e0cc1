// All types of the runtime API, a header per area.
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#include "raddle/names/hide.h"

#include <limits.h>
#include <stddef.h>

#include "crt/host_defines.h"
#include "vector_types.h"

#include "raddle/types/error.h"
#include "raddle/types/handle.h"
#include "raddle/types/device.h"
#include "raddle/types/memory.h"
#include "raddle/types/resource.h"
#include "raddle/types/launch.h"
#include "raddle/types/external.h"
#include "raddle/types/graph.h"

#include "raddle/names/show.h"

#endif
