#include "tools/view/demo.h"

#include "base/paths.h"
#include "base/process.h"
#include "tools/check/output.h"
#include "tools/view/page.h"
#include "tools/view/traced_run.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::tools::view {

namespace fs = std::filesystem;

namespace {

// Which warp of the program's first kernel is shown. The programs run on one worker, so that the last block is the last one.
struct Demo {
  const char *name;
  std::uint32_t block, warp;
};
constexpr Demo kDemos[] = {
    {"divergence", 0, 0}, {"partial_warp", 0, 1},   {"syncwarp", 0, 0},   {"ballot_and_match", 0, 0},
    {"shuffles", 0, 0},   {"reduction", 0, 0},      {"scan", 0, 0},       {"tiles", 0, 0},
    {"coalescing", 0, 0}, {"bank_conflicts", 0, 0}, {"last_block", 7, 0}, {"occupancy", 0, 3}};

fs::path folderOfPrograms() { return installPrefix() / "share" / "raddle" / "view"; }

// A README has a section for each program: "## `divergence.cu`: Title", and paragraphs.
std::map<std::string, Story> readStories(const fs::path &file) {
  constexpr std::string_view kHeading = "## `", kEnd = ".cu`: ";
  std::map<std::string, Story> stories;
  Story *story = nullptr;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t end = line.find(kEnd);
    if (line.starts_with(kHeading) && end != std::string::npos) {
      story = &stories[line.substr(kHeading.size(), end - kHeading.size())];
      story->title = line.substr(end + kEnd.size());
    } else if (story && !line.empty()) {
      story->paragraphs.push_back(line);
    }
  }
  return stories;
}

// Code stands between backticks in the stories.
std::string titleInHtml(const std::string &title) {
  return std::regex_replace(title, std::regex("`([^`]*)`"), "<code>$1</code>");
}

std::string indexOf(const std::map<std::string, Story> &english,
                    const std::map<std::string, Story> &chinese) {
  std::string list;
  for (const Demo &demo : kDemos)
    list += fmt::format("<li><a href=\"{}.html\">{}</a> <span lang=\"zh\">{}</span></li>\n", demo.name,
                        titleInHtml(english.at(demo.name).title), titleInHtml(chinese.at(demo.name).title));
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>raddle view</title>
<style>:root {{ color-scheme: light dark; }} body {{ font: 1rem/1.7 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }}</style>
</head><body><main><h1>raddle view</h1>
<ol>
{}</ol></main></body></html>
)",
                     list);
}

Result<bool> writePage(const Demo &demo, const Story &english, const Story &chinese, const fs::path &folder,
                       const fs::path &scratch) {
  const fs::path source = folderOfPrograms() / fmt::format("{}.cu", demo.name), program = scratch / demo.name;
  const auto compiled = runProcess(
      {(installPrefix() / "bin" / "raddlecc").string(), "-O3", "-o", program.string(), source.string()});
  if (!compiled)
    return compiled.error();
  if (compiled->exit_code != 0)
    return Error{fmt::format("cannot compile {}:\n{}", source.string(), compiled->output)};
  raddle::trace::Options options;
  options.block[0] = demo.block;
  options.warp = demo.warp;
  auto run = runTraced({program.string()}, options);
  if (!run)
    return run.error();
  if (const std::string why = whyNothing(run->trace, options); !why.empty())
    return Error{fmt::format("{}: {}", demo.name, why)};
  PageFacts facts;
  facts.english = english, facts.chinese = chinese;
  if (auto failed = check::writeOutput(folder / fmt::format("{}.html", demo.name), pageOf(run->trace, facts)))
    return *failed;
  return true;
}

} // namespace

Result<std::size_t> writeDemo(const fs::path &folder) {
  auto english = readStories(folderOfPrograms() / "README.md");
  auto chinese = readStories(folderOfPrograms() / "README.zh-CN.md");
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    return Error{fmt::format("cannot create {}: {}", folder.string(), failed.message())};
  std::string scratch = fs::temp_directory_path(failed) / "raddle-view-XXXXXX";
  if (!mkdtemp(scratch.data()))
    return Error{fmt::format("cannot create a temporary folder: {}", std::strerror(errno))};
  setenv("RADDLE_WORKERS", "1", 1);
  Result<bool> written = true;
  for (const Demo &demo : kDemos)
    if (written)
      written = writePage(demo, english[demo.name], chinese[demo.name], folder, scratch);
  fs::remove_all(scratch, failed);
  if (!written)
    return written.error();
  if (auto wrong = check::writeOutput(folder / "index.html", indexOf(english, chinese)))
    return *wrong;
  return std::size(kDemos);
}

} // namespace raddle::tools::view
