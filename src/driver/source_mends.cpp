#include "driver/source_mends.h"

#include "driver/diagnostics.h"
#include "driver/fat_binary_writer.h"
#include "driver/text_mends.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

// A file in which every error is mended is compiled once more for each twenty errors.
constexpr int kMostTries = 50;

// What our headers say that need more than the user's -std gives (nvcc's own ask for less).
constexpr std::string_view kNewerStandardNeeded = "compile with -std=c++17 or newer";

struct Place {
  std::string file;
  size_t line = 0, column = 0;
  bool is_note = false;
  std::string message;
};

// "file:line:column: error: message".
std::optional<Place> parsePlace(std::string_view line) {
  for (std::string_view kind : {": error: ", ": fatal error: ", ": note: "}) {
    size_t at = line.find(kind);
    if (at == std::string_view::npos)
      continue;
    Place place;
    place.is_note = kind == ": note: ";
    place.message = line.substr(at + kind.size());
    std::string_view head = line.substr(0, at);
    for (size_t *number : {&place.column, &place.line}) {
      size_t colon = head.rfind(':');
      if (colon == std::string_view::npos)
        return std::nullopt;
      std::string_view digits = head.substr(colon + 1);
      if (std::from_chars(digits.data(), digits.data() + digits.size(), *number).ec != std::errc())
        return std::nullopt;
      head = head.substr(0, colon);
    }
    place.file = head;
    return place;
  }
  return std::nullopt;
}

std::vector<Place> placesIn(std::string_view output) {
  std::vector<Place> places;
  while (!output.empty()) {
    std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    if (auto place = parsePlace(withoutColors(line)))
      places.push_back(*place);
  }
  return places;
}

struct Mend {
  std::string_view complaint; // part of clang's message
  std::string (*mend)(std::string_view text, size_t offset);
  bool also_at_note = false; // the declaration that the note behind the error shows is mended as well
};

constexpr auto kMends = std::to_array<Mend>({
    // __shared__ alignas(16) float a[4];
    {"an attribute list cannot appear here", withAlignasInFront},
    {"'alignas' attribute cannot be applied to types", withAlignasInFront},
    // kernel << <grid, block >> >(...), which formatters make of a launch
    {"expected expression", [](std::string_view text, size_t) { return withWholeChevrons(text); }},
    // asm("..." : "=r"(a) : "r"(b) "r"(c))
    {"expected ')'", [](std::string_view text, size_t) { return withAsmCommas(text); }},
    // asm("mov.u32 %0, %laneid;" : "=r"(lane))
    {"invalid % escape in inline assembly string", withEscapedRegisters},
    // #pragma unroll before a statement that is no loop
    {"to follow '#pragma unroll'", withoutUnrollAbove},
    // Traits<T>::function<3>(x) in a template
    {"missing 'template' keyword prior to dependent template name", withTemplateKeyword},
    {"reference to overloaded function could not be resolved", withTemplateKeyword},
    // A function declared as __device__ and defined as __host__ __device__, or without either: nvcc takes it
    // for __host__ __device__.
    {" cannot overload ", withHostDevice, true},
    {"' does not match any declaration in '", withHostDevice, true},
});

std::string quoted(const fs::path &path) {
  std::string text = "'";
  for (char c : path.string()) {
    text += c;
    if (c == '\'')
      text += c;
  }
  return text + "'";
}

// In the form that LLVM's virtual file system reads.
std::string overlay(const std::map<fs::path, fs::path> &copies) {
  std::string text = "version: 0\nuse-external-names: false\nroots:\n";
  for (const auto &[original, copy] : copies)
    text +=
        fmt::format("- name: {}\n  type: file\n  external-contents: {}\n", quoted(original), quoted(copy));
  return text;
}

} // namespace

bool SourceMends::raiseStandard(std::string_view output) {
  if (!standard_.empty() || output.find(kNewerStandardNeeded) == std::string_view::npos)
    return false;
  standard_ = {"-std=c++17"};
  return true;
}

fs::path SourceMends::currentOf(const fs::path &original) const {
  auto copy = copies_.find(original);
  return copy == copies_.end() ? original : copy->second;
}

bool SourceMends::change(const fs::path &original, const std::string &text, Workspace &workspace) {
  fs::path &copy = copies_[original];
  if (copy.empty())
    copy = workspace.file(original, "mended");
  return !writeFile(copy, text);
}

