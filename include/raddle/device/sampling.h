// Reading textures: filtering, levels of detail, cubes and gathers. The functions of programs are in texture_functions.h.
#ifndef RADDLE_DEVICE_SAMPLING_H
#define RADDLE_DEVICE_SAMPLING_H

#include "raddle/device/texels.h"

namespace raddle_texture {

// What stands for the number of dimensions where a texture is a cube: its faces are planes that meet.
constexpr int kCube = 4;

// Coordinates along the dimensions that are filtered, and the slice of those that are counted.
struct Coordinates {
  float x, y, z;
  int layer;
};

// ---- Cubes ----

// The face that a direction meets, and where: "Cubemap Textures" of the Programming Guide.
RADDLE_DEVICE Coordinates onCube(float x, float y, float z, int layer) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  int face;
  float major, s, t;
  if (ax >= ay && ax >= az) {
    face = x >= 0.0f ? 0 : 1, major = ax;
    s = x >= 0.0f ? -z : z, t = -y;
  } else if (ay >= az) {
    face = y >= 0.0f ? 2 : 3, major = ay;
    s = x, t = y >= 0.0f ? z : -z;
  } else {
    face = z >= 0.0f ? 4 : 5, major = az;
    s = z >= 0.0f ? x : -x, t = -y;
  }
  return {(s / major + 1.0f) * 0.5f, (t / major + 1.0f) * 0.5f, 0.0f, 6 * layer + face};
}

// A direction's parts along the axis that goes through a face, and along the rows and columns of that face.
struct Turned {
  float major, s, t;
};
RADDLE_DEVICE Turned turnedTo(int face, float x, float y, float z) {
  const float major = face < 2 ? x : face < 4 ? y : z;
  return {face & 1 ? -major : major,
          face == 0   ? -z
          : face == 1 ? z
          : face == 5 ? -x
                      : x,
          face == 2   ? z
          : face == 3 ? -z
                      : -y};
}

// How far the place on the face moves, in coordinates, where the direction (x, y, z) that leads to it changes.
struct Step {
  float along[3];
};
RADDLE_DEVICE Step stepOnFace(const Coordinates &at, float x, float y, float z, const float (&change)[3]) {
  const int face = at.layer % 6;
  const float major = turnedTo(face, x, y, z).major;
  const Turned by = turnedTo(face, change[0], change[1], change[2]);
  const float scale = 0.5f / major;
  return {{(by.s - (2.0f * at.x - 1.0f) * by.major) * scale, (by.t - (2.0f * at.y - 1.0f) * by.major) * scale,
           0.0f}};
}

// ---- Linear filtering ----

// How many of the parts fall to the second of two texels.
RADDLE_DEVICE float partOf(float parts, float weight) {
  return floorf(fmaf(parts * weight, 1.0f / kPlaces, 0.5f));
}

// The parts of the four texels of a plane, first those of a row. Whole numbers, whose sum is `parts`.
struct PlaneParts {
  float of[4];
};
RADDLE_DEVICE PlaneParts partsOfPlane(float parts, float x, float y) {
  const float right = partOf(parts, x), left = parts - right;
  const float last = partOf(right, y), first = partOf(left, kPlaces - y);
  return {{first, right - last, left - first, last}};
}

// A sum of texels of which each has its parts. They are seen from the first, so that equal texels give just that.
struct Mixture {
  Four<float> first, sum;
};
RADDLE_DEVICE void add(Mixture &mixture, const Four<float> &value, float parts) {
  const float weight = parts * (1.0f / kPlaces);
  const Four<float> &first = mixture.first, &sum = mixture.sum;
  mixture.sum = {fmaf(weight, value.x - first.x, sum.x), fmaf(weight, value.y - first.y, sum.y),
                 fmaf(weight, value.z - first.z, sum.z), fmaf(weight, value.w - first.w, sum.w)};
}

template <typename Storage, int kComponents>
RADDLE_DEVICE void addPlane(Mixture &mixture, const Sampler &sampler, const Level &level, const Axis &x,
                            const Axis &y, int z, bool inside, const PlaneParts &parts, bool begins) {
  auto at = [&](int column, bool column_inside, int line, bool line_inside) __attribute__((nodebug)) {
    return texel<Storage, kComponents>(sampler, level, column, line, z,
                                       inside && column_inside && line_inside);
  };
  const Four<float> corner = at(x.first, x.first_inside, y.first, y.first_inside);
  if (begins)
    mixture.first = mixture.sum = corner;
  else
    add(mixture, corner, parts.of[0]);
  add(mixture, at(x.second, x.second_inside, y.first, y.first_inside), parts.of[1]);
  add(mixture, at(x.first, x.first_inside, y.second, y.second_inside), parts.of[2]);
  add(mixture, at(x.second, x.second_inside, y.second, y.second_inside), parts.of[3]);
}

