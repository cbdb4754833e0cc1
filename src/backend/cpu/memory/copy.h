// Moving and filling bytes: large ones by all cores that have nothing else to do.
#ifndef RADDLE_BACKEND_CPU_MEMORY_COPY_H
#define RADDLE_BACKEND_CPU_MEMORY_COPY_H

#include "backend/region.h"
#include "runtime/executor/executor.h"

namespace raddle::cpu {

using backend::Region;
using backend::Shape;

/// As Backend::copy().
bool copyRegion(runtime::Executor &executor, const Region &destination, const Region &source,
                const Shape &shape);

/// As Backend::fill().
void fillRegion(runtime::Executor &executor, const Region &region, const Shape &shape, int value);

} // namespace raddle::cpu

#endif
