#include "check/suppressions.h"

#include <algorithm>
#include <fmt/format.h>
#include <fnmatch.h>
#include <fstream>
#include <sstream>
#include <utility>

namespace raddle::check {

namespace {

bool fits(const std::string &pattern, const std::string &text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

// "app.cu", "src/app.cu", "app.cu:12" and "app.cu:12:5" all name a place; a folder in front may be left out.
bool fitsPlace(const std::string &pattern, const Place &place) {
  if (!place.isKnown())
    return false;
  const std::string line = fmt::format("{}:{}", place.file, place.line);
  return std::ranges::any_of(
      std::vector{place.file, place.path, line, place.text()},
      [&](const std::string &text) { return fits(pattern, text) || fits("*/" + pattern, text); });
}

template <typename Predicate> bool anyPlace(const Finding &finding, Predicate predicate) {
  return std::ranges::any_of(finding.here.stack, predicate) ||
         (finding.other && std::ranges::any_of(finding.other->stack, predicate));
}

} // namespace

Result<Suppressions> Suppressions::read(const std::string &text) {
  Suppressions suppressions;
  if (text.starts_with('<')) {
    auto records = KnownRecords::read(text);
    if (!records)
      return records.error();
    suppressions.records_ = std::move(*records);
    return suppressions;
  }
  std::istringstream lines(text);
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    Entry entry;
    bool is_empty = true;
    for (std::string word; words >> word; is_empty = false) {
      const std::size_t equals = word.find('=');
      const std::string key = word.substr(0, equals);
      std::string *const pattern = key == "rule"       ? &entry.rule
                                   : key == "place"    ? &entry.place
                                   : key == "function" ? &entry.function
                                   : key == "kernel"   ? &entry.kernel
                                                       : nullptr;
      if (!pattern || equals == std::string::npos || equals + 1 == word.size())
        return Error{fmt::format("line {}: '{}' should be rule=, place=, function= or kernel= with a pattern",
                                 number, word)};
      *pattern = word.substr(equals + 1);
    }
    if (!is_empty)
      suppressions.entries_.push_back(std::move(entry));
  }
  return suppressions;
}

Result<Suppressions> Suppressions::readFile(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return Error{"cannot be read"};
  std::ostringstream text;
  text << file.rdbuf();
  return read(text.str());
}

bool Suppressions::cover(const Finding &finding) const {
  return records_.contain(finding) ||
         std::ranges::any_of(entries_, [&](const Entry &entry) { return covers(entry, finding); });
}

bool Suppressions::covers(const Entry &entry, const Finding &finding) {
  auto is_kernel = [&](const Access &access) { return fits(entry.kernel, access.who.kernel); };
  return (entry.rule.empty() || fits(entry.rule, factsOf(finding.rule).id)) &&
         (entry.place.empty() ||
          anyPlace(finding, [&](const Place &place) { return fitsPlace(entry.place, place); })) &&
         (entry.function.empty() ||
          anyPlace(finding, [&](const Place &place) { return fits(entry.function, place.function); })) &&
         (entry.kernel.empty() || is_kernel(finding.here) || (finding.other && is_kernel(*finding.other)));
}

} // namespace raddle::check
