#include "host/texture/array.h"

#include <algorithm>
#include <climits>

namespace raddle::host {

namespace {

// The largest arrays of compute capability 9.0, by the tables of the CUDA C++ Programming Guide.
constexpr std::size_t kMostWidth1D = 131072, kMostWidth2D = 131072, kMostHeight2D = 65536, kMost3D = 16384;
constexpr std::size_t kMostLayered = 32768, kMostLayers = 2048, kMostCube = 32768, kMostCubeLayers = 2046;
// Arrays begin at multiples of so many bytes, so that a row's first elements share a cache line.
constexpr std::size_t kLevelAlignment = 256;

std::size_t atLeastOne(std::size_t count) { return std::max<std::size_t>(count, 1); }

// Each is half as large, down to 1; layers and faces stay.
Extent extentOfLevel(const ArrayRequest &request, unsigned level) {
  const auto part = [level](std::size_t size) { return size ? atLeastOne(size >> level) : 0; };
  const Extent &extent = request.extent;
  const bool counts = request.layered || request.cube;
  return {part(extent.width), part(extent.height), counts ? extent.depth : part(extent.depth)};
}

// Rows that lie a multiple of 2 KiB apart would share few sets of a first-level cache, and kernels read some dozen rows of an
// image at a time: so such rows get another cache line.
std::size_t pitchOf(const ArrayRequest &request, const Extent &extent) {
  constexpr std::size_t kHarmful = 2048, kCacheLine = 64;
  const std::size_t row = extent.width * request.format.bytes();
  return extent.height > 1 && row % kHarmful == 0 ? row + kCacheLine : row;
}

std::size_t bytesOfLevel(const ArrayRequest &request, unsigned level) {
  const Extent extent = extentOfLevel(request, level);
  const std::size_t bytes = pitchOf(request, extent) * atLeastOne(extent.height) * atLeastOne(extent.depth);
  return (bytes + kLevelAlignment - 1) / kLevelAlignment * kLevelAlignment;
}

} // namespace

// Device code counts components by ints.
bool canBeCounted(const ArrayRequest &request) {
  constexpr std::size_t kMostPadding = 64;
  std::size_t components = 0;
  if (__builtin_mul_overflow(request.format.channels, atLeastOne(request.extent.width), &components))
    return false;
  components += kMostPadding;
  for (std::size_t size : {request.extent.height, request.extent.depth})
    if (__builtin_mul_overflow(components, atLeastOne(size), &components))
      return false;
  return components <= INT_MAX;
}

bool isPossible(const ArrayRequest &request) {
  const Extent &extent = request.extent;
  if (extent.width == 0)
    return false;
  if (request.cube) {
    const bool is_whole = request.layered ? extent.depth % 6 == 0 : extent.depth == 6;
    return extent.width == extent.height && extent.width <= kMostCube && extent.depth != 0 && is_whole &&
           extent.depth <= kMostCubeLayers * 6;
  }
  if (request.layered)
    return extent.depth != 0 && extent.depth <= kMostLayers && extent.width <= kMostLayered &&
           extent.height <= kMostLayered;
  if (extent.depth != 0)
    return extent.height != 0 && std::max({extent.width, extent.height, extent.depth}) <= kMost3D;
  return extent.height != 0 ? extent.width <= kMostWidth2D && extent.height <= kMostHeight2D
                            : extent.width <= kMostWidth1D;
}

unsigned mostLevels(const ArrayRequest &request) {
  const Extent &extent = request.extent;
  const bool counts = request.layered || request.cube;
  std::size_t longest = std::max({extent.width, extent.height, counts ? 0 : extent.depth});
  unsigned levels = 1;
  for (; longest > 1; longest /= 2)
    ++levels;
  return levels;
}

Array::Array(const ArrayRequest &request, Extent extent, std::byte *base, int device)
    : request_(request), extent_(extent), device_(device) {
  const auto texels = [](std::size_t count) { return static_cast<unsigned>(atLeastOne(count)); };
  level_ = {reinterpret_cast<unsigned char *>(base),
            texels(extent.width),
            texels(extent.height),
            texels(extent.depth),
            0,
            0};
  level_.pitch = static_cast<unsigned>(pitchOf(request, extent) / (request.format.bits() / 8));
  level_.slice = level_.pitch * level_.height;
}

std::optional<backend::Region> Array::region(std::size_t x, std::size_t y, std::size_t z,
                                             const backend::Shape &shape) const {
  const auto fits = [](std::size_t first, std::size_t count, std::size_t size) {
    return first <= size && count <= size - first;
  };
  if (!fits(x, shape.width, rowBytes()) || !fits(y, shape.height, level_.height) ||
      !fits(z, shape.depth, level_.depth))
    return std::nullopt;
  return backend::Region{base() + z * sliceBytes() + y * pitchBytes() + x, pitchBytes(), sliceBytes()};
}

bool Array::hasRun(std::size_t x, std::size_t y, std::size_t bytes) const {
  return x < rowBytes() && y < level_.height && bytes <= rowBytes() * level_.height - (y * rowBytes() + x);
}

Mipmap::Mipmap(const ArrayRequest &request, std::byte *base, int device) : base_(base) {
  for (unsigned level = 0; level < request.levels; base += bytesOfLevel(request, level++))
    levels_.push_back(std::make_unique<Array>(request, extentOfLevel(request, level), base, device));
}

std::size_t Mipmap::bytesOf(const ArrayRequest &request) {
  std::size_t bytes = 0;
  for (unsigned level = 0; level < request.levels; ++level)
    bytes += bytesOfLevel(request, level);
  return bytes;
}

Array *ArrayRegistry::addArray(std::shared_ptr<Mipmap> made) {
  std::lock_guard lock(mutex_);
  Array *const array = &made->top();
  by_level_[array] = made;
  entries_[array] = {std::move(made), true};
  return array;
}

Mipmap *ArrayRegistry::addMipmap(std::shared_ptr<Mipmap> made) {
  std::lock_guard lock(mutex_);
  Mipmap *const mipmap = made.get();
  for (const auto &level : made->levels())
    by_level_[level.get()] = made;
  entries_[mipmap] = {std::move(made), false};
  return mipmap;
}

std::shared_ptr<Array> ArrayRegistry::findArray(const void *handle) const {
  std::lock_guard lock(mutex_);
  const auto found = by_level_.find(handle);
  const std::shared_ptr<Mipmap> owner = found != by_level_.end() ? found->second.lock() : nullptr;
  return owner ? std::shared_ptr<Array>(owner, static_cast<Array *>(const_cast<void *>(handle))) : nullptr;
}

std::shared_ptr<Mipmap> ArrayRegistry::findMipmap(const void *handle) const {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(handle);
  return found != entries_.end() && !found->second.is_array ? found->second.mipmap : nullptr;
}

std::shared_ptr<Mipmap> ArrayRegistry::take(const void *handle, bool is_array) {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(handle);
  if (found == entries_.end() || found->second.is_array != is_array)
    return nullptr;
  std::shared_ptr<Mipmap> taken = std::move(found->second.mipmap);
  entries_.erase(found);
  for (const auto &level : taken->levels())
    by_level_.erase(level.get());
  return taken;
}

void ArrayRegistry::reset(int device) {
  std::lock_guard lock(mutex_);
  std::erase_if(entries_,
                [device](const auto &entry) { return entry.second.mipmap->top().device() == device; });
  std::erase_if(by_level_, [](const auto &entry) { return entry.second.expired(); });
}

} // namespace raddle::host