// A texel of a cube beside a face, as one of the face that is there. Beside two edges, at a corner, there is none.
struct CubeTexel {
  int x, y, z;
  bool exists;
};
RADDLE_DEVICE CubeTexel cubeTexel(int x, int y, int z, int size) {
  const bool beside_x = !isInside(x, size), beside_y = !isInside(y, size);
  if (!beside_x && !beside_y)
    return {x, y, z, true};
  const int face = z % 6;
  // The middle of the texel, in halves of texels from the middle of the face; then bent around the edge.
  const int u = beside_x ? (x < 0 ? -size : size) : 2 * x + 1 - size;
  const int v = beside_y ? (y < 0 ? -size : size) : 2 * y + 1 - size;
  const int across = size - 1;
  const int x_axis = face == 0 ? across : face == 1 ? -across : face == 5 ? -u : u;
  const int y_axis = face == 2 ? across : face == 3 ? -across : -v;
  const int z_axis = face == 0   ? -u
                     : face == 1 ? u
                     : face == 2 ? v
                     : face == 3 ? -v
                     : face == 4 ? across
                                 : -across;
  const Coordinates at =
      onCube(static_cast<float>(x_axis), static_cast<float>(y_axis), static_cast<float>(z_axis), z / 6);
  const float texels = static_cast<float>(size);
  return {static_cast<int>(at.x * texels), static_cast<int>(at.y * texels), at.layer, beside_x != beside_y};
}

// The four texels around a place on a cube. The one that a corner lacks is the mean of the others.
template <typename Storage, int kComponents>
RADDLE_DEVICE void addCubeTexels(Mixture &mixture, const Sampler &sampler, const Level &level,
                                 const Spot &spot, const PlaneParts &parts, bool begins) {
  const int size = static_cast<int>(level.width);
  const int columns[2] = {spot.x.first_inside ? spot.x.first : -1,
                          spot.x.second_inside ? spot.x.second : size};
  const int lines[2] = {spot.y.first_inside ? spot.y.first : -1, spot.y.second_inside ? spot.y.second : size};
  Four<float> texels[4], sum = {};
  bool exists[4];
  for (int i = 0; i < 4; ++i) {
    const CubeTexel at = cubeTexel(columns[i & 1], lines[i >> 1], spot.z.first, size);
    exists[i] = at.exists;
    texels[i] = texel<Storage, kComponents>(sampler, level, at.exists ? at.x : 0, at.exists ? at.y : 0,
                                            at.exists ? at.z : 0, true);
    if (at.exists)
      sum = {sum.x + texels[i].x, sum.y + texels[i].y, sum.z + texels[i].z, sum.w + texels[i].w};
  }
  constexpr float kThird = 1.0f / 3.0f;
  for (int i = 0; i < 4; ++i) {
    if (!exists[i])
      texels[i] = {sum.x * kThird, sum.y * kThird, sum.z * kThird, sum.w * kThird};
    if (begins && i == 0)
      mixture.first = mixture.sum = texels[0];
    else
      add(mixture, texels[i], parts.of[i]);
  }
}

template <typename Storage, int kComponents>
RADDLE_DEVICE void addLine(Mixture &mixture, const Sampler &sampler, const Level &level, const Spot &spot,
                           float parts, bool begins) {
  const int z = spot.z.first;
  // Hardware takes a line for a plane and looks at its upper edge: half of what it sees lies outside.
  if (sampler.address[1] == kBorder) {
    const Axis edge = {0, 0, kPlaces / 2, false, true};
    addPlane<Storage, kComponents>(mixture, sampler, level, spot.x, edge, z, true,
                                   partsOfPlane(parts, spot.x.weight, edge.weight), begins);
    return;
  }
  const float right = partOf(parts, spot.x.weight);
  const Four<float> first =
      texel<Storage, kComponents>(sampler, level, spot.x.first, 0, z, spot.x.first_inside);
  if (begins)
    mixture.first = mixture.sum = first;
  else
    add(mixture, first, parts - right);
  add(mixture, texel<Storage, kComponents>(sampler, level, spot.x.second, 0, z, spot.x.second_inside), right);
}

