// The places that clang's diagnostics name.
#ifndef RADDLE_DRIVER_COMPILE_DIAGNOSTIC_PLACES_H
#define RADDLE_DRIVER_COMPILE_DIAGNOSTIC_PLACES_H

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace raddle::driver {

/// An error or a note; lines and columns count from 1.
struct Place {
  std::string file;
  std::size_t line = 0, column = 0;
  bool is_note = false;
  std::string message;

  bool isMacro() const { return is_note && message.starts_with("expanded from macro"); }
  auto position() const { return std::tie(file, line, column); }
};

/// All that clang has printed, in its order.
std::vector<Place> placesIn(std::string_view output);

struct Complaint {
  Place place;
  std::span<const Place> notes;
};

/// The errors among the places, with the notes that follow each. They go from the last place to the first, and each place
/// has one: a change of the text there moves what stands after it in its line.
std::vector<Complaint> errorsIn(std::span<const Place> places);

/// Of a complaint's notes those that name bodies of macros, from the outermost to the innermost one.
std::span<const Place> macrosOf(std::span<const Place> notes);

} // namespace raddle::driver

#endif
