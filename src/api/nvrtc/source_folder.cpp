#include "api/nvrtc/source_folder.h"

#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace raddle::nvrtc {

namespace fs = std::filesystem;

namespace {

// Calls `body(name)` for each "name" of #include and __has_include.
template <typename Body> void forEachQuotedName(std::string_view text, Body body) {
  constexpr std::string_view kInclude = "include";
  for (std::size_t at = 0; (at = text.find(kInclude, at)) != std::string_view::npos;) {
    at = text.find_first_not_of(" \t(", at + kInclude.size());
    if (at == std::string_view::npos)
      return;
    if (text[at] != '"')
      continue;
    const std::size_t end = text.find_first_of("\"\n", at + 1);
    if (end != std::string_view::npos && text[end] == '"')
      body(text.substr(at + 1, end - at - 1));
  }
}

} // namespace

fs::path sourceFolder(const Job &job) {
  const fs::path folder = fs::path(job.name).parent_path();
  return folder.empty() ? "." : folder;
}

bool needsSourceFolder(const Job &job) {
  if (job.options.has_no_source_folder)
    return false;
  std::set<fs::path> given;
  for (const Header &header : job.headers)
    given.insert(fs::path(header.name).lexically_normal());
  bool is_needed = false;
  const auto look = [&](const std::string &text, const fs::path &folder) {
    forEachQuotedName(text, [&](const fs::path &name) {
      std::error_code failed;
      is_needed |= !given.contains(name.lexically_normal()) &&
                   !given.contains((folder / name).lexically_normal()) &&
                   fs::exists(sourceFolder(job) / name, failed);
    });
  };
  look(job.source, {});
  for (const Header &header : job.headers)
    look(header.text, fs::path(header.name).parent_path());
  return is_needed;
}

} // namespace raddle::nvrtc
