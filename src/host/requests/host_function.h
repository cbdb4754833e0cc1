// Functions of the host in streams.
#ifndef RADDLE_HOST_REQUESTS_HOST_FUNCTION_H
#define RADDLE_HOST_REQUESTS_HOST_FUNCTION_H

#include "host/process/process.h"

#include <functional>

namespace raddle::host {

/// Calls the function after the stream's earlier work, on a thread of its own, where calls of CUDA are refused. It learns of
/// the fault of an earlier kernel.
void enqueueHostFunction(const Context &context, Stream &stream, std::function<void(Status)> function);

} // namespace raddle::host

#endif
