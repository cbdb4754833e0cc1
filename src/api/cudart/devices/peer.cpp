// Peer access. All devices live in one address space and reach each other's memory anyway; what a program
// enables is only remembered.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

using namespace raddle::cudart;

cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer) {
  return onProcess([=](Process &process) {
    if (!process.hasDevice(device) || !process.hasDevice(peer))
      return cudaErrorInvalidDevice;
    if (!can_access)
      return cudaErrorInvalidValue;
    // A device is no peer of its own.
    *can_access = device != peer;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute, int source, int destination) {
  return onProcess([=](Process &process) {
    if (!value)
      return cudaErrorInvalidValue;
    if (!process.hasDevice(source) || !process.hasDevice(destination) || source == destination)
      return cudaErrorInvalidDevice;
    switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
      *value = 0;
      return cudaSuccess;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported:
      *value = 1;
      return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  return onDevice([=](const Context &context) {
    if (!context.process.hasDevice(peer))
      return cudaErrorInvalidDevice;
    if (flags != cudaPeerAccessDefault)
      return cudaErrorInvalidValue;
    if (peer == context.device.id())
      return cudaErrorPeerAccessUnsupported;
    return context.device.enablePeer(peer) ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return onDevice([=](const Context &context) {
    if (!context.process.hasDevice(peer))
      return cudaErrorInvalidDevice;
    return context.device.disablePeer(peer) ? cudaSuccess : cudaErrorPeerAccessNotEnabled;
  });
}
