#include "api/cudart/textures/formats.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace raddle::cudart {

using host::Format;
using raddle_texture::Element;

namespace {

std::optional<Element> elementOf(cudaChannelFormatKind kind, int bits) {
  switch (kind) {
  case cudaChannelFormatKindUnsigned:
    return bits == 8    ? std::optional(Element::kUnsigned8)
           : bits == 16 ? std::optional(Element::kUnsigned16)
           : bits == 32 ? std::optional(Element::kUnsigned32)
                        : std::nullopt;
  case cudaChannelFormatKindSigned:
    return bits == 8    ? std::optional(Element::kSigned8)
           : bits == 16 ? std::optional(Element::kSigned16)
           : bits == 32 ? std::optional(Element::kSigned32)
                        : std::nullopt;
  case cudaChannelFormatKindFloat:
    return bits == 16   ? std::optional(Element::kHalf)
           : bits == 32 ? std::optional(Element::kFloat)
                        : std::nullopt;
  default:
    return std::nullopt;
  }
}

// In the order of cudaResourceViewFormat, from cudaResViewFormatUnsignedChar1 on: 1, 2 and 4 components of each.
constexpr Element kViewElements[] = {Element::kUnsigned8, Element::kSigned8,    Element::kUnsigned16,
                                     Element::kSigned16,  Element::kUnsigned32, Element::kSigned32,
                                     Element::kHalf,      Element::kFloat};

} // namespace

std::optional<Format> formatOf(const cudaChannelFormatDesc &description) {
  const std::array<int, 4> bits = {description.x, description.y, description.z, description.w};
  const auto used = static_cast<unsigned>(std::ranges::find(bits, 0) - bits.begin());
  const bool is_regular =
      std::all_of(bits.begin(), bits.begin() + used, [&](int one) { return one == bits[0]; }) &&
      std::all_of(bits.begin() + used, bits.end(), [](int one) { return one == 0; });
  if (!is_regular || (used != 1 && used != 2 && used != 4))
    return std::nullopt;
  const std::optional<Element> element = elementOf(description.f, bits[0]);
  return element ? std::optional(Format{*element, used}) : std::nullopt;
}

cudaChannelFormatDesc descriptionOf(const Format &format) {
  const auto bits = [&](unsigned component) {
    return component < format.channels ? static_cast<int>(format.bits()) : 0;
  };
  return {bits(0), bits(1), bits(2), bits(3),
          format.isFloat()    ? cudaChannelFormatKindFloat
          : format.isSigned() ? cudaChannelFormatKindSigned
                              : cudaChannelFormatKindUnsigned};
}

std::optional<Format> formatOf(cudaResourceViewFormat format) {
  if (format < cudaResViewFormatUnsignedChar1 || format > cudaResViewFormatFloat4)
    return std::nullopt;
  constexpr unsigned kChannels[] = {1, 2, 4};
  const unsigned index = format - cudaResViewFormatUnsignedChar1;
  return Format{kViewElements[index / 3], kChannels[index % 3]};
}

} // namespace raddle::cudart
