// Texture and surface objects: the samplers that device code reads, and what programs may ask about them later.
#ifndef RADDLE_HOST_TEXTURE_SAMPLERS_H
#define RADDLE_HOST_TEXTURE_SAMPLERS_H

#include "host/texture/format.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace raddle::host {

/// What an object is made of. `description` is the front end's.
struct SamplerRequest {
  raddle_texture::Sampler sampler;
  std::vector<raddle_texture::Level> levels; // the largest first
  std::shared_ptr<const void> description;

  /// The size of the sampler and its levels in memory of the device.
  std::size_t bytes() const;
  void write(void *memory) const;
};

/// Objects of one kind, by their handles: the addresses of their samplers in memory of the device. Textures and surfaces have a
/// registry each, so that one is never taken for the other.
class SamplerRegistry {
public:
  void add(unsigned long long handle, int device, std::shared_ptr<const void> description);

  /// What the front end has described it by; null when there is no such object.
  std::shared_ptr<const void> find(unsigned long long handle) const;

  /// Forgets it. False when there is no such object.
  bool take(unsigned long long handle);

  /// Forgets the device's objects, whose memory is gone.
  void reset(int device);

private:
  struct Entry {
    int device;
    std::shared_ptr<const void> description;
  };
  mutable std::mutex mutex_;
  std::unordered_map<unsigned long long, Entry> entries_;
};

} // namespace raddle::host

#endif
