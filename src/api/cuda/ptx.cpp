#include "api/cuda/ptx.h"

#include "abi/fat_binary.h"
#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/paths.h"
#include "base/process.h"
#include "diagnostics/messages.h"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>
#include <xxhash.h>

namespace raddle::cuda {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kNewestVersion = 88; // .version 8.8, of CUDA 12.9

// What the first lines of a module say; 0 where they do not.
struct Heading {
  unsigned version = 0; // 88 for 8.8
  unsigned target = 0;  // 90 for sm_90a
};

unsigned numberIn(std::string_view text) {
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The word behind a directive at the beginning of a line.
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

CUresult refuse(CUresult error, const std::string &lines, const JitLog &log) {
  if (!log.write(lines))
    printDiagnostic(lines.ends_with('\n') ? lines : lines + '\n');
  return error;
}

// ---- The cache: a container under a name made of all that it depends on.

fs::path placeOf(std::string_view text, unsigned arch) {
  const fs::path folder = cacheFolder(kPtxFolder);
  if (folder.empty())
    return {};
  const fs::path compiler = installPrefix() / "bin" / "raddlecc";
  std::error_code failed;
  const std::string key = fmt::format("{} {} {} {}\n{}", compiler.string(),
                                      fs::last_write_time(compiler, failed).time_since_epoch().count(),
                                      fs::file_size(compiler, failed), arch, text);
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return folder / fmt::format("{:016x}{:016x}.fatbin", hash.high64, hash.low64);
}

std::vector<std::byte> readAll(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
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
  std::error_code failed;
  if (place.empty() || !fs::exists(place, failed) || !isSafeCacheFile(place))
    return false;
  std::vector<std::byte> kept = readAll(place);
  if (!isWhole(kept))
    return false;
  noteUse(place);
  *container = std::move(kept);
  return true;
}

void keep(const fs::path &made, const fs::path &place) {
  std::error_code failed;
  fs::rename(made, place, failed);
  if (!failed)
    makeRoom(place.parent_path().parent_path(), place);
}

CUresult runCompiler(std::string_view text, unsigned arch, const fs::path &folder, const JitLog &errors) {
  const fs::path source = folder / "input.ptx";
  std::ofstream file(source, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file)
    return CUDA_ERROR_OPERATING_SYSTEM;
  const auto done = runProcess({(installPrefix() / "bin" / "raddlecc").string(), "-fatbin",
                                fmt::format("-arch=sm_{}", arch), "-o", (folder / "module.fatbin").string(),
                                source.string()});
  if (!done)
    return refuse(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "ptx: error: " + done.error().message, errors);
  if (done->exit_code == 0)
    return CUDA_SUCCESS;
  // The name of the file means nothing to the program.
  std::string lines = done->output;
  const std::string path = source.string();
  for (std::size_t at = 0; (at = lines.find(path, at)) != std::string::npos;)
    lines.replace(at, path.size(), "ptx");
  return refuse(CUDA_ERROR_INVALID_PTX, lines.empty() ? "ptx: error: raddlecc failed" : lines, errors);
}

} // namespace

CUresult compilePtx(std::string_view text, unsigned arch, const JitLog &errors,
                    std::vector<std::byte> *container) {
  const Heading heading = readHeading(text);
  if (heading.version > kNewestVersion)
    return refuse(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
                  fmt::format("ptx: error: .version {}.{} is newer than {}.{}, the last one of CUDA 12",
                              heading.version / 10, heading.version % 10, kNewestVersion / 10,
                              kNewestVersion % 10),
                  errors);
  if (heading.target > arch)
    return refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                  fmt::format("ptx: error: .target sm_{} is newer than this device, which is of sm_{}; "
                              "RADDLE_DEVICE chooses another",
                              heading.target, arch),
                  errors);
  const fs::path place = placeOf(text, arch);
  if (readKept(place, container))
    return CUDA_SUCCESS;
  const fs::path parent = cacheFolder(kStagingFolder);
  const StagingFolder staging(parent.empty() ? fs::path("/tmp") : parent);
  if (!staging)
    return refuse(CUDA_ERROR_OPERATING_SYSTEM, "ptx: error: there is no place for temporary files", errors);
  if (CUresult failed = runCompiler(text, arch, staging.path(), errors))
    return failed;
  const fs::path made = staging.path() / "module.fatbin";
  *container = readAll(made);
  if (!place.empty())
    keep(made, place);
  return CUDA_SUCCESS;
}

} // namespace raddle::cuda
