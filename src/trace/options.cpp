#include "trace/options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace raddle::trace {

namespace {

bool read(std::string_view text, bool &value) {
  value = text == "1";
  return value || text == "0";
}

template <typename Number> bool read(std::string_view text, Number &number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size();
}

bool readBlock(std::string_view text, std::array<std::uint32_t, 3> &block) {
  for (std::uint32_t &index : block) {
    const std::size_t end = std::min(text.find(':'), text.size());
    if (!read(text.substr(0, end), index))
      return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return text.empty();
}

bool readOption(std::string_view key, std::string_view value, Options &options) {
  if (key == "kernel") {
    options.kernel = value;
    return true;
  }
  if (key == "exact")
    return read(value, options.is_exact);
  if (key == "block")
    return readBlock(value, options.block);
  if (key == "warp")
    return read(value, options.warp);
  if (key == "launch")
    return read(value, options.launch);
  if (key == "skip")
    return read(value, options.skip);
  return key == "steps" && read(value, options.steps);
}

// A comma that belongs to a word has a backslash in front of it.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += (c == ',' || c == '\\' ? "\\" : "") + std::string(1, c);
  return result;
}

} // namespace

Options parseOptions(const std::string &text, std::string &error) {
  Options options;
  std::string word;
  bool is_first = true;
  auto take = [&] {
    const std::size_t equals = word.find('=');
    if (is_first)
      options.folder = word;
    else if (equals == std::string::npos || !readOption(std::string_view(word).substr(0, equals),
                                                        std::string_view(word).substr(equals + 1), options))
      error = fmt::format("'{}' is no option of RADDLE_TRACE", word);
    is_first = false;
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',')
      take();
    else
      word += text[i] == '\\' && i + 1 < text.size() ? text[++i] : text[i];
  }
  take();
  return options;
}

std::string format(const Options &options) {
  return fmt::format("{},kernel={},exact={:d},block={},warp={},launch={},skip={},steps={}",
                     escaped(options.folder), escaped(options.kernel), options.is_exact,
                     fmt::format("{}:{}:{}", options.block[0], options.block[1], options.block[2]),
                     options.warp, options.launch, options.skip, options.steps);
}

} // namespace raddle::trace
