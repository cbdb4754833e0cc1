// The CUDA competitors' textures.
#ifndef RADDLE_BENCH_TEXTURE_H
#define RADDLE_BENCH_TEXTURE_H

#include "device.h"

namespace bench {

/// A texture over an array of floats. Coordinates are texels, and clamped. Of a depth of 0 the image has two dimensions.
class Texture {
public:
  Texture(const Array<float> &texels, cudaExtent extent, cudaTextureFilterMode filter) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    require(cudaMalloc3DArray(&array_, &format, extent));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(texels.data()), extent.width * sizeof(float),
                                      extent.width, extent.height);
    copy.dstArray = array_;
    copy.extent = {extent.width, extent.height, extent.depth ? extent.depth : 1};
    copy.kind = cudaMemcpyHostToDevice;
    require(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    cudaTextureDesc how = {};
    for (cudaTextureAddressMode &mode : how.addressMode)
      mode = cudaAddressModeClamp;
    how.filterMode = filter;
    require(cudaCreateTextureObject(&object_, &resource, &how, nullptr));
  }
  ~Texture() {
    cudaDestroyTextureObject(object_);
    cudaFreeArray(array_);
  }
  Texture(const Texture &) = delete;
  Texture &operator=(const Texture &) = delete;

  operator cudaTextureObject_t() const { return object_; }

private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t object_ = 0;
};

} // namespace bench

#endif
