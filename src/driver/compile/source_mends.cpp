#include "driver/compile/source_mends.h"

#include "driver/device/fat_binary_writer.h"
#include "driver/mends/source_text.h"
#include "driver/mends/text_mends.h"
#include "driver/setup/diagnostics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <set>
#include <span>
#include <tuple>
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

  bool isMacro() const { return is_note && message.starts_with("expanded from macro"); }
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

std::vector<std::string> linesOf(const fs::path &file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

struct Mend {
  std::string_view complaint; // part of clang's message
  std::string (*mend)(std::string_view text, size_t offset);
  // The declaration that the note after the error shows is mended as well.
  bool also_at_note = false;
  // Mended are the declarations that the notes with these words show, in place of the code that has the error.
  std::string_view at_notes = {};
  // Or else one of the calls that the notes after the error show is mended, from the inside to the outside.
  bool or_at_callers = false;
  // So are all the files that have been read: the next try shall not stumble over the next of them.
  bool everywhere = false;
  // How the message ends, where that matters.
  std::string_view ending = {};
  // What is in the body of a macro stays as it is.
  bool outside_macros = false;
  // What one of the notes after the error says.
  std::string_view with_note = {};

  bool isFor(const Place &place, std::span<const Place> notes) const {
    return place.message.find(complaint) != std::string::npos && place.message.ends_with(ending) &&
           !(outside_macros && !notes.empty() && notes[0].isMacro()) &&
           (with_note.empty() || std::ranges::any_of(notes, [this](const Place &note) {
              return note.message.find(with_note) != std::string::npos;
            }));
  }
};

std::string guides(std::string_view text, size_t) { return withHostDeviceGuides(text); }

constexpr auto kMends = std::to_array<Mend>({
    // __device__ [[nodiscard]] int f(); __shared__ alignas(16) float a[4];
    {"an attribute list cannot appear here", withGnuAttribute},
    {"attribute cannot be applied to types", withGnuAttribute},
    // extern __shared__ Table table;
    {"cannot be 'extern'", withExternShared},
    // __shared__ Barrier barrier; nvcc warns, and never calls the constructor.
    {"initialization is not supported for __shared__ variables", withSharedStorage},
    // extern "C"__global__ void kernel();
    {"string literal with user-defined suffix cannot be used here", withSpaceBehindLiteral},
    // #define UNROLL #pragma unroll
    {"expected", withPragmaOperator},
    {"'#' is not followed by a macro parameter", withPragmaOperator},
    {"embedding a #pragma directive within macro arguments", withPragmaOperator},
    // kernel << <grid, block >> >(...), which formatters make of a launch
    {"expected expression", [](std::string_view text, size_t) { return withWholeChevrons(text); }},
    // kernel<<<grid, {8, 8}>>>()
    {"expected expression", withTypedBraces},
    // asm("..." : "=r"(a) : "r"(b) "r"(c))
    {"expected ')'", [](std::string_view text, size_t) { return withAsmCommas(text); }},
    // asm("mov.u32 %0, %laneid;" : "=r"(lane))
    {"invalid % escape in inline assembly string", withEscapedRegisters},
    {"invalid operand number in inline asm string", withEscapedRegisters},
    // #pragma unroll before a statement that is no loop
    {"to follow '#pragma unroll'", withoutUnrollAbove},
    // #pragma unroll -1, which nvcc ignores
    {"must be positive", withoutUnrollHere},
    // Traits<T>::function<3>(x) in a template
    {"missing 'template' keyword prior to dependent template name", withTemplateKeyword},
    {"reference to overloaded function could not be resolved", withTemplateKeyword},
    // child<<<grid, block>>>(x) and &child in device code
    {"reference to __global__ function '", withDeviceLaunch},
    {.complaint = "no matching function for call to '",
     .mend = withDeviceLaunch,
     .with_note = "call to __global__ function from "},
    // A function declared as __device__ and defined as __host__ __device__, or without either: nvcc takes it
    // for __host__ __device__.
    {" cannot overload ", withHostDevice, true},
    {"' does not match any declaration in '", withHostDevice, true},
    // template <class T> Box(T) -> Box<T>; a deduction guide is neither for the host nor for the device.
    {"no viable constructor or deduction guide", guides, false,
     "candidate function not viable: call to __host__ function", false, true},
    {"reference to __host__ function '<deduction guide for", guides, false, "declared here", false, true},
    // template <class F> __host__ __device__ void run(F f) { if (ON_HOST) { launch(f); } else { f(); } }
    {.complaint = "reference to __host__ function", .mend = withConstexprIf, .or_at_callers = true},
    // __host__ __device__ void f() { host(); } nvcc warns; what happens when a kernel gets there is undefined.
    {.complaint = "reference to __host__ function '",
     .mend = withHostCall,
     .ending = "in __host__ __device__ function",
     .outside_macros = true},
});

// What a program may declare itself, although our headers have it: those leave it out where the macro is
// defined.
struct OwnName {
  std::string_view complaint; // part of clang's message
  std::string_view macro;
};

constexpr auto kOwnNames = std::to_array<OwnName>({
    {"redefinition of 'warpSize'", "-D__RADDLE_OWN_WARP_SIZE__"},
    {"declaration of 'warpSize'", "-D__RADDLE_OWN_WARP_SIZE__"},
    {"reference to 'warpSize' is ambiguous", "-D__RADDLE_OWN_WARP_SIZE__"},
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

bool SourceMends::changeOptions(std::string_view output) {
  auto add = [&](std::string_view option) {
    bool is_new = std::ranges::find(options_, option) == options_.end();
    if (is_new)
      options_.emplace_back(option);
    return is_new;
  };
  bool changed = output.find(kNewerStandardNeeded) != std::string_view::npos && add("-std=c++17");
  for (const OwnName &name : kOwnNames)
    changed |= output.find(name.complaint) != std::string_view::npos && add(name.macro);
  return changed;
}

bool SourceMends::isOurs(const fs::path &file) const {
  auto [end, _] = std::mismatch(own_headers_.begin(), own_headers_.end(), file.begin(), file.end());
  return end == own_headers_.end();
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

bool SourceMends::mendAfter(std::string_view output, const fs::path &list_of_headers, Workspace &workspace) {
  if (++tries_ > kMostTries)
    return false;
  bool mended = changeOptions(output);
  std::vector<Place> places = placesIn(output);
  auto apply = [&](const Mend &mend, const Place &place) {
    std::error_code failed;
    fs::path original = fs::absolute(place.file, failed).lexically_normal();
    if (failed || isOurs(original))
      return false;
    auto bytes = readFile(currentOf(original));
    if (!bytes)
      return false;
    std::string_view before(bytes->data(), bytes->size());
    size_t offset = offsetOf(before, place.line, place.column);
    if (offset == npos)
      return false;
    std::string after = mend.mend(before, offset);
    return after != before && change(original, after, workspace);
  };
  std::set<const Mend *> used_everywhere;
  auto applyEverywhere = [&](const Mend &mend) {
    if (!mend.everywhere || !used_everywhere.insert(&mend).second)
      return;
    for (const std::string &file : linesOf(list_of_headers))
      mended |= apply(mend, {.file = file, .line = 1, .column = 1, .message = {}});
  };
  // From the last place to the first, and once each: a mend moves what stands after it in its line.
  std::vector<size_t> errors;
  for (size_t i = 0; i < places.size(); ++i)
    if (!places[i].is_note)
      errors.push_back(i);
  const auto position = [&](size_t i) { return std::tie(places[i].file, places[i].line, places[i].column); };
  std::ranges::sort(errors, [&](size_t a, size_t b) {
    return position(a) == position(b) ? a < b : position(a) > position(b);
  });
  errors.erase(
      std::ranges::unique(errors, [&](size_t a, size_t b) { return position(a) == position(b); }).begin(),
      errors.end());
  const auto notesAfter = [&](size_t error) {
    size_t end = error + 1;
    while (end < places.size() && places[end].is_note)
      ++end;
    return std::span(places).subspan(error + 1, end - error - 1);
  };
  for (size_t i : errors) {
    for (const Mend &mend : kMends) {
      if (!mend.isFor(places[i], notesAfter(i)))
        continue;
      if (!mend.at_notes.empty()) {
        bool changed = false;
        for (size_t note = i + 1; note < places.size() && places[note].is_note; ++note)
          if (places[note].message.find(mend.at_notes) != npos)
            changed |= apply(mend, places[note]);
        if (changed)
          applyEverywhere(mend);
        mended |= changed;
        break;
      }
      if (mend.also_at_note && i + 1 < places.size() && places[i + 1].is_note)
        mended |= apply(mend, places[i + 1]);
      // Where the code stands: in the macro that holds it, or else where the error is.
      bool changed = false;
      for (size_t note = i + 1; note < places.size() && places[note].isMacro() && !changed; ++note)
        changed = apply(mend, places[note]);
      changed = changed || apply(mend, places[i]);
      for (size_t note = i + 1;
           mend.or_at_callers && note < places.size() && places[note].is_note && !changed; ++note)
        changed = places[note].message.starts_with("called by ") && apply(mend, places[note]);
      mended |= changed;
      if (changed)
        break;
    }
  }
  if (!mended)
    return false;
  arguments_ = options_;
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

constexpr std::string_view kNoLibraries = "NVIDIA's libraries are not part of Raddle";
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
    {"'cublas", kNoLibraries},
    {"'cudnn", kNoLibraries},
    {"'cufft", kNoLibraries},
    {"'curand", kNoLibraries},
    {"'cusolver", kNoLibraries},
    {"'cusparse", kNoLibraries},
    {"'mma.h'", "Raddle has no warp matrix functions (nvcuda::wmma) yet"},
    {"reference to __global__ function",
     "Raddle cannot tell which kernel is meant here: name it with its template arguments, or launch it directly"},
});

// "'thrust/sort.h' file not found", and with gcc "thrust/sort.h: No such file or directory".
std::string adviceOnHeader(const Place &place, std::span<const TemplateLibrary> libraries) {
  std::string_view header = place.message;
  const std::size_t end =
      std::min(header.find("' file not found"), header.find(": No such file or directory"));
  if (end == npos)
    return {};
  header = header.substr(0, end);
  if (header.starts_with('\''))
    header.remove_prefix(1);
  return adviceOnMissingHeader(header, libraries);
}

} // namespace

std::string adviceOn(std::string_view output, std::span<const TemplateLibrary> libraries) {
  std::string text;
  auto add = [&](const Place &place, std::string_view advice) {
    if (!advice.empty() && text.find(advice) == npos)
      text += fmt::format("{}:{}:{}: note: {}\n", place.file, place.line, place.column, advice);
  };
  for (const Place &place : placesIn(output)) {
    if (place.is_note)
      continue;
    for (const Advice &advice : kAdvice)
      if (place.message.find(advice.complaint) != npos)
        add(place, advice.text);
    add(place, adviceOnHeader(place, libraries));
  }
  return text;
}

} // namespace raddle::driver
