// Failed calls of the API as findings of the checker.
#ifndef RADDLE_API_CUDART_ERRORS_API_FINDINGS_H
#define RADDLE_API_CUDART_ERRORS_API_FINDINGS_H

#include "diagnostics/stack_trace.h"
#include "driver_types.h"
#include "host/memory/explanations.h"

#include <string>

namespace raddle::cudart {

struct FailedCall {
  cudaError_t error;
  std::string function; // of the API, or ""
  StackTrace callers;   // the program's functions, from the one that called it
  bool is_looked_at;    // by the program
};

/// Whether the checker is to be told of them.
bool reportsApiErrors();

/// `explanation`: what is known of the reason, or null.
void reportApiError(const FailedCall &call, const host::Explanation *explanation);

} // namespace raddle::cudart

#endif
