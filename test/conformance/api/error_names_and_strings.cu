// cudaGetErrorName and cudaGetErrorString, and the numbers behind the names.
#include "../check.h"

static_assert(cudaSuccess == 0 && cudaErrorInvalidValue == 1 && cudaErrorMemoryAllocation == 2);
static_assert(cudaErrorInvalidConfiguration == 9 && cudaErrorInvalidMemcpyDirection == 21);
static_assert(cudaErrorInvalidDeviceFunction == 98 && cudaErrorNoDevice == 100 &&
              cudaErrorInvalidDevice == 101);
static_assert(cudaErrorInvalidResourceHandle == 400 && cudaErrorNotReady == 600 &&
              cudaErrorIllegalAddress == 700);
static_assert(cudaErrorLaunchTimeout == 702 && cudaErrorAssert == 710 && cudaErrorIllegalInstruction == 715);
static_assert(cudaErrorLaunchFailure == 719 && cudaErrorNotSupported == 801 && cudaErrorUnknown == 999);

int main() {
  CHECK_EQ(std::string(cudaGetErrorName(cudaSuccess)), std::string("cudaSuccess"));
  CHECK_EQ(std::string(cudaGetErrorString(cudaSuccess)), std::string("no error"));
  CHECK_EQ(std::string(cudaGetErrorName(cudaErrorIllegalAddress)), std::string("cudaErrorIllegalAddress"));
  CHECK_EQ(std::string(cudaGetErrorString(cudaErrorIllegalAddress)),
           std::string("an illegal memory access was encountered"));
  CHECK_EQ(std::string(cudaGetErrorString(cudaErrorInvalidValue)), std::string("invalid argument"));
  CHECK_EQ(std::string(cudaGetErrorString(cudaErrorMemoryAllocation)), std::string("out of memory"));
  CHECK_EQ(std::string(cudaGetErrorName(cudaErrorNotReady)), std::string("cudaErrorNotReady"));
  CHECK_EQ(std::string(cudaGetErrorName(static_cast<cudaError_t>(12345))),
           std::string("unrecognized error code"));
  CHECK_EQ(std::string(cudaGetErrorString(static_cast<cudaError_t>(12345))),
           std::string("unrecognized error code"));
  return verdict();
}