template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE void addFiltered(Mixture &mixture, const Sampler &sampler, const Level &level, const Spot &spot,
                               float parts, bool begins) {
  if (kDimensions == 1)
    return addLine<Storage, kComponents>(mixture, sampler, level, spot, parts, begins);
  if (kDimensions == kCube && sampler.seamless)
    return addCubeTexels<Storage, kComponents>(mixture, sampler, level, spot,
                                               partsOfPlane(parts, spot.x.weight, spot.y.weight), begins);
  const float behind = kDimensions == 3 ? partOf(parts, spot.z.weight) : 0.0f;
  addPlane<Storage, kComponents>(mixture, sampler, level, spot.x, spot.y, spot.z.first, spot.z.first_inside,
                                 partsOfPlane(parts - behind, spot.x.weight, spot.y.weight), begins);
  if (kDimensions == 3)
    addPlane<Storage, kComponents>(mixture, sampler, level, spot.x, spot.y, spot.z.second,
                                   spot.z.second_inside, partsOfPlane(behind, spot.x.weight, spot.y.weight),
                                   false);
}

template <typename Storage, int kComponents>
RADDLE_DEVICE Four<typename Storage::Value> nearest(const Sampler &sampler, const Level &level,
                                                    const Spot &spot) {
  return texel<Storage, kComponents>(sampler, level, spot.x.first, spot.y.first, spot.z.first,
                                     spot.x.first_inside && spot.y.first_inside && spot.z.first_inside);
}

// ---- One level ----

template <int kDimensions>
RADDLE_DEVICE Spot nearestSpot(const Sampler &sampler, const Level &level, const Coordinates &at) {
  return {nearestAxis(sampler, at.x, level.width, 0),
          kDimensions != 1 ? nearestAxis(sampler, at.y, level.height, 1) : fixedAxis(0),
          kDimensions == 3 ? nearestAxis(sampler, at.z, level.depth, 2) : layerAxis(at.layer, level.depth)};
}
template <int kDimensions>
RADDLE_DEVICE Spot linearSpot(const Sampler &sampler, const Level &level, const Coordinates &at) {
  return {linearAxis(sampler, at.x, level.width, 0),
          kDimensions != 1 ? linearAxis(sampler, at.y, level.height, 1) : fixedAxis(0),
          kDimensions == 3 ? linearAxis(sampler, at.z, level.depth, 2) : layerAxis(at.layer, level.depth)};
}

// What a level adds to a sample, of which it has so many parts; the first level has what others leave.
template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE void addLevel(Mixture &mixture, const Sampler &sampler, const Level &level,
                            const Coordinates &at, float parts, bool begins) {
  if (sampler.linear)
    return addFiltered<Storage, kComponents, kDimensions>(
        mixture, sampler, level, linearSpot<kDimensions>(sampler, level, at), parts, begins);
  const Four<float> value =
      nearest<Storage, kComponents>(sampler, level, nearestSpot<kDimensions>(sampler, level, at));
  if (begins)
    mixture.first = mixture.sum = value;
  else
    add(mixture, value, parts);
}

// Red, green and blue. What is stored as sRGB is filtered as halves.
template <typename Storage>
RADDLE_DEVICE typename Storage::Value finishColour(const Sampler &sampler, typename Storage::Value number,
                                                   bool is_filtered) {
  return Storage::finish(sampler, number, is_filtered);
}
template <>
__inline__ __attribute__((device, always_inline, nodebug)) float
finishColour<AsFloat<unsigned char>>(const Sampler &sampler, float number, bool is_filtered) {
  if (sampler.srgb)
    return is_filtered ? filteredHalf(number) : number;
  return AsFloat<unsigned char>::finish(sampler, number, is_filtered);
}

template <typename Storage>
RADDLE_DEVICE Four<typename Storage::Value>
finish(const Sampler &sampler, const Four<typename Storage::Value> &sum, bool is_filtered) {
  return {finishColour<Storage>(sampler, sum.x, is_filtered),
          finishColour<Storage>(sampler, sum.y, is_filtered),
          finishColour<Storage>(sampler, sum.z, is_filtered), Storage::finish(sampler, sum.w, is_filtered)};
}

template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE Four<float> sampleAs(float, const Sampler &sampler, const Level &level, const Coordinates &at) {
  Mixture mixture;
  addLevel<Storage, kComponents, kDimensions>(mixture, sampler, level, at, kPlaces, true);
  return finish<Storage>(sampler, mixture.sum, sampler.linear);
}
template <typename Storage, int kComponents, int kDimensions>
RADDLE_DEVICE Four<int> sampleAs(int, const Sampler &sampler, const Level &level, const Coordinates &at) {
  return nearest<Storage, kComponents>(sampler, level, nearestSpot<kDimensions>(sampler, level, at));
}

