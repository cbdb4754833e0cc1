// Texture objects: how arrays and memory are read by coordinates.
#include "api/cudart/textures/texture_object.h"
#include "api/cudart/errors/unsupported.h"

#include "api/cudart/textures/formats.h"
#include "host/requests/array.h"
#include "texture_types.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

using namespace raddle::cudart;
using raddle::host::Array;
using raddle::host::Format;
using raddle::host::Mipmap;
using raddle::host::SamplerRequest;
using raddle_texture::AddressMode;
using raddle_texture::Element;
using raddle_texture::Level;
using raddle_texture::Sampler;

namespace {

// NVIDIA's GPUs ask for 512 bytes, which all that their cudaMalloc() returns has; here that is less.
constexpr std::size_t kBaseAlignment = raddle::backend::Memory::kAlignment;
// cudaDevAttrTexturePitchAlignment.
constexpr std::size_t kPitchAlignment = 32;

// What a program has asked for, kept to be asked for again.
struct Description {
  cudaResourceDesc resource;
  cudaTextureDesc texture;
  cudaResourceViewDesc view;
  bool has_view;
};

// What there is to read from.
struct Texels {
  Format format;
  std::vector<Level> levels; // the largest first
  bool is_buffer, is_cube, is_layered;
};

cudaError_t texelsOfMemory(void *memory, std::size_t alignment, const cudaChannelFormatDesc &description,
                           std::size_t width, std::size_t height, std::size_t pitch, Texels *out) {
  const std::optional<Format> format = formatOf(description);
  if (!format)
    return cudaErrorInvalidChannelDescriptor;
  if (!memory || reinterpret_cast<std::uintptr_t>(memory) % alignment != 0)
    return cudaErrorInvalidValue;
  const auto components = [&](std::size_t bytes) {
    return static_cast<unsigned>(bytes / (format->bits() / 8));
  };
  out->format = *format;
  out->levels = {{static_cast<unsigned char *>(memory), static_cast<unsigned>(width),
                  static_cast<unsigned>(height), 1, components(pitch), components(pitch * height)}};
  return cudaSuccess;
}

cudaError_t texelsOf(const Context &context, const cudaResourceDesc &resource, std::size_t alignment,
                     Texels *out) {
  out->is_buffer = out->is_cube = out->is_layered = false;
  switch (resource.resType) {
  case cudaResourceTypeArray: {
    const std::shared_ptr<Array> array = context.process.arrays.findArray(resource.res.array.array);
    if (!array)
      return cudaErrorInvalidResourceHandle;
    *out = {array->format(), {array->level()}, false, array->request().cube, array->request().layered};
    return cudaSuccess;
  }
  case cudaResourceTypeMipmappedArray: {
    const std::shared_ptr<Mipmap> mipmap = context.process.arrays.findMipmap(resource.res.mipmap.mipmap);
    if (!mipmap)
      return cudaErrorInvalidResourceHandle;
    out->format = mipmap->top().format();
    out->is_cube = mipmap->top().request().cube;
    out->is_layered = mipmap->top().request().layered;
    for (const auto &level : mipmap->levels())
      out->levels.push_back(level->level());
    return cudaSuccess;
  }
  case cudaResourceTypeLinear: {
    const auto &linear = resource.res.linear;
    const std::optional<Format> format = formatOf(linear.desc);
    const std::size_t elements = format ? linear.sizeInBytes / format->bytes() : 1;
    out->is_buffer = true;
    if (elements == 0)
      return cudaErrorInvalidValue;
    return texelsOfMemory(linear.devPtr, alignment, linear.desc, elements, 1, linear.sizeInBytes, out);
  }
  case cudaResourceTypePitch2D: {
    const auto &pitched = resource.res.pitch2D;
    const std::optional<Format> format = formatOf(pitched.desc);
    if (pitched.width == 0 || pitched.height == 0 || pitched.pitchInBytes % kPitchAlignment != 0 ||
        (format && pitched.width * format->bytes() > pitched.pitchInBytes))
      return cudaErrorInvalidValue;
    return texelsOfMemory(pitched.devPtr, alignment, pitched.desc, pitched.width, pitched.height,
                          pitched.pitchInBytes, out);
  }
  }
  return cudaErrorInvalidValue;
}

// Some of the levels and layers, and their texels taken for others of the same size.
cudaError_t narrow(const cudaResourceViewDesc &view, Texels *texels) {
  if (view.format != cudaResViewFormatNone) {
    const std::optional<Format> format = formatOf(view.format);
    if (!format)
      return refused("a resource view of a block-compressed format", "arrays hold no compressed blocks");
    const Level &top = texels->levels.front();
    if (format->bytes() != texels->format.bytes() || view.width != top.width ||
        std::max<std::size_t>(view.height, 1) != top.height)
      return cudaErrorInvalidValue;
    texels->format = *format;
  }
  const auto levels = static_cast<unsigned>(texels->levels.size());
  if (view.firstMipmapLevel > view.lastMipmapLevel || view.lastMipmapLevel >= levels)
    return cudaErrorInvalidValue;
  texels->levels = {texels->levels.begin() + view.firstMipmapLevel,
                    texels->levels.begin() + view.lastMipmapLevel + 1};
  if (view.firstLayer > view.lastLayer)
    return cudaErrorInvalidValue;
  if (view.lastLayer != 0)
    for (Level &level : texels->levels) {
      if (view.lastLayer >= level.depth)
        return cudaErrorInvalidValue;
      level.base += std::size_t{view.firstLayer} * level.slice * (texels->format.bits() / 8);
      level.depth = view.lastLayer - view.firstLayer + 1;
    }
  return cudaSuccess;
}

// What integers are divided by, so that the greatest is 1.
float greatestOf(const Format &format) {
  const unsigned bits = format.bits() - format.isSigned();
  return static_cast<float>((1ull << bits) - 1);
}

// A component of the border as it would be stored in a texel, as a number. Of two numbers that are as near, hardware takes the lower one.
float storedBorder(float value, const Format &format, float greatest) {
  if (format.element == Element::kHalf)
    return static_cast<float>(static_cast<_Float16>(value));
  if (format.isFloat())
    return value;
  const float least = format.isSigned() ? -1.0f : 0.0f;
  return std::ceil(std::clamp(value, least, 1.0f) * greatest - 0.5f);
}

cudaError_t samplerOf(const cudaTextureDesc &texture, const Texels &texels, Sampler *out) {
  const Format &format = texels.format;
  const bool reads_normalised = texture.readMode == cudaReadModeNormalizedFloat;
  const bool is_linear = texture.filterMode == cudaFilterModeLinear && !texels.is_buffer;
  const bool is_converted = reads_normalised && !format.isFloat();
  if (is_converted && format.bits() > 16)
    return cudaErrorInvalidNormSetting;
  if (is_linear && !format.isFloat() && !is_converted)
    return cudaErrorInvalidFilterSetting;

  Sampler sampler = {};
  sampler.element = format.element;
  sampler.channels = format.channels;
  sampler.texel_bytes = format.bytes();
  sampler.normalised = texture.normalizedCoords != 0 && !texels.is_buffer;
  sampler.linear = is_linear;
  sampler.linear_between =
      texture.mipmapFilterMode == cudaFilterModeLinear && (format.isFloat() || is_converted);
  sampler.srgb = texture.sRGB != 0 && is_converted && format.bits() == 8;
  sampler.sign = format.isSigned() && format.bits() < 32 ? 1 << (format.bits() - 1) : 0;
  sampler.greatest = is_converted ? greatestOf(format) : 1.0f;
  sampler.scale = 1.0f / sampler.greatest;
  sampler.least_value = is_converted ? -1.0f : std::numeric_limits<float>::lowest();
  for (unsigned axis = 0; axis < 3; ++axis) {
    const cudaTextureAddressMode mode = texture.addressMode[axis];
    if (mode > cudaAddressModeBorder)
      return cudaErrorInvalidValue;
    // The others need normalised coordinates, and are clamping without.
    const bool is_possible = sampler.normalised || mode == cudaAddressModeBorder;
    sampler.address[axis] = is_possible ? static_cast<AddressMode>(mode) : AddressMode::kClamp;
    sampler.has_border |= sampler.address[axis] == AddressMode::kBorder;
  }
  // Layers of one dimension have no edges in the second.
  if (texels.is_layered && texels.levels.front().height == 1)
    sampler.address[1] = AddressMode::kClamp;
  if (texels.is_cube && texture.seamlessCubemap != 0) {
    sampler.seamless = true;
    sampler.has_border = false;
    std::ranges::fill(sampler.address, AddressMode::kBorder);
  }
  for (unsigned component = 0; component < 4; ++component) {
    sampler.border[component] = is_converted || format.isFloat()
                                    ? storedBorder(texture.borderColor[component], format, sampler.greatest) /
                                          (sampler.srgb && component < 3 ? sampler.greatest : 1.0f)
                                    : texture.borderColor[component];
    sampler.border_bits[component] = std::bit_cast<unsigned>(texture.borderColor[component]);
  }
  sampler.bias = texture.mipmapLevelBias;
  sampler.least = texture.minMipmapLevelClamp;
  sampler.most = texture.maxMipmapLevelClamp;
  const bool reads_floats = is_converted || format.isFloat();
  sampler.anisotropy = reads_floats ? static_cast<float>(std::min(texture.maxAnisotropy, 16u)) : 1.0f;
  *out = sampler;
  return cudaSuccess;
}

std::shared_ptr<const Description> find(const Context &context, cudaTextureObject_t object) {
  return std::static_pointer_cast<const Description>(context.process.textures.find(object));
}

} // namespace