bool SourceMends::mendAfter(std::string_view output, Workspace &workspace) {
  if (++tries_ > kMostTries)
    return false;
  bool mended = raiseStandard(output);
  std::vector<Place> places = placesIn(output);
  // From the last to the first: a mend moves what stands behind it in its line.
  for (size_t i = places.size(); i-- > 0;) {
    if (places[i].is_note)
      continue;
    for (const Mend &mend : kMends) {
      if (places[i].message.find(mend.complaint) == std::string::npos)
        continue;
      std::vector<const Place *> where{&places[i]};
      if (mend.also_at_note && i + 1 < places.size() && places[i + 1].is_note)
        where.insert(where.begin(), &places[i + 1]);
      for (const Place *place : where) {
        std::error_code failed;
        fs::path original = fs::absolute(place->file, failed).lexically_normal();
        auto bytes = readFile(currentOf(original));
        if (failed || !bytes)
          continue;
        std::string_view before(bytes->data(), bytes->size());
        size_t offset = offsetOf(before, place->line, place->column);
        if (offset == std::string_view::npos)
          continue;
        std::string after = mend.mend(before, offset);
        mended |= after != before && change(original, after, workspace);
      }
    }
  }
  if (!mended)
    return false;
  arguments_ = standard_;
  if (!copies_.empty()) {
    const fs::path description = workspace.file("sources", "overlay.yaml");
    if (writeFile(description, overlay(copies_)))
      return false;
    arguments_.insert(arguments_.end(), {"-ivfsoverlay", description});
  }
  return true;
}

namespace {

struct Advice {
  std::string_view complaint; // part of clang's message
  std::string_view text;
};

constexpr std::string_view kNoTemplateLibraries = "Raddle has no Thrust and no CUB yet";
constexpr std::string_view kNoLibraries = "NVIDIA's libraries are not part of Raddle";
constexpr std::string_view kNoTextures = "Raddle has no textures and no surfaces yet";
constexpr std::string_view kNoDriverApi =
    "Raddle has no driver API yet, only the runtime API (cuda_runtime.h)";

constexpr auto kAdvice = std::to_array<Advice>({
    {"in __host__ __device__ function",
     "nvcc warns of a __host__ function that is called from a __host__ __device__ function, and leaves "
     "undefined what happens when a kernel gets there. Put the call between #ifndef __CUDA_ARCH__ and "
     "#endif, "
     "or make the called function __host__ __device__"},
    {"initialization is not supported for __shared__ variables",
     "nvcc warns of this, and never calls the constructor. Give the type a constructor that does nothing, or "
     "put the variable into a union or an array of bytes"},

    // What is not there is refused by name.
    {"'thrust/", kNoTemplateLibraries},
    {"'cub/", kNoTemplateLibraries},
    {"'cublas", kNoLibraries},
    {"'cudnn", kNoLibraries},
    {"'cufft", kNoLibraries},
    {"'curand", kNoLibraries},
    {"'cusolver", kNoLibraries},
    {"'cusparse", kNoLibraries},
    {"'nvrtc.h'", kNoLibraries},
    {"'nvToolsExt.h'", kNoLibraries},
    {"'cuda_fp8.h'", "Raddle has no floating-point types of 8 bits yet"},
    {"'mma.h'", "Raddle has no warp matrix functions (nvcuda::wmma) yet"},
    {"no template named 'texture'", kNoTextures},
    {"no template named 'surface'", kNoTextures},
    {"undeclared identifier 'tex1D", kNoTextures},
    {"undeclared identifier 'tex2D", kNoTextures},
    {"undeclared identifier 'tex3D", kNoTextures},
    {"undeclared identifier 'surf", kNoTextures},
    {"undeclared identifier 'cuInit'", kNoDriverApi},
    {"undeclared identifier 'cuDevice", kNoDriverApi},
    {"undeclared identifier 'cuModule", kNoDriverApi},
    {"reference to __global__ function",
     "Raddle has no dynamic parallelism yet: kernels cannot launch kernels"},
});

} // namespace

std::string adviceOn(std::string_view output) {
  std::string text;
  for (const Place &place : placesIn(output))
    for (const Advice &advice : kAdvice)
      if (!place.is_note && place.message.find(advice.complaint) != std::string::npos &&
          text.find(advice.text) == std::string::npos)
        text += fmt::format("{}:{}:{}: note: {}\n", place.file, place.line, place.column, advice.text);
  return text;
}

} // namespace raddle::driver
