#include "driver/compile/diagnostic_places.h"

#include "driver/setup/diagnostics.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

namespace raddle::driver {

namespace {

// "file:line:column: error: message".
std::optional<Place> parsePlace(std::string_view line) {
  for (std::string_view kind : {": error: ", ": fatal error: ", ": note: "}) {
    size_t at = line.find(kind);
    if (at == std::string_view::npos)
      continue;
    Place place;
    place.is_note = kind == ": note: ";
    place.message = line.substr(at + kind.size());
    std::string_view head = line.substr(0, at);
    for (size_t *number : {&place.column, &place.line}) {
      size_t colon = head.rfind(':');
      if (colon == std::string_view::npos)
        return std::nullopt;
      std::string_view digits = head.substr(colon + 1);
      if (std::from_chars(digits.data(), digits.data() + digits.size(), *number).ec != std::errc())
        return std::nullopt;
      head = head.substr(0, colon);
    }
    place.file = head;
    return place;
  }
  return std::nullopt;
}

} // namespace

std::vector<Place> placesIn(std::string_view output) {
  std::vector<Place> places;
  while (!output.empty()) {
    std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    if (auto place = parsePlace(withoutColors(line)))
      places.push_back(*place);
  }
  return places;
}

std::vector<Complaint> errorsIn(std::span<const Place> places) {
  std::vector<Complaint> errors;
  for (size_t i = 0; i < places.size(); ++i) {
    size_t end = i + 1;
    while (end < places.size() && places[end].is_note)
      ++end;
    if (!places[i].is_note)
      errors.push_back({places[i], places.subspan(i + 1, end - i - 1)});
  }
  const auto position = [](const Complaint &error) { return error.place.position(); };
  // Errors at one place stay in clang's order, so that the first of them, whose notes come first as well, is kept.
  std::ranges::sort(errors, [&](const Complaint &a, const Complaint &b) {
    return position(a) == position(b) ? a.notes.data() < b.notes.data() : position(a) > position(b);
  });
  const auto others = std::ranges::unique(errors, std::ranges::equal_to(), position);
  errors.erase(others.begin(), others.end());
  return errors;
}

std::span<const Place> macrosOf(std::span<const Place> notes) {
  size_t count = 0;
  while (count < notes.size() && notes[count].isMacro())
    ++count;
  return notes.first(count);
}

} // namespace raddle::driver
