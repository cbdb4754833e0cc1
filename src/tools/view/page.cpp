#include "tools/view/page.h"

#include "tools/page_template.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>

#include <bit>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <string_view>

namespace raddle::tools::view {

namespace json = llvm::json;

namespace {

std::string textOf(const RaddleDim3 &size) { return fmt::format("({},{},{})", size.x, size.y, size.z); }

json::Array linesOf(const std::string &path) {
  json::Array lines;
  std::ifstream stream(path);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r'))
      line.pop_back();
    lines.push_back(json::isUTF8(line) ? line : json::fixUTF8(line));
  }
  return lines;
}

// The files that steps stand in, numbered in the order in which they are asked for.
class Files {
public:
  int numberOf(const Place &place) {
    if (!place.isKnown())
      return -1;
    const auto [known, is_new] = numbers_.try_emplace(place.path, static_cast<int>(numbers_.size()));
    if (is_new)
      files_.push_back(json::Object{{"name", place.file}, {"lines", linesOf(place.path)}});
    return known->second;
  }
  json::Array take() { return std::move(files_); }

private:
  std::map<std::string, int> numbers_;
  json::Array files_;
};

json::Object describe(const Site &site, Files &files) {
  json::Object object{{"kind", site.kind}, {"file", files.numberOf(site.place)}, {"line", site.place.line}};
  const std::pair<llvm::StringRef, const std::string &> words[] = {{"name", site.name},
                                                                   {"form", site.form},
                                                                   {"operation", site.operation},
                                                                   {"by", site.by},
                                                                   {"fn", site.place.function}};
  for (const auto &[key, word] : words)
    if (!word.empty())
      object[key] = word;
  if (site.bytes) {
    object["bytes"] = static_cast<std::int64_t>(site.bytes);
    object["space"] = site.space;
  }
  if (!site.types.empty())
    object["types"] = json::Array(site.types);
  return object;
}

json::Object describe(const Story &story) {
  return json::Object{{"title", story.title}, {"text", json::Array(story.paragraphs)}};
}

json::Object factsOf(const Trace &trace, const PageFacts &page) {
  Files files;
  json::Array sites;
  for (const Site &site : trace.sites)
    sites.push_back(describe(site, files));
  json::Object facts{{"kernel", trace.kernel},
                     {"grid", textOf(trace.grid)},
                     {"block", textOf(trace.block)},
                     {"ofBlock", textOf(trace.of_block)},
                     {"ofWarp", trace.of_warp},
                     {"warps", trace.warpsOfBlock()},
                     {"threads", trace.block.x * trace.block.y * trace.block.z},
                     {"launch", trace.launch},
                     {"lanes", trace.lanes},
                     {"reason", trace.thread_engine_reason},
                     {"kept", static_cast<std::int64_t>(trace.kept)},
                     {"skipped", static_cast<std::int64_t>(trace.skipped)},
                     {"lost", static_cast<std::int64_t>(trace.lost)},
                     // A number of 64 bits is no number of JavaScript.
                     {"shared", std::to_string(trace.shared)},
                     {"sharedBytes", std::to_string(trace.shared_bytes)},
                     {"sites", std::move(sites)},
                     {"files", files.take()},
                     {"notice", page.notice},
                     {"open", static_cast<std::int64_t>(page.first_shown)}};
  if (!page.english.title.empty())
    facts["story"] = json::Object{{"en", describe(page.english)}, {"zh", describe(page.chinese)}};
  return facts;
}

json::Object jsonOf(const Record &record, const Trace &trace) {
  const Site &site = trace.sites[record.site];
  json::Array values;
  for (const std::vector<std::uint64_t> &each : record.values) {
    json::Array lanes;
    for (const std::uint64_t value : each)
      lanes.push_back(value);
    values.push_back(std::move(lanes));
  }
  return json::Object{{"kind", site.kind},
                      {"name", site.name},
                      {"line", site.place.line},
                      {"lanes", record.lanes},
                      {"warp", record.warp},
                      {"joins", (record.flags & kJoins) != 0},
                      {"types", json::Array(site.types)},
                      {"values", std::move(values)}};
}

} // namespace

std::string pageOf(const Trace &trace, const PageFacts &page) {
  const std::string title = page.english.title.empty() ? trace.kernel : page.english.title;
  return filledPage(kWarpPage, {{"title", inHtml(title)},
                                {"facts", inScript(llvm::formatv("{0}", json::Value(factsOf(trace, page))))},
                                {"steps", encodedSteps(trace)}});
}

std::string jsonOf(const Trace &trace) {
  std::string lines =
      llvm::formatv("{0}\n", json::Value(json::Object{{"kernel", trace.kernel},
                                                      {"grid", textOf(trace.grid)},
                                                      {"block", textOf(trace.block)},
                                                      {"of_block", textOf(trace.of_block)},
                                                      {"of_warp", trace.of_warp},
                                                      {"engine_lanes", trace.lanes},
                                                      {"steps", static_cast<std::int64_t>(trace.stepCount())},
                                                      {"skipped", static_cast<std::int64_t>(trace.skipped)},
                                                      {"lost", static_cast<std::int64_t>(trace.lost)}}));
  for (const Record &record : trace.records)
    lines += llvm::formatv("{0}\n", json::Value(jsonOf(record, trace)));
  return lines;
}

} // namespace raddle::tools::view
