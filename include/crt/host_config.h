// What the host compiler has to know before the rest.
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__

#include "crt/host_defines.h"

#include <limits.h>
#include <stddef.h>

#endif
