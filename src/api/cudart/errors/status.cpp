#include "api/cudart/errors/status.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>

namespace raddle::cudart {

namespace {

// In the order of Status.
constexpr struct {
  Status status;
  cudaError_t error;
} kErrors[] = {
    {Status::kSuccess, cudaSuccess},
    {Status::kInvalidValue, cudaErrorInvalidValue},
    {Status::kNotSupported, cudaErrorNotSupported},
    {Status::kNoDevice, cudaErrorNoDevice},
    {Status::kInvalidDevice, cudaErrorInvalidDevice},
    {Status::kUnsupportedLimit, cudaErrorUnsupportedLimit},
    {Status::kOutOfMemory, cudaErrorMemoryAllocation},
    {Status::kAlreadyRegistered, cudaErrorHostMemoryAlreadyRegistered},
    {Status::kInvalidPitch, cudaErrorInvalidPitchValue},
    {Status::kInvalidDirection, cudaErrorInvalidMemcpyDirection},
    {Status::kInvalidHandle, cudaErrorInvalidResourceHandle},
    {Status::kIllegalState, cudaErrorIllegalState},
    {Status::kNotReady, cudaErrorNotReady},
    {Status::kWrongProcess, cudaErrorDeviceUninitialized},
    {Status::kUnknownFunction, cudaErrorInvalidDeviceFunction},
    {Status::kUnknownSymbol, cudaErrorInvalidSymbol},
    {Status::kInvalidImage, cudaErrorInvalidKernelImage},
    {Status::kFileNotFound, cudaErrorFileNotFound},
    {Status::kNoImageForDevice, cudaErrorNoKernelImageForDevice},
    {Status::kNoCompiler, cudaErrorJitCompilerNotFound},
    {Status::kInvalidPtx, cudaErrorInvalidPtx},
    {Status::kUnsupportedPtxVersion, cudaErrorUnsupportedPtxVersion},
    {Status::kNoPlaceForFiles, cudaErrorOperatingSystem},
    {Status::kInvalidConfiguration, cudaErrorInvalidConfiguration},
    {Status::kOutOfResources, cudaErrorLaunchOutOfResources},
    {Status::kInvalidCluster, cudaErrorInvalidClusterSize},
    {Status::kCooperativeTooLarge, cudaErrorCooperativeLaunchTooLarge},
    {Status::kLaunchTooDeep, cudaErrorLaunchMaxDepthExceeded},
    {Status::kSynchronizedTooDeep, cudaErrorSyncDepthExceeded},
    {Status::kTooManyPending, cudaErrorLaunchPendingCountExceeded},
    {Status::kCaptureUnsupported, cudaErrorStreamCaptureUnsupported},
    {Status::kCaptureInvalidated, cudaErrorStreamCaptureInvalidated},
    {Status::kCaptureMerge, cudaErrorStreamCaptureMerge},
    {Status::kCaptureUnmatched, cudaErrorStreamCaptureUnmatched},
    {Status::kCaptureUnjoined, cudaErrorStreamCaptureUnjoined},
    {Status::kCaptureIsolation, cudaErrorStreamCaptureIsolation},
    {Status::kCaptureImplicit, cudaErrorStreamCaptureImplicit},
    {Status::kCapturedEvent, cudaErrorCapturedEvent},
    {Status::kCaptureWrongThread, cudaErrorStreamCaptureWrongThread},
    {Status::kUpdateFailed, cudaErrorGraphExecUpdateFailure},
    {Status::kIllegalAddress, cudaErrorIllegalAddress},
    {Status::kMisalignedAddress, cudaErrorMisalignedAddress},
    {Status::kAssert, cudaErrorAssert},
    {Status::kTrap, cudaErrorLaunchFailure},
    {Status::kIllegalInstruction, cudaErrorIllegalInstruction},
    {Status::kTimeout, cudaErrorLaunchTimeout},
};

constexpr bool isInOrder() {
  for (std::size_t i = 0; i < std::size(kErrors); ++i)
    if (kErrors[i].status != i)
      return false;
  return std::size(kErrors) == Status::kTimeout + 1;
}
static_assert(isInOrder());

} // namespace

namespace {

std::atomic<bool> answers_as_cuda13 = false;

} // namespace

void answerAsCuda13() { answers_as_cuda13.store(true, std::memory_order_relaxed); }

cudaError_t detail::errorOfFailure(Status status) {
  if (answers_as_cuda13.load(std::memory_order_relaxed)) {
    if (status == Status::kInvalidConfiguration)
      return cudaErrorInvalidValue;
    if (status == Status::kUnknownFunction)
      return cudaErrorInvalidResourceHandle;
  }
  return kErrors[status].error;
}

cudaError_t errorForKernels(Status status) { return kErrors[status].error; }

Status statusOf(cudaError_t error) {
  const auto *row = std::ranges::find(kErrors, error, [](const auto &entry) { return entry.error; });
  return row == std::end(kErrors) ? Status::kInvalidValue : row->status;
}

} // namespace raddle::cudart
