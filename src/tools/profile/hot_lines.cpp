#include "tools/profile/hot_lines.h"

#include "base/paths.h"
#include "base/process.h"
#include "profile/samples_file.h"
#include "tools/kernel_names.h"
#include "tools/profile/source_text.h"
#include "tools/recorded_lines.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

namespace raddle::tools::profile {

namespace fs = std::filesystem;
using llvm::json::Array;
using llvm::json::Object;
using raddle::profile::samples::kNoObject;
using raddle::profile::samples::kSamplesMagic;
using raddle::profile::samples::Sample;
using raddle::profile::samples::SamplesHeader;

namespace {

struct Hits {
  std::uint64_t samples = 0, in_callees = 0;
};
using HitsByOffset = std::map<std::uint32_t, Hits>;

struct KernelObject {
  std::string kernel, source, file;
  HitsByOffset hits;
};

// Files of CUDA's and of the system's headers: what happens in them, a line of the program has called.
bool isHeader(const std::string &path) {
  static const std::string kOurs = (installPrefix() / "include").string() + "/";
  return path.starts_with(kOurs) || path.starts_with("/usr/");
}

// "name.cu:12:5<tab>function<tab>path", as raddle-kernelc -symbolize says it.
HotLine lineOf(const std::string &frame) {
  HotLine line;
  const std::size_t tab = frame.find('\t'), second = frame.find('\t', tab + 1);
  if (second == std::string::npos)
    return line;
  const std::string place = frame.substr(0, tab);
  const std::size_t column = place.rfind(':'), number = place.rfind(':', column - 1);
  if (column == std::string::npos || number == std::string::npos)
    return line;
  line.file = place.substr(0, number);
  line.function = frame.substr(tab + 1, second - tab - 1);
  line.path = frame.substr(second + 1);
  std::from_chars(place.data() + number + 1, place.data() + column, line.line);
  return line;
}

// The program's line among the functions that stand at an address, innermost first; the innermost one where all are of headers.
HotLine programLineOf(const std::vector<std::string> &frames) {
  HotLine innermost;
  for (const std::string &frame : frames) {
    const HotLine line = lineOf(frame);
    if (line.line && !isHeader(line.path))
      return line;
    if (!innermost.line)
      innermost = line;
  }
  return innermost;
}

// The lines at the first `most` offsets of a range.
template <class Iterator>
std::vector<HotLine> linesAt(const std::string &object, Iterator begin, Iterator end) {
  std::vector<std::string> arguments{kernelCompilerPath().string(), "-symbolize", object, "-paths"};
  for (Iterator at = begin; at != end; ++at)
    arguments.push_back(fmt::format("{:x}", at->first));
  std::vector<HotLine> lines;
  if (const auto done = runProcess(arguments); done && done->exit_code == 0) {
    std::istringstream output(done->output);
    std::vector<std::string> frames;
    for (std::string frame; std::getline(output, frame);)
      if (!frame.empty())
        frames.push_back(frame);
      else
        lines.push_back(programLineOf(std::exchange(frames, {})));
  }
  lines.resize(static_cast<std::size_t>(std::distance(begin, end)));
  return lines;
}

class Reader {
public:
  void read(const fs::path &record) {
    std::map<std::uint64_t, KernelObject> objects;
    forEachLine(record, [&](const Object &line) {
      if (const Object *object = line.getObject("object"))
        objects[number(*object, "number")] = {
            text(*object, "kernel"), text(*object, "source"), text(*object, "file"), {}};
    });
    countSamples(fs::path(record).replace_extension(".samples"), objects);
    for (const auto &[_, object] : objects)
      addLines(object);
  }

  HotLines take() {
    for (auto &[key, lines] : kernels_) {
      const auto &[name, source] = key;
      // Kernels with internal linkage may have the same name in several files.
      const bool is_shared =
          std::ranges::count_if(kernels_, [&](const auto &other) { return other.first.first == name; }) > 1;
      HotKernel kernel{is_shared ? name + " in " + source : name, 0, {}};
      for (auto &[place, line] : lines) {
        kernel.samples += line.samples;
        kernel.lines.push_back(std::move(line));
      }
      std::sort(kernel.lines.begin(), kernel.lines.end(), [](const HotLine &one, const HotLine &other) {
        return std::tie(other.samples, one.path, one.line) < std::tie(one.samples, other.path, other.line);
      });
      hot_.kernels.push_back(std::move(kernel));
    }
    std::sort(hot_.kernels.begin(), hot_.kernels.end(), [](const HotKernel &one, const HotKernel &other) {
      return std::tie(other.samples, one.name) < std::tie(one.samples, other.name);
    });
    return std::move(hot_);
  }

private:
  void countSamples(const fs::path &file, std::map<std::uint64_t, KernelObject> &objects) {
    const std::string content = contentOf(file);
    SamplesHeader header{};
    if (content.size() < sizeof header)
      return;
    std::memcpy(&header, content.data(), sizeof header);
    if (header.magic != kSamplesMagic)
      return;
    const std::uint64_t count =
        std::min<std::uint64_t>(header.taken, (content.size() - sizeof header) / sizeof(Sample));
    hot_.samples += count;
    for (std::uint64_t i = 0; i < count; ++i) {
      Sample sample;
      std::memcpy(&sample, content.data() + sizeof header + i * sizeof sample, sizeof sample);
      const auto object = objects.find(sample.object);
      if (sample.object == kNoObject || object == objects.end()) {
        ++hot_.in_runtime;
        continue;
      }
      Hits &hits = object->second.hits[sample.offset];
      ++hits.samples;
      hits.in_callees += sample.in_callee;
    }
  }

