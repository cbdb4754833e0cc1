#include "diagnostics/symbolizer.h"

#include <atomic>

namespace raddle {

namespace {
std::atomic<Symbolizer> installed = nullptr;
std::atomic<Demangler> installed_demangler = nullptr;
} // namespace

void setSymbolizer(Symbolizer symbolizer) { installed = symbolizer; }

std::vector<std::vector<SourceFrame>> symbolizeFrames(const std::vector<std::uintptr_t> &addresses) {
  std::vector<std::vector<SourceFrame>> frames;
  if (Symbolizer symbolizer = installed)
    frames = symbolizer(addresses);
  frames.resize(addresses.size());
  return frames;
}

void setDemangler(Demangler demangler) { installed_demangler = demangler; }

std::string demangledByOthers(const std::string &name) {
  const Demangler demangler = installed_demangler;
  return demangler ? demangler(name) : name;
}

std::vector<std::string> symbolize(const std::vector<std::uintptr_t> &addresses) {
  std::vector<std::string> places;
  for (const std::vector<SourceFrame> &frames : symbolizeFrames(addresses))
    places.push_back(frames.empty() ? std::string() : frames.front().place);
  return places;
}

} // namespace raddle
