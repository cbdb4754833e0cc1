// Copies and fills of up to three dimensions: what is allowed, and when the bytes move.
#ifndef RADDLE_HOST_REQUESTS_COPY_H
#define RADDLE_HOST_REQUESTS_COPY_H

#include "host/memory/transfer.h"
#include "host/process/process.h"

namespace raddle::host {

/// What is wrong with it, as the functions below answer; explained on stderr.
Status checkCopy(const Context &context, const Copy &copy);
Status checkFill(const Context &context, const Fill &fill);

/// Does it at once. False when memory may not be accessed.
bool moveBytes(backend::Backend &backend, const Copy &copy);
void fillBytes(backend::Backend &backend, const Fill &fill);

/// Copies after all work that the stream, the default one mostly, waits for, and returns when it is done.
/// Status::kInvalidDirection, Status::kInvalidPitch, Status::kInvalidValue (an operand is not the
/// memory that `direction` says, or the range leaves its allocation), or the fault of an earlier kernel.
Status copyNow(const Context &context, Stream &stream, const Copy &copy);

/// Copies in stream order. Returns early where CUDA promises it: pageable host memory may be reused, or
/// read, as soon as the call returns. Errors as copyNow.
Status copyInStream(const Context &context, Stream &stream, const Copy &copy);

/// Fills in stream order; with `wait`, memory that the host sees is filled when the call returns.
Status fillInStream(const Context &context, Stream &stream, const Fill &fill, bool wait);

} // namespace raddle::host

#endif
