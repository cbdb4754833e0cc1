// Rounding modes, as conversion functions name them.
#ifndef __DEVICE_TYPES_H__
#define __DEVICE_TYPES_H__

#include "raddle/names/hide.h"

enum cudaRoundMode { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 };

#include "raddle/names/show.h"

#endif
