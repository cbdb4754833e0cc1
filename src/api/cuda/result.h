// The host core's statuses as results of the driver API.
#ifndef RADDLE_API_CUDA_RESULT_H
#define RADDLE_API_CUDA_RESULT_H

#include "cuda.h"
#include "host/status.h"

namespace raddle::cuda {

using host::Status;

namespace detail {
CUresult resultOfFailure(Status status);
}
inline CUresult resultOf(Status status) {
  return status == Status::kSuccess ? CUDA_SUCCESS : detail::resultOfFailure(status);
}
/// Its name and the text for it; nulls for a number that is no result.
struct Words {
  const char *name, *meaning;
};
Words wordsOf(CUresult result);

/// A function of the API is about to answer that.
[[gnu::noinline]] void noteFailure(CUresult result);

/// For what the host core has no status for.
inline CUresult resultOf(CUresult result) { return result; }

} // namespace raddle::cuda

#endif
