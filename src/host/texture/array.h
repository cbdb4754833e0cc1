// Arrays: memory whose elements are reached by coordinates only, in copies, textures and surfaces. What CUDA keeps secret
// about their layout is simple here: rows follow each other, then slices, then the levels of a mipmap.
#ifndef RADDLE_HOST_TEXTURE_ARRAY_H
#define RADDLE_HOST_TEXTURE_ARRAY_H

#include "backend/region.h"
#include "host/texture/format.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace raddle::host {

/// In elements. 0 where an array lacks the dimension, as in both of CUDA's APIs; depth counts layers and faces, too.
struct Extent {
  std::size_t width, height, depth;
};

/// What an array is to be.
struct ArrayRequest {
  Format format;
  Extent extent;
  bool layered;
  bool cube;
  unsigned flags;      // as the front end got them
  unsigned levels = 1; // of a mipmap; as many as there can be, at most
};

/// An array, or a level of a mipmap.
class Array {
public:
  Array(const ArrayRequest &request, Extent extent, std::byte *base, int device);

  const ArrayRequest &request() const { return request_; }
  const Format &format() const { return request_.format; }
  const Extent &extent() const { return extent_; }
  int device() const { return device_; }
  const raddle_texture::Level &level() const { return level_; }
  std::size_t rowBytes() const { return extent_.width * format().bytes(); }
  /// Bytes from row to row, and from slice to slice.
  std::size_t pitchBytes() const { return std::size_t{level_.pitch} * (format().bits() / 8); }
  std::size_t sliceBytes() const { return pitchBytes() * level_.height; }
  std::size_t bytes() const { return sliceBytes() * level_.depth; }

  /// The rows from byte `x` of row `y` of slice `z` on. None when the shape does not lie within the array.
  std::optional<backend::Region> region(std::size_t x, std::size_t y, std::size_t z,
                                        const backend::Shape &shape) const;
  /// Whether it has `bytes` bytes from byte `x` of row `y` of the first slice on, through the ends of rows.
  bool hasRun(std::size_t x, std::size_t y, std::size_t bytes) const;

private:
  std::byte *base() const { return reinterpret_cast<std::byte *>(level_.base); }

  const ArrayRequest request_;
  const Extent extent_;
  const int device_;
  raddle_texture::Level level_;
};

/// Levels that share memory. An array is one of a single level.
class Mipmap {
public:
  Mipmap(const ArrayRequest &request, std::byte *base, int device);

  const std::vector<std::unique_ptr<Array>> &levels() const { return levels_; }
  Array &top() const { return *levels_.front(); }
  std::byte *base() const { return base_; }

  /// The size of all levels.
  static std::size_t bytesOf(const ArrayRequest &request);

private:
  std::byte *const base_;
  std::vector<std::unique_ptr<Array>> levels_; // the largest first
};

/// Whether there are such arrays, and whether device code can count their components.
bool isPossible(const ArrayRequest &request);
bool canBeCounted(const ArrayRequest &request);
unsigned mostLevels(const ArrayRequest &request);

/// The arrays and mipmaps that the program has made, by their handles: the addresses of an array, and of a mipmap.
class ArrayRegistry {
public:
  Array *addArray(std::shared_ptr<Mipmap> made);
  Mipmap *addMipmap(std::shared_ptr<Mipmap> made);

  /// An array, or a level of a mipmap; null for any other address. It stays as long as the result does.
  std::shared_ptr<Array> findArray(const void *handle) const;
  std::shared_ptr<Mipmap> findMipmap(const void *handle) const;

  /// Forgets it. Null when there is no such array or mipmap; a level goes with its mipmap only.
  std::shared_ptr<Mipmap> takeArray(const void *handle) { return take(handle, true); }
  std::shared_ptr<Mipmap> takeMipmap(const void *handle) { return take(handle, false); }

  /// Forgets the device's arrays, whose memory is gone.
  void reset(int device);

private:
  std::shared_ptr<Mipmap> take(const void *handle, bool is_array);

  struct Entry {
    std::shared_ptr<Mipmap> mipmap;
    bool is_array; // made as an array, and known by the address of its only level
  };
  mutable std::mutex mutex_;
  std::unordered_map<const void *, Entry> entries_;                  // by the handles that destroy them
  std::unordered_map<const void *, std::weak_ptr<Mipmap>> by_level_; // by the handles of arrays and levels
};

} // namespace raddle::host

#endif
