// Writes docs/api-status.md from src/api/cudart/api.def to standard output.
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

struct Function {
  std::string_view status;
  std::string_view area;
  std::string_view since;
  std::string_view name;
  std::string_view note;

  bool implemented() const { return status == "implemented"; }
  /// Why it is refused; empty for one that is there, or may come.
  std::string_view reason() const {
    if (implemented())
      return {};
#define REASON(part, sentence)                                                                               \
  if (name.find(part) != std::string_view::npos)                                                             \
    return sentence;
#include "api/cudart/errors/reasons.def"
#undef REASON
    return {};
  }
};

constexpr Function kFunctions[] = {
#define CUDA_FUNCTION(status, area, since, type, name, parameters, note)                                     \
  {#status, #area, #since, #name, note},
#include "api/cudart/api.def"
#undef CUDA_FUNCTION
};

struct Area {
  std::string_view name;
  std::vector<const Function *> functions;
  std::size_t implemented = 0;
};

// The areas in the order of the table.
std::vector<Area> areas() {
  std::vector<Area> result;
  for (const Function &function : kFunctions) {
    if (result.empty() || result.back().name != function.area)
      result.push_back({function.area, {}, 0});
    result.back().functions.push_back(&function);
    result.back().implemented += function.implemented();
  }
  return result;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void printOverview(const std::vector<Area> &all) {
  std::size_t implemented = 0;
  for (const Area &area : all)
    implemented += area.implemented;
  std::printf("%zu of %zu functions are implemented.\n\n", implemented, std::size(kFunctions));
  print("| area | implemented | of |\n|---|---:|---:|\n");
  for (const Area &area : all)
    std::printf("| [%.*s](#%.*s) | %zu | %zu |\n", static_cast<int>(area.name.size()), area.name.data(),
                static_cast<int>(area.name.size()), area.name.data(), area.implemented,
                area.functions.size());
}

void printArea(const Area &area) {
  print("\n## ");
  print(area.name);
  print("\n\n| function | status | since CUDA | what it does |\n|---|---|---|---|\n");
  for (const Function *function : area.functions) {
    print("| `");
    print(function->name);
    print(function->implemented()      ? "` | yes | "
          : function->reason().empty() ? "` | not yet | "
                                       : "` | refused | ");
    print(function->since == "10.0" ? "10.0 or before" : function->since);
    print(" | ");
    print(function->note);
    if (!function->reason().empty()) {
      print(": ");
      print(function->reason());
    }
    print(" |\n");
  }
}

} // namespace

int main() {
  print(
      "# The CUDA 12.9 runtime API in Raddle\n\n"
      "Generated from `src/api/cudart/api.def` by `cmake --build <build> --target update_api_status`; do not "
      "edit.\n"
      "A function that is not there yet, or is refused, links, says so on stderr when it is first called, with "
      "its reason, and answers `cudaErrorNotSupported`. So do the functions of `cuda_gl_interop.h` and "
      "`cuda_vdpau_interop.h`, and those for EGL, which are not counted here; Direct3D is a part of "
      "Windows.\n\n");
  const std::vector<Area> all = areas();
  printOverview(all);
  for (const Area &area : all)
    printArea(area);
}
