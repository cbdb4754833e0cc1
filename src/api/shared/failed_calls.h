// Failed calls of either API as findings of the checker.
#ifndef RADDLE_API_SHARED_FAILED_CALLS_H
#define RADDLE_API_SHARED_FAILED_CALLS_H

#include "api/shared/callers.h"
#include "host/memory/explanations.h"

#include <string>

namespace raddle::api {

struct FailedCall {
  Caller caller;
  std::string error, meaning; // "cudaErrorInvalidValue", "invalid argument"
  int number;                 // of the error
  bool is_looked_at;          // by the program
};

/// Whether the checker is to be told of them.
bool reportsApiErrors();

/// Whether it is to be told of those that the program looks at, or of the others.
bool reportsApiErrors(bool looked_at);

/// `explanation`: what is known of the reason, or null.
void reportApiError(const FailedCall &call, const host::Explanation *explanation);

} // namespace raddle::api

#endif
