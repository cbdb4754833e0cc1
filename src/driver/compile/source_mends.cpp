#include "driver/compile/source_mends.h"

#include "driver/compile/diagnostic_places.h"
#include "driver/device/fat_binary_writer.h"
#include "driver/mends/expressions.h"
#include "driver/mends/source_text.h"
#include "driver/mends/text_mends.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <ranges>
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
    // template __global__ void kernel<int>(int *); where all functions are for the device by default
    {.complaint = "'__global__' and 'device' attributes are not compatible",
     .mend = [](std::string_view text, size_t) { return withUnforcedKernels(text); },
     .everywhere = true},
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

namespace {

// The use of a macro, with its arguments.
struct MacroUse {
  std::string file;
  size_t line, column, end_line, end_column;

  bool holds(const Place &place) const {
    const auto at = std::tie(place.line, place.column);
    return place.file == file && at >= std::tie(line, column) && at < std::tie(end_line, end_column);
  }
};

size_t wordEnd(std::string_view text, size_t at) {
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  return at;
}

MacroUse macroUseAt(const Place &place, std::string_view text) {
  MacroUse use{place.file, place.line, place.column, place.line, place.column + 1};
  const size_t at = wordEnd(text, offsetOf(text, place.line, place.column));
  const size_t open = at < text.size() ? skipBlanks(text, at) : npos;
  const size_t end = open < text.size() && text[open] == '(' ? afterClosing(text, open, '(', ')') : npos;
  if (end == npos)
    return use;
  use.end_line = static_cast<size_t>(std::ranges::count(text.substr(0, end), '\n')) + 1;
  use.end_column = end - lineBegin(text, end) + 1;
  return use;
}

// Whether a place with such notes is a part of what a macro is given, such as `kernel` in CHECK(launch(kernel, x)), and no argument
// by itself.
bool isPartOfArgument(std::string_view text, size_t at, std::span<const Place> macros) {
  const std::string_view names[] = {text.substr(at, wordEnd(text, at) - at), calleeAround(text, at)};
  return !macros.empty() && std::ranges::none_of(macros, [&](const Place &macro) {
    return std::ranges::any_of(names, [&](std::string_view name) {
      return !name.empty() && macro.message.find(fmt::format("'{}'", name)) != npos;
    });
  });
}

bool blamesKernel(const Complaint &error) {
  return std::ranges::any_of(kMends, [&](const Mend &mend) {
    return mend.mend == withDeviceLaunch && mend.isFor(error.place, error.notes);
  });
}

fs::path originalOf(const std::string &file) {
  std::error_code failed;
  fs::path path = fs::absolute(file, failed).lexically_normal();
  return failed ? fs::path() : path;
}

} // namespace

// Mends the source by the errors of one run of clang.
class SourceMends::Round {
public:
  Round(SourceMends &mends, const fs::path &list_of_headers, Workspace &workspace)
      : mends_(mends), list_of_headers_(list_of_headers), workspace_(workspace) {}

  // Whether something has changed.
  bool mend(std::span<const Complaint> errors) {
    const std::vector<MacroUse> uses = mendKernelsInMacros(errors);
    bool mended = !uses.empty();
    for (const Complaint &error : errors)
      if (std::ranges::none_of(uses, [&](const MacroUse &use) { return use.holds(error.place); }))
        mended |= mendError(error);
    return mended;
  }

private:
  bool apply(const Mend &mend, const Place &place);
  std::vector<MacroUse> mendKernelsInMacros(std::span<const Complaint> errors);
  bool mendKernelInMacros(const Complaint &error);
  std::span<const Place> macrosWithKernel(const Complaint &error) const;
  bool isMarked(const Place &place) const { return marked_lines_.contains({place.file, place.line}); }
  bool mendError(const Complaint &error);
  bool mendAtNotes(const Mend &mend, std::span<const Place> notes);
  bool mendHeaders(const Mend &mend);

  SourceMends &mends_;
  const fs::path &list_of_headers_;
  Workspace &workspace_;
  std::set<const Mend *> used_everywhere_;
  // Where a launch or a kernel has been marked, columns are no longer those that clang has named: of d::kernel<T> it may
  // complain at `d` and at `kernel`, too. What else is wrong there is for the next round.
  std::set<std::pair<std::string, size_t>> marked_lines_;
};

