// OpenGL's buffers and images for kernels. There is no graphics card: each function says so on stderr, and answers
// cudaErrorNotSupported.
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"

#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#define RADDLE_HAS_GL
#endif
#endif
#ifndef RADDLE_HAS_GL
typedef unsigned int GLenum;
typedef unsigned int GLuint;
#endif

#include "raddle/names/hide.h"

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};

enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t cudaGLGetDevices(unsigned int *pCudaDeviceCount, int *pCudaDevices, unsigned int cudaDeviceCount,
                             enum cudaGLDeviceList deviceList);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, GLuint image, GLenum target,
                                        unsigned int flags);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource, GLuint buffer,
                                         unsigned int flags);
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLRegisterBufferObject(GLuint buffer);
cudaError_t cudaGLMapBufferObject(void **devPtr, GLuint buffer);
cudaError_t cudaGLUnmapBufferObject(GLuint buffer);
cudaError_t cudaGLUnregisterBufferObject(GLuint buffer);
cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);
cudaError_t cudaGLMapBufferObjectAsync(void **devPtr, GLuint buffer, cudaStream_t stream);
cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#include "raddle/names/show.h"

#endif