template <int kComponents, int kDimensions> struct Sample {
  template <typename Storage>
  RADDLE_DEVICE Four<typename Storage::Value> as(const Sampler &sampler, const Level &level,
                                                 const Coordinates &at) {
    return sampleAs<Storage, kComponents, kDimensions>(typename Storage::Value(0), sampler, level, at);
  }
};

template <int kComponents, int kDimensions, typename Value>
RADDLE_DEVICE Four<Value> sampleLevel(Value tag, const Sampler &sampler, const Level &level,
                                      const Coordinates &at) {
  return byStorage<Sample<kComponents, kDimensions>>(tag, sampler, level, at);
}

// ---- Mipmaps ----

template <int kComponents, int kDimensions> struct SampleBetween {
  template <typename Storage>
  RADDLE_DEVICE Four<typename Storage::Value> as(const Sampler &sampler, const Level &first,
                                                 const Level &second, const Coordinates &at, float weight) {
    Mixture mixture;
    addLevel<Storage, kComponents, kDimensions>(mixture, sampler, first, at, kPlaces - weight, true);
    addLevel<Storage, kComponents, kDimensions>(mixture, sampler, second, at, weight, false);
    return finish<Storage>(sampler, mixture.sum, true);
  }
};

template <int kComponents, int kDimensions>
RADDLE_DEVICE Four<float> sampleBetween(float tag, const Sampler &sampler, const Level &first,
                                        const Level &second, const Coordinates &at, float weight) {
  return byStorage<SampleBetween<kComponents, kDimensions>>(tag, sampler, first, second, at, weight);
}
// Integers are not filtered.
template <int kComponents, int kDimensions>
RADDLE_DEVICE Four<int> sampleBetween(int tag, const Sampler &sampler, const Level &first, const Level &,
                                      const Coordinates &at, float) {
  return sampleLevel<kComponents, kDimensions>(tag, sampler, first, at);
}

template <typename Value, int kComponents, int kDimensions>
RADDLE_DEVICE Four<Value> sample(const Sampler &sampler, const Coordinates &at) {
  return sampleLevel<kComponents, kDimensions>(Value(0), sampler, sampler.level, at);
}

// `detail`: the binary logarithm of how many texels of the largest level lie between neighbouring samples.
template <typename Value, int kComponents, int kDimensions>
RADDLE_DEVICE Four<Value> sampleDetail(const Sampler &sampler, const Coordinates &at, float detail) {
  if (sampler.level_count == 1)
    return sample<Value, kComponents, kDimensions>(sampler, at);
  const float last = static_cast<float>(sampler.level_count - 1);
  const float level =
      fminf(fmaxf(fminf(fmaxf(detail + sampler.bias, sampler.least), sampler.most), 0.0f), last);
  if (!sampler.linear_between)
    return sampleLevel<kComponents, kDimensions>(Value(0), sampler,
                                                 sampler.levels[static_cast<int>(level + 0.5f)], at);
  const int fixed = static_cast<int>(level * kPlaces);
  const int first = fixed >> 8, second = min(first + 1, static_cast<int>(sampler.level_count) - 1);
  return sampleBetween<kComponents, kDimensions>(Value(0), sampler, sampler.levels[first],
                                                 sampler.levels[second], at, static_cast<float>(fixed & 255));
}

// What a sample covers: an ellipse, which the distances to the neighbouring samples span. `along` is the vector from end to end
// of its longer axis, in coordinates; `samples` of them, side by side, cover it, each with `detail`.
struct Footprint {
  float detail, along[2];
  int samples;
};

