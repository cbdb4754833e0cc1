#include "host/module/ptx_compiler.h"

#include "abi/fat_binary.h"
#include "base/cache_folder.h"
#include "base/process.h"
#include "base/run_time_cache.h"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <string>
#include <utility>
#include <xxhash.h>

namespace raddle::host {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kNewestVersion = 90; // .version 9.0, of CUDA 13.0

// The version and the architecture that the first lines of a module name; 0 where a line is missing.
struct Heading {
  unsigned version = 0; // 88 for 8.8
  unsigned target = 0;  // 90 for sm_90a
};

unsigned numberIn(std::string_view text) {
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The word that follows a directive which begins a line; "" where no line begins with it.
std::string_view wordAfter(std::string_view text, std::string_view directive) {
  for (std::size_t at = text.find(directive); at != std::string_view::npos;
       at = text.find(directive, at + 1)) {
    if (at != 0 && text[at - 1] != '\n')
      continue;
    const std::string_view rest = text.substr(at + directive.size());
    const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
    return rest.substr(begin, rest.find_first_of(" \t\r\n,", begin) - begin);
  }
  return {};
}

Heading readHeading(std::string_view text) {
  Heading heading;
  const std::string_view version = wordAfter(text, ".version"), target = wordAfter(text, ".target");
  if (const std::size_t dot = version.find('.'); dot != std::string_view::npos)
    heading.version = 10 * numberIn(version) + numberIn(version.substr(dot + 1));
  if (target.starts_with("sm_"))
    heading.target = numberIn(target.substr(3));
  return heading;
}

Status refuse(Status status, std::string lines, std::string *errors) {
  *errors = std::move(lines);
  return status;
}

Status checkHeading(std::string_view text, unsigned arch, std::string *errors) {
  const Heading heading = readHeading(text);
  if (heading.version > kNewestVersion)
    return refuse(Status::kUnsupportedPtxVersion,
                  fmt::format("ptx: error: .version {}.{} is newer than {}.{}, the last one that is known",
                              heading.version / 10, heading.version % 10, kNewestVersion / 10,
                              kNewestVersion % 10),
                  errors);
  if (heading.target > arch)
    return refuse(Status::kNoImageForDevice,
                  fmt::format("ptx: error: .target sm_{} is newer than this device, which is of sm_{}; "
                              "RADDLE_DEVICE chooses another",
                              heading.target, arch),
                  errors);
  return Status::kSuccess;
}

// ---- The cache: a container under a name made of all that it depends on.

std::vector<std::byte> bytesOf(const fs::path &file) {
  const std::string bytes = contentsOf(file);
  const auto *begin = reinterpret_cast<const std::byte *>(bytes.data());
  return {begin, begin + bytes.size()};
}

// A file that was cut off, or changed, is no container.
bool isWhole(const std::vector<std::byte> &container) {
  abi::FatBinaryHeader header;
  if (container.size() < sizeof header)
    return false;
  std::memcpy(&header, container.data(), sizeof header);
  if (std::memcmp(header.magic, abi::kFatBinaryMagic, sizeof header.magic) != 0 ||
      header.total_bytes != container.size())
    return false;
  const XXH128_hash_t hash = XXH3_128bits(container.data() + sizeof header, container.size() - sizeof header);
  return hash.low64 == header.content_hash[0] && hash.high64 == header.content_hash[1];
}

bool readKept(const fs::path &place, std::vector<std::byte> *container) {
  if (place.empty() || !isSafeCacheFile(place))
    return false;
  std::vector<std::byte> kept = bytesOf(place);
  if (!isWhole(kept))
    return false;
  noteUse(place);
  *container = std::move(kept);
  return true;
}

bool writeTo(const fs::path &path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  return static_cast<bool>(file);
}

// What raddlecc reads: files by their names, and their contents.
struct Sources {
  std::vector<std::string> options;
  std::vector<std::pair<std::string, std::string_view>> files;

  std::string key(unsigned arch) const {
    std::string text = fmt::format("{} {} {}\n", raddleccStamp(), arch, fmt::join(options, " "));
    for (const auto &[name, contents] : files)
      text += fmt::format("{} {}\n{}", name, contents.size(), contents);
    return text;
  }
};

// The names of files mean nothing to the program: one of a text is called "ptx".
std::string withoutFolder(std::string lines, const fs::path &folder) {
  for (const std::string &path : {(folder / "input.ptx").string(), folder.string() + '/'})
    for (std::size_t at = 0; (at = lines.find(path, at)) != std::string::npos;)
      lines.replace(at, path.size(), path.ends_with('/') ? "" : "ptx");
  return lines.empty() ? "ptx: error: raddlecc failed" : lines;
}

Status runCompiler(const Sources &sources, unsigned arch, const fs::path &folder, std::string *errors) {
  std::vector<std::string> command{raddleccPath().string(), "-fatbin", fmt::format("-arch=sm_{}", arch), "-o",
                                   (folder / "module.fatbin").string()};
  command.insert(command.end(), sources.options.begin(), sources.options.end());
  for (const auto &[name, contents] : sources.files) {
    if (!writeTo(folder / name, contents))
      return refuse(Status::kNoPlaceForFiles, "ptx: error: cannot write " + (folder / name).string(), errors);
    command.push_back((folder / name).string());
  }
  const auto done = runProcess(command);
  if (!done)
    return refuse(Status::kNoCompiler, "ptx: error: " + done.error().message, errors);
  if (done->exit_code == 0)
    return Status::kSuccess;
  return refuse(Status::kInvalidPtx, withoutFolder(done->output, folder), errors);
}

Status make(const Sources &sources, unsigned arch, std::string *errors, std::vector<std::byte> *container) {
  const fs::path place = placeInCache(kPtxFolder, sources.key(arch), ".fatbin");
  if (readKept(place, container))
    return Status::kSuccess;
  const StagingFolder staging(stagingParent());
  if (!staging)
    return refuse(Status::kNoPlaceForFiles, "ptx: error: there is no place for temporary files", errors);
  if (Status status = runCompiler(sources, arch, staging.path(), errors))
    return status;
  const fs::path made = staging.path() / "module.fatbin";
  *container = bytesOf(made);
  if (!place.empty())
    moveToCache(made, place);
  return Status::kSuccess;
}

} // namespace

Status compilePtx(std::string_view text, unsigned arch, bool is_piece, std::string *errors,
                  std::vector<std::byte> *container) {
  if (Status status = checkHeading(text, arch, errors))
    return status;
  Sources sources;
  if (is_piece)
    sources.options.emplace_back("-rdc=true");
  sources.files.emplace_back("input.ptx", text);
  return make(sources, arch, errors, container);
}

Status linkContainers(std::span<const std::vector<std::byte>> pieces, unsigned arch, std::string *errors,
                      std::vector<std::byte> *container) {
  Sources sources;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    sources.files.emplace_back(
        fmt::format("piece{}.fatbin", i),
        std::string_view(reinterpret_cast<const char *>(pieces[i].data()), pieces[i].size()));
  return make(sources, arch, errors, container);
}

bool isRelocatable(const std::vector<std::byte> &container) {
  abi::FatBinaryHeader header;
  if (container.size() < sizeof header)
    return false;
  std::memcpy(&header, container.data(), sizeof header);
  return (header.flags & abi::kRelocatable) != 0;
}

} // namespace raddle::host
