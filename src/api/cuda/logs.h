// The log of the driver API: a line for each call that has failed.
#ifndef RADDLE_API_CUDA_LOGS_H
#define RADDLE_API_CUDA_LOGS_H

#include <string>

namespace raddle::cuda {

/// Adds an error, and tells those who have asked to be called. `message` has no end of line, or some within.
void logError(const std::string &message);

} // namespace raddle::cuda

#endif
