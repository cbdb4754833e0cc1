#include "check/report.h"
#include "diagnostics/written_stack.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace raddle::check {

namespace {

// Cuts ":12" off the end; 0 when there is none.
unsigned cutNumber(std::string &text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon + 1 == text.size())
    return 0;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return 0;
  text.resize(colon);
  return number;
}

// Of "app.cu:12:5".
Place placeOf(const std::string &text, std::string function) {
  Place place{text, 0, 0, std::move(function), ""};
  const unsigned last = cutNumber(place.file);
  place.line = last ? cutNumber(place.file) : 0;
  if (place.line)
    place.column = last;
  else
    place.line = last;
  return place;
}

bool isOfThreadStart(std::string_view function) {
  return function == "start_thread" || function == "clone" || function == "clone3" ||
         function == "__clone3" || function == "_start" || function.starts_with("__libc_start");
}

std::vector<Place> placesOf(const std::vector<std::uintptr_t> &sites) {
  std::vector<Place> places;
  for (SourceFrame &frame : writtenFrames(sites)) {
    places.push_back(placeOf(frame.place, std::move(frame.function)));
    places.back().path = std::move(frame.path);
  }
  return places;
}

} // namespace

std::vector<Place> placesAt(std::uintptr_t site) { return placesOf(std::vector{site}); }

std::vector<Place> placesOf(const StackTrace &stack) {
  std::vector<Place> places =
      placesOf(std::vector<std::uintptr_t>(stack.sites.begin(), stack.sites.begin() + stack.count));
  // What starts main() and threads is not the program's.
  const auto main = std::ranges::find(places, "main", &Place::function);
  if (main != places.end())
    places.erase(main + 1, places.end());
  while (!places.empty() && isOfThreadStart(places.back().function))
    places.pop_back();
  return places;
}

} // namespace raddle::check