  void addLines(const KernelObject &object) {
    // As many as a command line holds with ease.
    constexpr std::ptrdiff_t kAtOnce = 4096;
    if (object.hits.empty())
      return;
    auto &known =
        kernels_[{object.kernel.empty() ? "device functions" : readableKernel(object.kernel), object.source}];
    for (auto at = object.hits.begin(); at != object.hits.end();) {
      const auto begin = at;
      std::ranges::advance(at, kAtOnce, object.hits.end());
      std::size_t i = 0;
      const std::vector<HotLine> lines = linesAt(object.file, begin, at);
      for (auto hit = begin; hit != at; ++hit, ++i) {
        HotLine &line = known.try_emplace({lines[i].path, lines[i].line}, lines[i]).first->second;
        line.samples += hit->second.samples;
        line.in_callees += hit->second.in_callees;
      }
    }
  }

  HotLines hot_;
  std::map<std::pair<std::string, std::string>, std::map<std::pair<std::string, unsigned>, HotLine>>
      kernels_; // by name and file
};

double part(std::uint64_t samples, std::uint64_t all) {
  return all ? 100 * static_cast<double>(samples) / static_cast<double>(all) : 0;
}

std::string textOf(const HotLine &line, std::uint64_t all) {
  std::string place =
      line.line ? fmt::format("{}:{}", line.file.substr(line.file.rfind('/') + 1), line.line) : "no line";
  std::string row = fmt::format("  {:>6.1f} % {:>8}  {:>24}  {}", part(line.samples, all),
                                line.in_callees ? fmt::format("{:.1f} %", part(line.in_callees, all)) : "",
                                place, line.line ? sourceLine(line.path, line.line) : "");
  row.erase(row.find_last_not_of(' ') + 1);
  return row + '\n';
}

} // namespace

HotLines readHotLines(const std::string &folder) {
  Reader reader;
  for (const fs::path &record : recordsIn(folder))
    reader.read(record);
  return reader.take();
}

std::string textOf(const HotLines &hot, std::size_t most_lines) {
  std::string text =
      fmt::format("{} samples of threads that worked for kernels, {:.1f} % of them in the runtime\n",
                  hot.samples, part(hot.in_runtime, hot.samples));
  for (const HotKernel &kernel : hot.kernels) {
    text += fmt::format("\n{}: {:.1f} %\n  {:>8} {:>8}  {:>24}\n", kernel.name,
                        part(kernel.samples, hot.samples), "of all", "in calls", "line");
    for (std::size_t i = 0; i < std::min(most_lines, kernel.lines.size()); ++i)
      text += textOf(kernel.lines[i], hot.samples);
  }
  return text;
}

std::string jsonOf(const HotLines &hot) {
  Array kernels;
  for (const HotKernel &kernel : hot.kernels) {
    Array lines;
    for (const HotLine &line : kernel.lines)
      lines.push_back(Object{{"file", line.file},
                             {"path", line.path},
                             {"function", line.function},
                             {"line", line.line},
                             {"samples", static_cast<std::int64_t>(line.samples)},
                             {"in_callees", static_cast<std::int64_t>(line.in_callees)}});
    kernels.push_back(Object{{"name", kernel.name},
                             {"samples", static_cast<std::int64_t>(kernel.samples)},
                             {"lines", std::move(lines)}});
  }
  return llvm::formatv("{0:2}\n",
                       llvm::json::Value(Object{{"version", 1},
                                                {"samples", static_cast<std::int64_t>(hot.samples)},
                                                {"in_runtime", static_cast<std::int64_t>(hot.in_runtime)},
                                                {"kernels", std::move(kernels)}}));
}

} // namespace raddle::tools::profile
