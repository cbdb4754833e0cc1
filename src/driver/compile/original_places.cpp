#include "driver/compile/original_places.h"

#include "driver/mends/column_map.h"
#include "driver/setup/diagnostics.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMarks[] = {"note: expanded from macro '__raddle_launch'",
                                       "note: expanded from macro '__raddle_kernel'"};

// Takes the digits at the beginning of the text, and what follows them.
std::optional<std::size_t> takeNumber(std::string_view &text, std::string_view end) {
  std::size_t number = 0;
  const auto [after, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view rest = text.substr(static_cast<std::size_t>(after - text.data()));
  if (failed != std::errc() || !rest.starts_with(end))
    return std::nullopt;
  text = rest.substr(end.size());
  return number;
}

// As clang shows them.
std::string withoutTabs(std::string_view line) {
  constexpr std::size_t kTab = 8;
  std::string text;
  for (char c : line)
    text.append(c == '\t' ? kTab - text.size() % kTab : 1, c == '\t' ? ' ' : c);
  return text;
}

struct Lines {
  std::vector<std::string> mended, original;

  bool has(std::size_t number) const { return number - 1 < std::min(mended.size(), original.size()); }
};

std::vector<std::string> linesOf(const fs::path &file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// "file:line:column: kind: message".
struct Head {
  std::string file;
  std::size_t line, column;
};

std::optional<Head> headOf(std::string_view plain) {
  for (std::string_view kind : {": error: ", ": fatal error: ", ": warning: ", ": note: ", ": remark: "}) {
    const std::size_t end = plain.find(kind);
    const std::size_t second = end == std::string_view::npos ? end : plain.rfind(':', end - 1);
    const std::size_t first = second == std::string_view::npos || second == 0 ? second : plain.rfind(':', second - 1);
    if (first == std::string_view::npos || first == second)
      continue;
    std::string_view numbers = plain.substr(first + 1);
    const auto line = takeNumber(numbers, ":"), column = takeNumber(numbers, ":");
    if (line && column)
      return Head{std::string(plain.substr(0, first)), *line, *column};
  }
  return std::nullopt;
}

class Translator {
public:
  explicit Translator(const std::map<fs::path, fs::path> &copies) : copies_(copies) {}

  std::string translated(std::string_view output) {
    std::string text;
    while (!output.empty()) {
      const std::size_t end = std::min(output.find('\n'), output.size());
      translate(output.substr(0, end), text);
      output.remove_prefix(std::min(end + 1, output.size()));
    }
    return text;
  }

private:
  void translate(std::string_view line, std::string &text) {
    const std::string plain = withoutColors(line);
    if (const auto head = headOf(plain)) {
      skips_ = std::ranges::any_of(kMarks, [&](std::string_view mark) { return plain.find(mark) != plain.npos; });
      shown_ = 0;
      lines_ = linesOfFile(head->file);
      if (!skips_)
        text += withOriginalColumn(line, *head) + "\n";
    } else if (!skips_) {
      text += lines_ ? snippet(line, plain) + "\n" : std::string(line) + "\n";
    }
  }

  const Lines *linesOfFile(const std::string &name) {
    std::error_code failed;
    const fs::path path = fs::absolute(name, failed).lexically_normal();
    const auto copy = copies_.find(path);
    if (failed || copy == copies_.end())
      return nullptr;
    auto [known, is_new] = files_.try_emplace(path);
    if (is_new)
      known->second = {linesOf(copy->second), linesOf(path)};
    return &known->second;
  }

  std::string withOriginalColumn(std::string_view line, const Head &head) const {
    std::string text(line);
    if (!lines_ || !lines_->has(head.line))
      return text;
    const ColumnMap map(lines_->mended[head.line - 1], lines_->original[head.line - 1]);
    const std::string numbers = fmt::format(":{}:{}: ", head.line, head.column);
    if (const std::size_t at = text.find(numbers); at != std::string::npos)
      text.replace(at, numbers.size(), fmt::format(":{}:{}: ", head.line, map.original(head.column - 1) + 1));
    return text;
  }

  // "   12 | the line", and below it "      |   ~~^~~".
  std::string snippet(std::string_view line, const std::string &plain) {
    const std::size_t bar = plain.find(" | ");
    const std::size_t digits = plain.find_first_not_of(' ');
    if (bar == std::string::npos || digits == std::string::npos)
      return std::string(line);
    std::string_view number_text = std::string_view(plain).substr(digits);
    const auto number = takeNumber(number_text, " | ");
    if (!number)
      return digits == bar + 1 && shown_ ? marksBelow(plain, bar + 3) : std::string(line);
    shown_ = 0;
    if (!lines_->has(*number) || withoutTabs(lines_->mended[*number - 1]) != number_text)
      return std::string(line);
    shown_ = *number;
    return plain.substr(0, bar + 3) + withoutTabs(lines_->original[*number - 1]);
  }

  std::string marksBelow(const std::string &plain, std::size_t begin) const {
    const ColumnMap map(withoutTabs(lines_->mended[shown_ - 1]), withoutTabs(lines_->original[shown_ - 1]));
    std::string text = plain.substr(0, begin);
    for (std::size_t i = begin; i < plain.size(); ++i) {
      if (plain[i] == ' ' || (map.isAdded(i - begin) && plain[i] != '^'))
        continue;
      const std::size_t at = begin + map.original(i - begin);
      text.resize(std::max(text.size(), at + 1), ' ');
      text[at] = text[at] == '^' ? '^' : plain[i];
    }
    return text;
  }

  const std::map<fs::path, fs::path> &copies_;
  std::map<fs::path, Lines> files_;
  const Lines *lines_ = nullptr; // of the file that is spoken of, where it was mended
  std::size_t shown_ = 0;        // the number of the line above
  bool skips_ = false;           // until the next message
};

} // namespace

std::string withOriginalPlaces(std::string_view output, const std::map<fs::path, fs::path> &copies) {
  return copies.empty() ? std::string(output) : Translator(copies).translated(output);
}

} // namespace raddle::driver
