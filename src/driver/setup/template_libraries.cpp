#include "driver/setup/template_libraries.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fstream>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

// The macro is a number of major * major_unit + minor * minor_unit + patch.
struct VersionMacro {
  std::string_view header, macro;
  unsigned major_unit, minor_unit;
};

struct Description {
  std::string_view name, folder;
  std::array<VersionMacro, 2> versions; // the first whose header is there
};

constexpr Description kLibraries[] = {
    {"Thrust", "thrust", {{{"thrust/version.h", "THRUST_VERSION", 100000, 100}}}},
    {"CUB", "cub", {{{"cub/version.cuh", "CUB_VERSION", 100000, 100}}}},
    {"libcu++",
     "cuda",
     {{{"cuda/std/__cccl/version.h", "CCCL_VERSION", 1000000, 1000},
       {"cuda/std/detail/__config", "_LIBCUDACXX_CUDA_API_VERSION", 1000000, 1000}}}},
};

constexpr std::string_view kInstall = "CUB and Thrust come with Debian's packages: apt-get install "
                                      "libthrust-dev libcub-dev. Or name a CCCL of your own "
                                      "with -I";

std::string versionIn(const fs::path &folder, const VersionMacro &version) {
  std::ifstream file(folder / version.header);
  const std::string definition = fmt::format("#define {} ", version.macro);
  for (std::string line; std::getline(file, line);) {
    const std::size_t digits = line.find_first_of("0123456789", definition.size());
    unsigned number = 0;
    if (line.starts_with(definition) && digits != std::string::npos &&
        std::from_chars(line.data() + digits, line.data() + line.size(), number).ec == std::errc())
      return fmt::format("{}.{}.{}", number / version.major_unit,
                         number % version.major_unit / version.minor_unit, number % version.minor_unit);
  }
  return {};
}

std::optional<TemplateLibrary> libraryIn(const fs::path &folder, const Description &library) {
  for (const VersionMacro &version : library.versions) {
    std::string number = version.header.empty() ? std::string() : versionIn(folder, version);
    if (!number.empty())
      return TemplateLibrary{std::string(library.name), folder, folder / library.folder, std::move(number)};
  }
  return std::nullopt;
}

} // namespace

bool holdsTemplateLibrary(const fs::path &folder) {
  return std::ranges::any_of(
      kLibraries, [&](const Description &library) { return libraryIn(folder, library).has_value(); });
}

std::vector<TemplateLibrary> findTemplateLibraries(std::span<const fs::path> folders) {
  std::vector<TemplateLibrary> found;
  for (const Description &library : kLibraries)
    for (const fs::path &folder : folders)
      if (auto here = libraryIn(folder, library)) {
        found.push_back(*std::move(here));
        break;
      }
  return found;
}

std::vector<fs::path> searchedFolders(const Command &command) {
  std::vector<fs::path> folders;
  for (std::string_view kind : {"-I", "-isystem"})
    for (std::size_t i = 0; i + 1 < command.preprocessor.size(); ++i)
      if (command.preprocessor[i] == kind)
        folders.emplace_back(command.preprocessor[i + 1]);
  folders.insert(folders.end(), {"/usr/local/include", "/usr/include"});
  return folders;
}

std::string describeMixture(std::span<const TemplateLibrary> libraries, std::string_view text,
                            Reading reading) {
  auto isNamed = [&](const TemplateLibrary &library) {
    return text.find(library.headers.string() + "/") != std::string_view::npos;
  };
  // In the order of `libraries`, each includes those after it.
  const bool has_libcudacxx =
      std::ranges::find(libraries, "libcu++", &TemplateLibrary::name) != libraries.end();
  for (const TemplateLibrary &first : libraries) {
    const bool is_alone = first.version.starts_with("1.");
    if (!isNamed(first))
      continue;
    for (const TemplateLibrary &second : libraries)
      if (&first < &second && first.version != second.version && !(is_alone && second.name == "libcu++") &&
          (reading == Reading::UntilError || isNamed(second)))
        return fmt::format(
            "{} {} of {} and {} {} of {} do not belong together; name the folders of one CCCL with -I",
            first.name, first.version, first.headers.string(), second.name, second.version,
            second.headers.string());
    if (!is_alone && !has_libcudacxx)
      return fmt::format(
          "{} {} of {} needs the libcu++ of the same CCCL; name its folder libcudacxx/include with -I",
          first.name, first.version, first.headers.string());
  }
  return {};
}

std::string adviceOnMissingHeader(std::string_view header, std::span<const TemplateLibrary> libraries) {
  const std::string_view folder = header.substr(0, header.find('/'));
  const auto *library = std::ranges::find(kLibraries, folder, &Description::folder);
  if (library == std::end(kLibraries))
    return {};
  auto found = std::ranges::find(libraries, library->name, &TemplateLibrary::name);
  if (found != libraries.end())
    return fmt::format("{} {} of {} has no <{}>; name a CCCL that has it with -I", found->name,
                       found->version, found->headers.string(), header);
  if (library->name == "libcu++")
    return fmt::format(
        "Raddle's own <cuda/...> has no <{}>; name a CCCL's folder libcudacxx/include with -I, and those of "
        "its CUB and Thrust",
        header);
  for (const TemplateLibrary &other : libraries)
    if (other.name != "libcu++" && !other.version.starts_with("1."))
      return fmt::format("{} {} of {} needs the {} of the same CCCL; name its folder with -I", other.name,
                         other.version, other.headers.string(), library->name);
  return std::string(kInstall);
}

ToolkitLibraries librariesOfToolkit(const fs::path &include) {
  ToolkitLibraries libraries;
  if (holdsTemplateLibrary(include / "cccl"))
    libraries.folder = include / "cccl";
  else if (holdsTemplateLibrary(include))
    for (std::string_view name : {"thrust", "cub", "cuda", "nv"})
      if (std::error_code failed; fs::is_directory(include / name, failed))
        libraries.names.emplace_back(name);
  return libraries;
}

} // namespace raddle::driver