cudaError_t raddle::cudart::makeTexture(const Context &context, std::uintptr_t caller,
                                        const cudaResourceDesc &resource, const cudaTextureDesc &texture,
                                        const cudaResourceViewDesc *view, std::size_t alignment,
                                        cudaTextureObject_t *object) {
  Texels texels;
  if (cudaError_t error = texelsOf(context, resource, alignment, &texels))
    return error;
  const bool is_array =
      resource.resType == cudaResourceTypeArray || resource.resType == cudaResourceTypeMipmappedArray;
  if (view && !is_array)
    return cudaErrorInvalidValue;
  if (view)
    if (cudaError_t error = narrow(*view, &texels))
      return error;
  SamplerRequest made;
  if (cudaError_t error = samplerOf(texture, texels, &made.sampler))
    return error;
  made.levels = std::move(texels.levels);
  made.description = std::make_shared<Description>(
      Description{resource, texture, view ? *view : cudaResourceViewDesc{}, view != nullptr});
  return errorOf(createSampler(context, caller, context.process.textures, made, object));
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *texture, const cudaResourceViewDesc *view) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!resource)
      return cudaErrorInvalidValue;
    if (!texture)
      return cudaErrorInvalidResourceHandle; // as on a GPU
    cudaTextureObject_t made = 0;
    if (cudaError_t error = makeTexture(context, caller, *resource, *texture, view, kBaseAlignment, &made))
      return error;
    if (!object) {
      destroySampler(context, caller, context.process.textures, made);
      return cudaErrorInvalidValue;
    }
    *object = made;
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return destroySampler(context, caller, context.process.textures, object) ? cudaSuccess
                                                                             : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t object) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<const Description> found = find(context, object);
    if (!resource || !found)
      return cudaErrorInvalidValue;
    *resource = found->resource;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *texture, cudaTextureObject_t object) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<const Description> found = find(context, object);
    if (!texture || !found)
      return cudaErrorInvalidValue;
    *texture = found->texture;
    return cudaSuccess;
  });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc *view, cudaTextureObject_t object) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<const Description> found = find(context, object);
    if (!view || !found || !found->has_view)
      return cudaErrorInvalidValue;
    *view = found->view;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width, const cudaChannelFormatDesc *format,
                                                 int device) {
  return onDevice([=](const Context &context) {
    if (!width || !format)
      return cudaErrorInvalidValue;
    if (!context.process.hasDevice(device))
      return cudaErrorInvalidDevice;
    if (!formatOf(*format))
      return cudaErrorInvalidChannelDescriptor;
    int elements = 0;
    const Status status = context.process.device(device).attribute(
        raddle::host::DeviceAttribute::kMaxTexture1DLinearWidth, &elements);
    *width = static_cast<std::size_t>(elements);
    return errorOf(status);
  });
}
