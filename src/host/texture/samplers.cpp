#include "host/texture/samplers.h"

#include <algorithm>
#include <utility>

namespace raddle::host {

using raddle_texture::Level;
using raddle_texture::Sampler;

std::size_t SamplerRequest::bytes() const { return sizeof(Sampler) + levels.size() * sizeof(Level); }

void SamplerRequest::write(void *memory) const {
  auto *const written = static_cast<Sampler *>(memory);
  *written = sampler;
  auto *const written_levels = reinterpret_cast<Level *>(written + 1);
  std::ranges::copy(levels, written_levels);
  written->level = levels.front();
  written->levels = written_levels;
  written->level_count = static_cast<unsigned>(levels.size());
}

void SamplerRegistry::add(unsigned long long handle, int device, std::shared_ptr<const void> description) {
  std::lock_guard lock(mutex_);
  entries_[handle] = {device, std::move(description)};
}

std::shared_ptr<const void> SamplerRegistry::find(unsigned long long handle) const {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(handle);
  return found != entries_.end() ? found->second.description : nullptr;
}

bool SamplerRegistry::take(unsigned long long handle) {
  std::lock_guard lock(mutex_);
  return entries_.erase(handle) != 0;
}

void SamplerRegistry::reset(int device) {
  std::lock_guard lock(mutex_);
  std::erase_if(entries_, [device](const auto &entry) { return entry.second.device == device; });
}

} // namespace raddle::host
