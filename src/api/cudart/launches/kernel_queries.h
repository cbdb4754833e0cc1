// What the host and device code may ask of a kernel alike.
#ifndef RADDLE_API_CUDART_LAUNCHES_KERNEL_QUERIES_H
#define RADDLE_API_CUDART_LAUNCHES_KERNEL_QUERIES_H

#include "driver_types.h"
#include "host/module/module_registry.h"
#include "host/process/process.h"

#include <cstddef>

namespace raddle::cudart {

cudaFuncAttributes attributesOfKernel(const host::Context &context, host::Kernel &kernel);

/// Whether these may be the arguments of cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags().
bool mayAskForResidentBlocks(const int *blocks, int block_threads, unsigned flags);

/// How many blocks of a kernel a multiprocessor holds at a time. `dynamic_shared`: bytes of each.
int residentBlocks(const host::Context &context, const host::Kernel &kernel, int block_threads,
                   std::size_t dynamic_shared);

} // namespace raddle::cudart

#endif
