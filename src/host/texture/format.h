// How a texel is stored.
#ifndef RADDLE_HOST_TEXTURE_FORMAT_H
#define RADDLE_HOST_TEXTURE_FORMAT_H

#include "raddle/types/sampler.h"

namespace raddle::host {

struct Format {
  raddle_texture::Element element;
  unsigned channels; // components: 1, 2 or 4

  /// The size of a component.
  unsigned bits() const {
    using namespace raddle_texture;
    return element <= kSigned8 ? 8 : element <= kSigned16 || element == kHalf ? 16 : 32;
  }
  bool isFloat() const { return element >= raddle_texture::kHalf; }
  bool isSigned() const {
    using namespace raddle_texture;
    return element == kSigned8 || element == kSigned16 || element == kSigned32;
  }
  /// The size of a texel.
  unsigned bytes() const { return bits() / 8 * channels; }

  bool operator==(const Format &) const = default;
};

} // namespace raddle::host

#endif
