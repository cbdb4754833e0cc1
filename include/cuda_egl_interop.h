// EGL's streams and images for kernels. There is no graphics card: each function says so on stderr, and answers
// cudaErrorNotSupported.
#ifndef __CUDA_EGL_INTEROP_H__
#define __CUDA_EGL_INTEROP_H__

#include "cuda_runtime_api.h"

#include "raddle/names/hide.h"

// EGLImageKHR, EGLStreamKHR and EGLSyncKHR are pointers to void.
typedef struct CUeglStreamConnection_st *cudaEglStreamConnection;
struct cudaEglFrame_st;

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t cudaGraphicsEGLRegisterImage(struct cudaGraphicsResource **pCudaResource, void *image,
                                         unsigned int flags);
cudaError_t cudaGraphicsResourceGetMappedEglFrame(struct cudaEglFrame_st *eglFrame,
                                                  cudaGraphicsResource_t resource, unsigned int index,
                                                  unsigned int mipLevel);
cudaError_t cudaEGLStreamConsumerConnect(cudaEglStreamConnection *conn, void *eglStream);
cudaError_t cudaEGLStreamConsumerConnectWithFlags(cudaEglStreamConnection *conn, void *eglStream,
                                                  unsigned int flags);
cudaError_t cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection *conn);
cudaError_t cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection *conn,
                                              cudaGraphicsResource_t *pCudaResource, cudaStream_t *pStream,
                                              unsigned int timeout);
cudaError_t cudaEGLStreamConsumerReleaseFrame(cudaEglStreamConnection *conn,
                                              cudaGraphicsResource_t pCudaResource, cudaStream_t *pStream);
cudaError_t cudaEGLStreamProducerConnect(cudaEglStreamConnection *conn, void *eglStream, int width,
                                         int height);
cudaError_t cudaEGLStreamProducerDisconnect(cudaEglStreamConnection *conn);
cudaError_t cudaEventCreateFromEGLSync(cudaEvent_t *phEvent, void *eglSync, unsigned int flags);

#if defined(__cplusplus)
}
#endif

#include "raddle/names/show.h"

#endif
