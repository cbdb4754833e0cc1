#include "runtime/symbolizer.h"

#include <atomic>

namespace raddle::runtime {

namespace {
std::atomic<Symbolizer> installed = nullptr;
}

void setSymbolizer(Symbolizer symbolizer) { installed = symbolizer; }

std::vector<std::string> symbolize(const std::vector<std::uintptr_t> &addresses) {
  std::vector<std::string> places;
  if (Symbolizer symbolizer = installed)
    places = symbolizer(addresses);
  places.resize(addresses.size());
  return places;
}

} // namespace raddle::runtime