// Distances are in coordinates, along the axes of the texture.
RADDLE_DEVICE Footprint footprintOf(const Sampler &sampler, const float (&dx)[3], const float (&dy)[3]) {
  const float size[3] = {static_cast<float>(sampler.level.width), static_cast<float>(sampler.level.height),
                         static_cast<float>(sampler.level.depth)};
  float x = 0.0f, y = 0.0f, both = 0.0f;
  float scaled_x[3], scaled_y[3];
  for (int axis = 0; axis < 3; ++axis) {
    const float scale = sampler.normalised ? size[axis] : 1.0f;
    scaled_x[axis] = dx[axis] * scale;
    scaled_y[axis] = dy[axis] * scale;
    x = fmaf(scaled_x[axis], scaled_x[axis], x);
    y = fmaf(scaled_y[axis], scaled_y[axis], y);
    both = fmaf(scaled_x[axis], scaled_y[axis], both);
  }
  // The squares of the two axes.
  const float spread = sqrtf(fmaf(x - y, x - y, 4.0f * both * both));
  const float longer = 0.5f * (x + y + spread), shorter = fmaxf(0.5f * (x + y - spread), 0.0f);
  if (sampler.anisotropy <= 1.0f)
    return {0.5f * log2f(longer), {0.0f, 0.0f}, 1};
  const float most = sampler.anisotropy;
  const float ratio = longer < most * most * shorter ? sqrtf(longer / shorter) : most;
  // The longer axis points to where the matrix of the squares only stretches.
  const float first = fmaf(scaled_x[0], scaled_x[0], scaled_y[0] * scaled_y[0]);
  const float mixed = fmaf(scaled_x[0], scaled_x[1], scaled_y[0] * scaled_y[1]);
  const bool is_level = fabsf(mixed) <= 1e-6f * longer;
  const float at_x = is_level ? (2.0f * first >= x + y ? 1.0f : 0.0f) : mixed;
  const float at_y = is_level ? 1.0f - at_x : longer - first;
  const float stretch = sqrtf(longer / fmaf(at_x, at_x, at_y * at_y));
  return {0.5f * log2f(longer) - log2f(ratio),
          {at_x * stretch / (sampler.normalised ? size[0] : 1.0f),
           at_y * stretch / (sampler.normalised ? size[1] : 1.0f)},
          static_cast<int>(ceilf(ratio - 1.0f / 16.0f))};
}

RADDLE_DEVICE Four<float> meanOf(const Four<float> &sum, int count) {
  const float share = 1.0f / static_cast<float>(count);
  return {sum.x * share, sum.y * share, sum.z * share, sum.w * share};
}
RADDLE_DEVICE Four<int> meanOf(const Four<int> &sum, int) { return sum; }

template <typename Value, int kComponents, int kDimensions>
RADDLE_DEVICE Four<Value> sampleGradient(const Sampler &sampler, const Coordinates &at, const float (&dx)[3],
                                         const float (&dy)[3]) {
  const Footprint covered = footprintOf(sampler, dx, dy);
  if (kDimensions != 2)
    return sampleDetail<Value, kComponents, kDimensions>(sampler, at, covered.detail);
  Four<Value> sum = {};
  for (int i = 0; i < covered.samples; ++i) {
    const float place = (static_cast<float>(i) + 0.5f) / static_cast<float>(covered.samples) - 0.5f;
    const Coordinates there = {fmaf(place, covered.along[0], at.x), fmaf(place, covered.along[1], at.y), at.z,
                               at.layer};
    const Four<Value> one = sampleDetail<Value, kComponents, kDimensions>(sampler, there, covered.detail);
    sum = {sum.x + one.x, sum.y + one.y, sum.z + one.z, sum.w + one.w};
  }
  return meanOf(sum, covered.samples);
}

// ---- Gathers ----

// One component of the four texels that linear filtering would mix, in the order of tex2Dgather.
template <typename Storage>
RADDLE_DEVICE Four<typename Storage::Value> gatherAs(const Sampler &sampler, float x, float y,
                                                     int component) {
  const Level &level = sampler.level;
  const Axis at_x = linearAxis(sampler, x, level.width, 0), at_y = linearAxis(sampler, y, level.height, 1);
  auto of = [&](int column, bool column_inside, int line, bool line_inside) __attribute__((nodebug)) {
    const Four<typename Storage::Value> all =
        texel<Storage, 4>(sampler, level, column, line, 0, column_inside && line_inside);
    return component == 0 ? all.x : component == 1 ? all.y : component == 2 ? all.z : all.w;
  };
  return finish<Storage>(sampler,
                         {of(at_x.first, at_x.first_inside, at_y.second, at_y.second_inside),
                          of(at_x.second, at_x.second_inside, at_y.second, at_y.second_inside),
                          of(at_x.second, at_x.second_inside, at_y.first, at_y.first_inside),
                          of(at_x.first, at_x.first_inside, at_y.first, at_y.first_inside)},
                         false);
}

struct Gather {
  template <typename Storage>
  RADDLE_DEVICE Four<typename Storage::Value> as(const Sampler &sampler, float x, float y, int component) {
    return gatherAs<Storage>(sampler, x, y, component);
  }
};

template <typename Value>
RADDLE_DEVICE Four<Value> gather(Value tag, const Sampler &sampler, float x, float y, int component) {
  return byStorage<Gather>(tag, sampler, x, y, component);
}

} // namespace raddle_texture

#endif
