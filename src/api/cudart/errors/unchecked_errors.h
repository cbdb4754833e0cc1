// The errors of API calls that a program has not looked at, to be told when it ends.
//
// An error counts as looked at when the code after the call compares it, or gives it to another function; when the same thread
// asks for its last error afterwards; and when anybody asks what it is called. Answers that are no mistakes are not noted: of
// functions that only ask about devices and their like, that something is done already, and what follows from a kernel's
// fault, which was reported.
#ifndef RADDLE_API_CUDART_ERRORS_UNCHECKED_ERRORS_H
#define RADDLE_API_CUDART_ERRORS_UNCHECKED_ERRORS_H

#include "driver_types.h"

#include <cstdint>
#include <string>

namespace raddle::cudart {

/// The calling thread's call of the API answers `error`. `site` is where the function says so: a code address in it.
void noteError(cudaError_t error, std::uintptr_t site);

/// What to say of the error that the calling thread noted last, in place of the function's name: "kernel ... was not
/// launched". `stub` is the kernel's stub, which made the call. `notes` follow, lines that begin with "note: ".
void describeRefusedLaunch(cudaError_t error, const void *stub, std::string text, std::string notes);

/// The calling thread has asked for its last error. It may take it for one of the launch in between, if there was one.
void noteThatThreadAsked();

/// The program has asked for the error's name, or what it means.
void noteThatProgramAsked(cudaError_t error);

/// Warnings about all that is left, the oldest first; "" when nothing is.
std::string describeUncheckedErrors();

} // namespace raddle::cudart

#endif
