// VDPAU's surfaces for kernels. There is no graphics card: each function says so on stderr, and answers cudaErrorNotSupported.
#ifndef __CUDA_VDPAU_INTEROP_H__
#define __CUDA_VDPAU_INTEROP_H__

#include "cuda_runtime_api.h"

#include <vdpau/vdpau.h>

#include "raddle/names/hide.h"

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t cudaVDPAUGetDevice(int *device, VdpDevice vdpDevice, VdpGetProcAddress *vdpGetProcAddress);
cudaError_t cudaVDPAUSetVDPAUDevice(int device, VdpDevice vdpDevice, VdpGetProcAddress *vdpGetProcAddress);
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource **resource,
                                                  VdpVideoSurface vdpSurface, unsigned int flags);
cudaError_t cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource **resource,
                                                   VdpOutputSurface vdpSurface, unsigned int flags);

#if defined(__cplusplus)
}
#endif

#include "raddle/names/show.h"

#endif
