// clang itself compares the options, and the times of all headers, with those it has precompiled them for.
// What it does not see is decided here: macros and folders of the user that would change what the headers
// say. A program's macros have names of their own; those that begin with an underscore, and a few others,
// belong to the headers, which are precompiled with them. A folder of the user's changes them when it holds something by the
// name of one.

#include "driver/compile/precompiled_headers.h"

#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/environment.h"
#include "base/process.h"
#include "driver/compile/dependencies.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <vector>
#include <xxhash.h>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 32; // of a few megabytes, two for a set of options

fs::path ruleOf(fs::path file) { return file.replace_extension("d"); }

bool belongsToHeaders(std::string_view macro) {
  return macro.starts_with("_") || macro.starts_with("CUDA") || macro.starts_with("RADDLE") ||
         macro.starts_with("NV") || macro.starts_with("CU_") || macro == "NDEBUG";
}

// Which of the user's options the headers see, apart from folders.
struct Surroundings {
  std::vector<std::string> macros; // as the command line has them
  std::vector<std::string> folders;
  bool are_known = true; // no other option could change the headers
};

Surroundings surroundingsOf(const Command &command) {
  Surroundings result;
  for (const char *variable : {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    result.are_known &= !environment(variable);
  for (const std::string &option : command.host_options)
    result.are_known &= option.starts_with("-W") || option.starts_with("-f") || option.starts_with("-m") ||
                        option.starts_with("-O") || option.starts_with("-g") || option == "-pthread" ||
                        option == "-w" || option == "-S" || option == "-emit-llvm";
  const std::vector<std::string> &options = command.preprocessor;
  for (std::size_t i = 0; i < options.size(); ++i) {
    auto value = [&](std::string_view name) -> std::optional<std::string> {
      if (!options[i].starts_with(name))
        return std::nullopt;
      if (options[i].size() > name.size())
        return options[i].substr(name.size());
      return i + 1 < options.size() ? options[++i] : std::string();
    };
    if (options[i].starts_with("-D") || options[i].starts_with("-U")) {
      if (belongsToHeaders(std::string_view(options[i]).substr(2)))
        result.macros.push_back(options[i]);
    } else if (auto folder = value("-isystem"))
      result.folders.push_back(*folder);
    else if (auto searched = value("-I"))
      result.folders.push_back(*searched);
    else if (options[i] == "-include")
      ++i; // comes after ours
    else
      result.are_known = false;
  }
  return result;
}

// Files of their own for each command would be precompiled for each command.
bool namesTemporaryFiles(const Command &command) {
  return std::ranges::find(command.language_flags, "-ivfsoverlay") != command.language_flags.end();
}

// How debug information names files is no matter of the headers.
std::vector<std::string> withoutPrefixMaps(const std::vector<std::string> &flags) {
  std::vector<std::string> kept;
  for (const std::string &flag : flags)
    if (!flag.starts_with("-fdebug-prefix-map="))
      kept.push_back(flag);
    else if (!kept.empty() && kept.back() == "-Xclang")
      kept.pop_back();
  return kept;
}

// The first part of the name by which a header is included: "bits" for "/usr/include/c++/12/bits/move.h".
std::string includedName(const fs::path &header) {
  const std::vector<std::string> parts(header.begin(), header.end());
  auto part = std::ranges::find(parts.rbegin(), parts.rend(), "include").base();
  auto isFolderOfAll = [](const std::string &name) {
    return name == "c++" || name == "portable" || name == "cuda_wrappers" ||
           name.find("-linux-") != std::string::npos || std::ranges::all_of(name, [](char c) {
             return std::isdigit(static_cast<unsigned char>(c)) || c == '.';
           });
  };
  part = std::find_if_not(part, parts.end(), isFolderOfAll);
  return part == parts.end() ? header.filename().string() : *part;
}

std::set<std::string> includedNames(const fs::path &rule) {
  std::ifstream stream(rule);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::set<std::string> names;
  for (const std::string &header : parseRule(text))
    names.insert(includedName(header));
  return names;
}

bool holdsAnyOf(const std::vector<std::string> &folders, const std::set<std::string> &names) {
  for (const std::string &folder : folders) {
    std::error_code failed;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
      if (names.contains(entry.path().filename().string()))
        return true;
  }
  return false;
}

void removeAllButTheNewest(const fs::path &folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".pch")
      files.emplace_back(entry.last_write_time(failed), entry.path());
  std::ranges::sort(files, std::greater());
  for (std::size_t i = kMostFiles; i < files.size(); ++i) {
    fs::remove(files[i].second, failed);
    fs::remove(ruleOf(files[i].second), failed);
  }
}

std::string keyOf(const Setup &setup, Side side) {
  std::string text = shellQuoted(precompilationArguments(setup, side, "", ""));
  std::error_code failed;
  const fs::path clang = fs::canonical(setup.toolchain.clang, failed);
  text += fmt::format(" {} {}", fs::file_size(clang, failed),
                      fs::last_write_time(clang, failed).time_since_epoch().count());
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace

PrecompiledHeaders::PrecompiledHeaders(const Setup &setup, Side side)
    : command_(setup.command), toolchain_(setup.toolchain), side_(side) {
  Surroundings surroundings = surroundingsOf(command_);
  if (command_.dry_run || !surroundings.are_known || namesTemporaryFiles(command_))
    return;
  const fs::path folder = cacheFolder(kHeadersFolder);
  if (folder.empty())
    return;
  command_.preprocessor = std::move(surroundings.macros);
  command_.language_flags = withoutPrefixMaps(command_.language_flags);
  folders_ = std::move(surroundings.folders);
  // Programs name CUDA's headers, too.
  std::erase_if(folders_, [&](const std::string &folder) {
    std::error_code failed;
    return fs::equivalent(folder, toolchain_.include, failed);
  });
  file_ = folder / (keyOf({command_, toolchain_}, side_) + ".pch");
  if (!areSafe())
    maker_ = std::thread([this] { make(); });
}

bool PrecompiledHeaders::areSafe() const { return isSafeCacheFile(file_) && isSafeCacheFile(ruleOf(file_)); }

PrecompiledHeaders::~PrecompiledHeaders() {
  if (maker_.joinable())
    maker_.join();
}

void PrecompiledHeaders::make() {
  const StagingFolder staging(cacheFolder(kStagingFolder));
  if (!staging)
    return;
  const fs::path own = staging.path() / file_.filename(), own_rule = ruleOf(own);
  auto done = runProcess(precompilationArguments({command_, toolchain_}, side_, own, own_rule));
  if (!done || done->exit_code != 0)
    return;
  std::error_code failed;
  for (const fs::path &made : {own, own_rule})
    fs::permissions(made, fs::perms::owner_read | fs::perms::owner_write, failed);
  // Who sees the headers finds the rule.
  fs::rename(own_rule, ruleOf(file_), failed);
  if (!failed)
    fs::rename(own, file_, failed);
  removeAllButTheNewest(file_.parent_path());
  makeRoom(cacheFolder(), file_);
}

fs::path PrecompiledHeaders::file() {
  if (maker_.joinable())
    maker_.join();
  if (file_.empty() || !areSafe())
    return {};
  noteUse(file_);
  const std::set<std::string> names = includedNames(ruleOf(file_));
  return names.empty() || holdsAnyOf(folders_, names) ? fs::path() : file_;
}

void PrecompiledHeaders::removeIfRefused(std::string_view diagnostics) {
  const std::string name = file_.filename().string();
  for (const std::string_view sign :
       {std::string_view("PCH file"), std::string_view("AST file"), std::string_view(name)})
    if (diagnostics.find(sign) != std::string_view::npos) {
      std::error_code failed;
      fs::remove(file_, failed);
      fs::remove(ruleOf(file_), failed);
      return;
    }
}

} // namespace raddle::driver
