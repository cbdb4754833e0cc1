// The functions that bind a texture reference to memory, and that set and get its address modes, filter and format.
#include "api/cuda/texture_references.h"

#include <algorithm>
#include <iterator>

using namespace raddle::cuda;

namespace {

// How a reference reads, changed by `change(description)`, which answers whether the value was allowed.
template <typename Change> CUresult changeReading(CUtexref reference, Change change) {
  return onReference(reference, [&](const Context &context, CUtexref_st &found) {
    if (!change(found.how))
      return CUDA_ERROR_INVALID_VALUE;
    if (found.is_bound)
      renew(context, found);
    return CUDA_SUCCESS;
  });
}

// Gives `out` what `value(reference)` is.
template <typename T, typename Value> CUresult giveTo(T *out, CUtexref reference, Value value) {
  return onReference(reference, [&](const Context &, CUtexref_st &found) {
    if (!out)
      return CUDA_ERROR_INVALID_VALUE;
    *out = static_cast<T>(value(found));
    return CUDA_SUCCESS;
  });
}

CUresult bind(const Context &context, CUtexref_st &reference, const CUDA_RESOURCE_DESC &resource) {
  reference.resource = resource;
  reference.is_bound = true;
  renew(context, reference);
  return CUDA_SUCCESS;
}

CUresult unbind(const Context &context, CUtexref_st &reference) {
  reference.is_bound = false;
  renew(context, reference);
  return CUDA_SUCCESS;
}

bool isFilter(CUfilter_mode mode) {
  return mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
}
bool isDimension(int dimension) { return dimension >= 0 && dimension < 3; }

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned flags) {
  return onReference(reference, [=](const Context &context, CUtexref_st &found) {
    CUDA_ARRAY3D_DESCRIPTOR description;
    if (!array)
      return unbind(context, found);
    if (flags != CU_TRSA_OVERRIDE_FORMAT)
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult failed = cuArray3DGetDescriptor(&description, array))
      return failed;
    found.format = description.Format;
    found.channels = static_cast<int>(description.NumChannels);
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    return bind(context, found, resource);
  });
}

CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray mipmap, unsigned flags) {
  return onReference(reference, [=](const Context &context, CUtexref_st &found) {
    CUarray level = nullptr;
    if (!mipmap)
      return unbind(context, found);
    if (flags != CU_TRSA_OVERRIDE_FORMAT)
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult failed = cuMipmappedArrayGetLevel(&level, mipmap, 0))
      return failed;
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    resource.res.mipmap.hMipmappedArray = mipmap;
    return bind(context, found, resource);
  });
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref reference, CUdeviceptr pointer, size_t bytes) {
  return onReference(reference, [=](const Context &context, CUtexref_st &found) {
    if (offset)
      *offset = 0;
    if (!pointer || bytes == 0)
      return unbind(context, found);
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = pointer;
    resource.res.linear.format = found.format;
    resource.res.linear.numChannels = static_cast<unsigned>(found.channels);
    resource.res.linear.sizeInBytes = bytes;
    return bind(context, found, resource);
  });
}

CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *description,
                              CUdeviceptr pointer, size_t pitch) {
  return onReference(reference, [=](const Context &context, CUtexref_st &found) {
    if (!description || !pointer)
      return CUDA_ERROR_INVALID_VALUE;
    found.format = description->Format;
    found.channels = static_cast<int>(description->NumChannels);
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D.devPtr = pointer;
    resource.res.pitch2D.format = description->Format;
    resource.res.pitch2D.numChannels = description->NumChannels;
    resource.res.pitch2D.width = description->Width;
    resource.res.pitch2D.height = description->Height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return bind(context, found, resource);
  });
}

CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int components) {
  return onReference(reference, [=](const Context &context, CUtexref_st &found) {
    if (components != 1 && components != 2 && components != 4)
      return CUDA_ERROR_INVALID_VALUE;
    found.format = format;
    found.channels = components;
    if (found.is_bound && found.resource.resType == CU_RESOURCE_TYPE_LINEAR) {
      found.resource.res.linear.format = format;
      found.resource.res.linear.numChannels = static_cast<unsigned>(components);
      renew(context, found);
    }
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    if (!isDimension(dimension) || static_cast<unsigned>(mode) > CU_TR_ADDRESS_MODE_BORDER)
      return false;
    how.addressMode[dimension] = mode;
    return true;
  });
}

CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    how.filterMode = isFilter(mode) ? mode : how.filterMode;
    return isFilter(mode);
  });
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, CUfilter_mode mode) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    how.mipmapFilterMode = isFilter(mode) ? mode : how.mipmapFilterMode;
    return isFilter(mode);
  });
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    how.mipmapLevelBias = bias;
    return true;
  });
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float least, float most) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    how.minMipmapLevelClamp = least;
    how.maxMipmapLevelClamp = most;
    return true;
  });
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned most) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    how.maxAnisotropy = most;
    return true;
  });
}

CUresult cuTexRefSetBorderColor(CUtexref reference, float *color) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    if (color)
      std::copy_n(color, std::size(how.borderColor), how.borderColor);
    return color != nullptr;
  });
}

CUresult cuTexRefSetFlags(CUtexref reference, unsigned flags) {
  return changeReading(reference, [=](CUDA_TEXTURE_DESC &how) {
    constexpr unsigned kKnown = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                                CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    how.flags = (flags & ~kKnown) == 0 ? flags : how.flags;
    return (flags & ~kKnown) == 0;
  });
}

CUresult cuTexRefGetAddress(CUdeviceptr *pointer, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &found) {
    const auto type = found.resource.resType;
    if (!pointer || !found.is_bound || (type != CU_RESOURCE_TYPE_LINEAR && type != CU_RESOURCE_TYPE_PITCH2D))
      return CUDA_ERROR_INVALID_VALUE;
    *pointer = type == CU_RESOURCE_TYPE_LINEAR ? found.resource.res.linear.devPtr
                                               : found.resource.res.pitch2D.devPtr;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetArray(CUarray *array, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &found) {
    if (!array || !found.is_bound || found.resource.resType != CU_RESOURCE_TYPE_ARRAY)
      return CUDA_ERROR_INVALID_VALUE;
    *array = found.resource.res.array.hArray;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &found) {
    if (!mipmap || !found.is_bound || found.resource.resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
      return CUDA_ERROR_INVALID_VALUE;
    *mipmap = found.resource.res.mipmap.hMipmappedArray;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref reference, int dimension) {
  if (!isDimension(dimension))
    return answer(CUDA_ERROR_INVALID_VALUE);
  return giveTo(mode, reference, [=](const CUtexref_st &found) { return found.how.addressMode[dimension]; });
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref reference) {
  return giveTo(mode, reference, [](const CUtexref_st &found) { return found.how.filterMode; });
}

CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &found) {
    if (!format && !channels)
      return CUDA_ERROR_INVALID_VALUE;
    if (format)
      *format = found.format;
    if (channels)
      *channels = found.channels;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref reference) {
  return giveTo(mode, reference, [](const CUtexref_st &found) { return found.how.mipmapFilterMode; });
}

CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref reference) {
  return giveTo(bias, reference, [](const CUtexref_st &found) { return found.how.mipmapLevelBias; });
}

CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &found) {
    if (!least || !most)
      return CUDA_ERROR_INVALID_VALUE;
    *least = found.how.minMipmapLevelClamp;
    *most = found.how.maxMipmapLevelClamp;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetMaxAnisotropy(int *most, CUtexref reference) {
  return giveTo(most, reference, [](const CUtexref_st &found) { return found.how.maxAnisotropy; });
}

CUresult cuTexRefGetBorderColor(float *color, CUtexref reference) {
  return onReference(reference, [=](const Context &, CUtexref_st &found) {
    if (!color)
      return CUDA_ERROR_INVALID_VALUE;
    std::ranges::copy(found.how.borderColor, color);
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetFlags(unsigned *flags, CUtexref reference) {
  return giveTo(flags, reference, [](const CUtexref_st &found) { return found.how.flags; });
}

} // extern "C"
#pragma GCC visibility pop