bool SourceMends::Round::apply(const Mend &mend, const Place &place) {
  const fs::path original = originalOf(place.file);
  if (original.empty() || mends_.isOurs(original))
    return false;
  auto bytes = readFile(mends_.currentOf(original));
  if (!bytes)
    return false;
  std::string_view before(bytes->data(), bytes->size());
  size_t offset = offsetOf(before, place.line, place.column);
  if (offset == npos)
    return false;
  std::string after = mend.mend(before, offset);
  if (after == before || !mends_.change(original, after, workspace_))
    return false;
  if (mend.mend == withDeviceLaunch)
    marked_lines_.insert({place.file, place.line});
  return true;
}

// The macros in whose bodies a kernel may be marked.
std::span<const Place> SourceMends::Round::macrosWithKernel(const Complaint &error) const {
  const std::span<const Place> macros = macrosOf(error.notes);
  const auto bytes = readFile(mends_.currentOf(originalOf(error.place.file)));
  if (!bytes)
    return macros;
  const std::string_view text(bytes->data(), bytes->size());
  const size_t at = offsetOf(text, error.place.line, error.place.column);
  return at != npos && isPartOfArgument(text, at, macros) ? std::span<const Place>() : macros;
}

bool SourceMends::Round::mendKernelInMacros(const Complaint &error) {
  constexpr Mend kMend{.complaint = {}, .mend = withDeviceLaunch};
  return std::ranges::any_of(macrosWithKernel(error) | std::views::reverse,
                             [&](const Place &macro) { return isMarked(macro) || apply(kMend, macro); });
}

// A macro may use the argument that is a kernel in decltype, too, where no mark may stand. So the mark comes into the
// body of the macro where that is where clang finds the kernel, and the arguments of this use stay as they are.
std::vector<MacroUse> SourceMends::Round::mendKernelsInMacros(std::span<const Complaint> errors) {
  std::vector<MacroUse> uses;
  for (const Complaint &error : errors) {
    if (!blamesKernel(error) || !mendKernelInMacros(error))
      continue;
    if (auto text = readFile(mends_.currentOf(originalOf(error.place.file))))
      uses.push_back(macroUseAt(error.place, {text->data(), text->size()}));
  }
  return uses;
}

bool SourceMends::Round::mendAtNotes(const Mend &mend, std::span<const Place> notes) {
  bool changed = false;
  for (const Place &note : notes)
    if (note.message.find(mend.at_notes) != npos)
      changed |= apply(mend, note);
  if (changed && mend.everywhere)
    mendHeaders(mend);
  return changed;
}

bool SourceMends::Round::mendHeaders(const Mend &mend) {
  bool changed = false;
  if (used_everywhere_.insert(&mend).second)
    for (const std::string &file : linesOf(list_of_headers_))
      changed |= apply(mend, {.file = file, .line = 1, .column = 1, .message = {}});
  return changed;
}

bool SourceMends::Round::mendError(const Complaint &error) {
  const auto applyAt = [&](const Mend &mend) {
    return [&](const Place &place) { return apply(mend, place); };
  };
  bool mended = false;
  for (const Mend &mend : kMends) {
    if (!mend.isFor(error.place, error.notes))
      continue;
    if (!mend.at_notes.empty())
      return mended | mendAtNotes(mend, error.notes);
    if (mend.mend == withDeviceLaunch && isMarked(error.place))
      return mended;
    if (mend.everywhere) {
      mended |= apply(mend, error.place);
      mended |= mendHeaders(mend);
      return mended;
    }
    if (mend.also_at_note && !error.notes.empty())
      mended |= apply(mend, error.notes[0]);
    // Where the code stands: in the macro that holds it, or else where the error is.
    const auto macros = mend.mend == withDeviceLaunch ? macrosWithKernel(error) : macrosOf(error.notes);
    if (std::ranges::any_of(macros, applyAt(mend)) || apply(mend, error.place))
      return true;
    if (mend.or_at_callers && std::ranges::any_of(error.notes, [&](const Place &note) {
          return note.message.starts_with("called by ") && apply(mend, note);
        }))
      return true;
  }
  return mended;
}

bool SourceMends::mendAfter(std::string_view output, const fs::path &list_of_headers, Workspace &workspace) {
  if (++tries_ > kMostTries)
    return false;
  bool mended = changeOptions(output);
  const std::vector<Place> places = placesIn(output);
  mended |= Round(*this, list_of_headers, workspace).mend(errorsIn(places));
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
    {"reference to __global__ function", "Raddle cannot tell which kernel is meant here: name it with its "
                                         "template arguments, or launch it directly"},
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
