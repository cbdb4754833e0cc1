#include "api/cuda/result.h"

#include "api/cuda/logs.h"
#include "api/shared/failed_calls.h"
#include "host/memory/explanations.h"
#include "host/process/host_thread.h"
#include "host/process/process.h"

#include <cstddef>
#include <fmt/format.h>
#include <iterator>

namespace raddle::cuda {

using host::Process;

namespace {

// In the order of Status. Most have the numbers of the runtime API's errors; what that has below 100 is an invalid value here.
constexpr struct {
  Status status;
  CUresult result;
} kResults[] = {
    {Status::kSuccess, CUDA_SUCCESS},
    {Status::kInvalidValue, CUDA_ERROR_INVALID_VALUE},
    {Status::kNotSupported, CUDA_ERROR_NOT_SUPPORTED},
    {Status::kNoDevice, CUDA_ERROR_NO_DEVICE},
    {Status::kInvalidDevice, CUDA_ERROR_INVALID_DEVICE},
    {Status::kUnsupportedLimit, CUDA_ERROR_UNSUPPORTED_LIMIT},
    {Status::kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY},
    {Status::kAlreadyRegistered, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED},
    {Status::kInvalidPitch, CUDA_ERROR_INVALID_VALUE},
    {Status::kInvalidDirection, CUDA_ERROR_INVALID_VALUE},
    {Status::kInvalidHandle, CUDA_ERROR_INVALID_HANDLE},
    {Status::kIllegalState, CUDA_ERROR_ILLEGAL_STATE},
    {Status::kNotReady, CUDA_ERROR_NOT_READY},
    {Status::kWrongProcess, CUDA_ERROR_INVALID_CONTEXT},
    {Status::kUnknownFunction, CUDA_ERROR_INVALID_HANDLE},
    {Status::kUnknownSymbol, CUDA_ERROR_NOT_FOUND},
    {Status::kInvalidImage, CUDA_ERROR_INVALID_IMAGE},
    {Status::kFileNotFound, CUDA_ERROR_FILE_NOT_FOUND},
    {Status::kNoImageForDevice, CUDA_ERROR_NO_BINARY_FOR_GPU},
    {Status::kNoCompiler, CUDA_ERROR_JIT_COMPILER_NOT_FOUND},
    {Status::kInvalidPtx, CUDA_ERROR_INVALID_PTX},
    {Status::kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
    {Status::kNoPlaceForFiles, CUDA_ERROR_OPERATING_SYSTEM},
    {Status::kInvalidConfiguration, CUDA_ERROR_INVALID_VALUE},
    {Status::kOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES},
    {Status::kInvalidCluster, CUDA_ERROR_INVALID_CLUSTER_SIZE},
    {Status::kCooperativeTooLarge, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE},
    {Status::kLaunchTooDeep, CUDA_ERROR_LAUNCH_FAILED},
    {Status::kSynchronizedTooDeep, CUDA_ERROR_LAUNCH_FAILED},
    {Status::kTooManyPending, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES},
    {Status::kCaptureUnsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED},
    {Status::kCaptureInvalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED},
    {Status::kCaptureMerge, CUDA_ERROR_STREAM_CAPTURE_MERGE},
    {Status::kCaptureUnmatched, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED},
    {Status::kCaptureUnjoined, CUDA_ERROR_STREAM_CAPTURE_UNJOINED},
    {Status::kCaptureIsolation, CUDA_ERROR_STREAM_CAPTURE_ISOLATION},
    {Status::kCaptureImplicit, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT},
    {Status::kCapturedEvent, CUDA_ERROR_CAPTURED_EVENT},
    {Status::kCaptureWrongThread, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD},
    {Status::kUpdateFailed, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE},
    {Status::kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS},
    {Status::kMisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS},
    {Status::kAssert, CUDA_ERROR_ASSERT},
    {Status::kTrap, CUDA_ERROR_LAUNCH_FAILED},
    {Status::kIllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION},
    {Status::kTimeout, CUDA_ERROR_LAUNCH_TIMEOUT},
};

constexpr bool isInOrder() {
  for (std::size_t i = 0; i < std::size(kResults); ++i)
    if (kResults[i].status != i)
      return false;
  return std::size(kResults) == Status::kTimeout + 1;
}
static_assert(isInOrder());

} // namespace

Words wordsOf(CUresult result) {
  switch (result) {
#define RESULT(name, meaning)                                                                                \
  case name:                                                                                                 \
    return {#name, meaning};
#include "api/cuda/results.def"
#undef RESULT
  }
  return {nullptr, nullptr};
}

CUresult detail::resultOfFailure(Status status) { return kResults[status].result; }

void noteFailure(CUresult result) {
  const auto explanation = host::takeExplanation();
  const Words known = wordsOf(result), words = known.name ? known : Words{"CUDA_ERROR_UNKNOWN", "unknown error"};
  // A stream that is asked whether it is idle has not failed.
  if (result != CUDA_ERROR_NOT_READY)
    logError(fmt::format("{}: {}", words.name, words.meaning));
  // Programs that use this API look at its results: only the checker tells of them.
  const Process *process = Process::existing();
  if (result == CUDA_ERROR_NOT_READY || result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED ||
      !api::reportsApiErrors() || !process ||
      (!process->devices.empty() && resultOf(process->scheduler.fault(host::hostThread().device)) == result))
    return;
  const api::Caller caller =
      api::findCaller(callSite(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))));
  const bool is_looked_at = api::isResultLookedAt(caller);
  if (api::isQuestion(caller.function) || !api::reportsApiErrors(is_looked_at))
    return;
  api::reportApiError({caller, words.name, words.meaning, static_cast<int>(result), is_looked_at},
                      explanation.get());
}

} // namespace raddle::cuda

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGetErrorName(CUresult error, const char **name) {
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  *name = raddle::cuda::wordsOf(error).name;
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  *text = raddle::cuda::wordsOf(error).meaning;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

} // extern "C"
#pragma GCC visibility pop
