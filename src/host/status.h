// How a call of the host core ends. Front ends translate it into errors of their own.
#ifndef RADDLE_HOST_STATUS_H
#define RADDLE_HOST_STATUS_H

namespace raddle::host {

/// True, as a condition, says that something is wrong: `if (Status status = allocate(...)) return status;`
enum [[nodiscard]] Status : unsigned char {
  kSuccess,
  kInvalidValue,
  kNotSupported,
  // devices
  kNoDevice,
  kInvalidDevice,
  kUnsupportedLimit,
  // memory and copies
  kOutOfMemory,
  kAlreadyRegistered,
  kInvalidPitch,
  kInvalidDirection,
  // handles
  kInvalidHandle,
  kIllegalState,
  kNotReady, // an answer, no error
  kWrongProcess,
  // modules
  kUnknownFunction,
  kUnknownSymbol,
  kInvalidImage,
  kFileNotFound,
  kNoImageForDevice,
  kNoCompiler,
  kInvalidPtx,
  kUnsupportedPtxVersion,
  kNoPlaceForFiles,
  // launches
  kInvalidConfiguration,
  kOutOfResources,
  kInvalidCluster,
  kCooperativeTooLarge,
  kLaunchTooDeep,
  kSynchronizedTooDeep,
  kTooManyPending,
  // capture of streams
  kCaptureUnsupported,
  kCaptureInvalidated,
  kCaptureMerge,
  kCaptureUnmatched,
  kCaptureUnjoined,
  kCaptureIsolation,
  kCaptureImplicit,
  kCapturedEvent,
  kCaptureWrongThread,
  kUpdateFailed, // of a graph that was made ready for launches
  // faults of kernels, which stay until the device is reset
  kIllegalAddress,
  kMisalignedAddress,
  kAssert,
  kTrap,
  kIllegalInstruction,
  kTimeout,
};

} // namespace raddle::host

#endif
