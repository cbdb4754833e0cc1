#include "api/cuda/ptx.h"

#include "abi/fat_binary.h"
#include "base/cache_folder.h"
#include "base/process.h"
#include "base/run_time_cache.h"
#include "diagnostics/messages.h"

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <xxhash.h>

namespace raddle::cuda {

namespace fs = std::filesystem;

namespace {

constexpr unsigned kNewestVersion = 88; // .version 8.8, of CUDA 12.9

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

CUresult refuse(CUresult error, const std::string &lines, const JitLog &log) {
  if (!log.write(lines))
    printDiagnostic(lines.ends_with('\n') ? lines : lines + '\n');
  return error;
}

// ---- The cache: a container under a name made of all that it depends on.

fs::path placeOf(std::string_view text, unsigned arch) {
  return placeInCache(kPtxFolder, fmt::format("{} {}\n{}", raddleccStamp(), arch, text), ".fatbin");
}

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

CUresult runCompiler(std::string_view text, unsigned arch, const fs::path &folder, const JitLog &errors) {
  const fs::path source = folder / "input.ptx";
  std::ofstream file(source, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file)
    return CUDA_ERROR_OPERATING_SYSTEM;
  const auto done = runProcess({raddleccPath().string(), "-fatbin", fmt::format("-arch=sm_{}", arch), "-o",
                                (folder / "module.fatbin").string(), source.string()});
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
  const StagingFolder staging(stagingParent());
  if (!staging)
    return refuse(CUDA_ERROR_OPERATING_SYSTEM, "ptx: error: there is no place for temporary files", errors);
  if (CUresult failed = runCompiler(text, arch, staging.path(), errors))
    return failed;
  const fs::path made = staging.path() / "module.fatbin";
  *container = bytesOf(made);
  if (!place.empty())
    moveToCache(made, place);
  return CUDA_SUCCESS;
}

} // namespace raddle::cuda
