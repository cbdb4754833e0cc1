// What a texture or surface object is to device code: where its texels are and how they are read. An object's handle is the
// address of one of these. The host core writes them (src/host/texture), the device headers read them.
#ifndef RADDLE_TYPES_SAMPLER_H
#define RADDLE_TYPES_SAMPLER_H

#include "raddle/names/hide.h"

namespace raddle_texture {

// How a component of a texel is stored.
enum Element : unsigned {
  kUnsigned8,
  kSigned8,
  kUnsigned16,
  kSigned16,
  kUnsigned32,
  kSigned32,
  kHalf,
  kFloat
};

// With the numbers of cudaTextureAddressMode.
enum AddressMode : unsigned { kWrap, kClamp, kMirror, kBorder };

// One level of a mipmap, or all there is. Texels of a row follow each other. Places within it are counted in components, as
// ints, which makes for fast gathers: it has fewer than 2^31.
struct Level {
  unsigned char *base;
  unsigned width, height,
      depth; // in texels; 1 where there is no such dimension. Layers and faces are counted by depth
  unsigned pitch, slice; // components from row to row, and from slice, layer or face to the next
};

struct Sampler {
  Level level;         // the largest
  const Level *levels; // all of them, the largest first
  unsigned level_count;
  Element element;
  unsigned channels; // components of a texel: 1, 2 or 4
  unsigned texel_bytes;
  AddressMode address[3];  // kWrap and kMirror for normalised coordinates only
  bool normalised;         // coordinates are from 0 to 1
  bool linear;             // filter: the weighted mean of neighbours, else the nearest texel
  bool linear_between;     // the same between levels
  bool srgb;               // red, green and blue are stored as sRGB
  bool has_border;         // some address mode is kBorder
  bool seamless;           // a cube that is filtered across its edges; its address mode is kBorder
  int sign;                // of components with a sign and less than 32 bits: the bit of the sign
  float greatest;          // that integers are divided by when they are read as floats,
  float scale;             // one by that,
  float least_value;       // and the least that comes out
  float border[4];         // what kBorder reads outside
  unsigned border_bits[4]; // the same for reads of integers
  float bias, least, most; // of the level of detail
  float anisotropy;        // how many samples may cover one, at most; 1 where integers are read
};

} // namespace raddle_texture

#include "raddle/names/show.h"

#endif
