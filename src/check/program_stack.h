// Where a program calls the CUDA API.
#ifndef RADDLE_CHECK_PROGRAM_STACK_H
#define RADDLE_CHECK_PROGRAM_STACK_H

#include "diagnostics/stack_trace.h"

namespace raddle::check {

/// The calling thread's stack without the functions of this library, innermost first.
StackTrace stackOfProgram();

/// Whether one of the functions is of this library.
bool hasThisLibrary(const StackTrace &stack);

} // namespace raddle::check

#endif
