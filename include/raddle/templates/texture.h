// Binding texture and surface references, which know their elements.
#ifndef RADDLE_TEMPLATES_TEXTURE_H
#define RADDLE_TEMPLATES_TEXTURE_H

template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                   const struct cudaChannelFormatDesc &desc, size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, &tex, devPtr, &desc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                   size_t size = UINT_MAX) {
  return ::cudaBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                     const struct cudaChannelFormatDesc &desc, size_t width, size_t height,
                                     size_t pitch) {
  return ::cudaBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                     size_t width, size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const struct texture<T, dim, mode> &tex, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc &desc) {
  return ::cudaBindTextureToArray(&tex, array, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToArray(const struct texture<T, dim, mode> &tex, cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  const cudaError_t error = ::cudaGetChannelDesc(&desc, array);
  return error == cudaSuccess ? ::cudaBindTextureToArray(&tex, array, &desc) : error;
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToMipmappedArray(const struct texture<T, dim, mode> &tex,
                                                   cudaMipmappedArray_const_t mipmappedArray,
                                                   const struct cudaChannelFormatDesc &desc) {
  return ::cudaBindTextureToMipmappedArray(&tex, mipmappedArray, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaBindTextureToMipmappedArray(const struct texture<T, dim, mode> &tex,
                                                   cudaMipmappedArray_const_t mipmappedArray) {
  return ::cudaBindTextureToMipmappedArray(&tex, mipmappedArray, &tex.channelDesc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaUnbindTexture(const struct texture<T, dim, mode> &tex) {
  return ::cudaUnbindTexture(&tex);
}
template <class T, int dim, enum cudaTextureReadMode mode>
inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct texture<T, dim, mode> &tex) {
  return ::cudaGetTextureAlignmentOffset(offset, &tex);
}

template <class T, int dim>
inline cudaError_t cudaBindSurfaceToArray(const struct surface<T, dim> &surf, cudaArray_const_t array,
                                          const struct cudaChannelFormatDesc &desc) {
  return ::cudaBindSurfaceToArray(&surf, array, &desc);
}
template <class T, int dim>
inline cudaError_t cudaBindSurfaceToArray(const struct surface<T, dim> &surf, cudaArray_const_t array) {
  struct cudaChannelFormatDesc desc;
  const cudaError_t error = ::cudaGetChannelDesc(&desc, array);
  return error == cudaSuccess ? ::cudaBindSurfaceToArray(&surf, array, &desc) : error;
}

#endif
