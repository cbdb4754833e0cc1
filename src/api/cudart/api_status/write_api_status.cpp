// Writes docs/api-status.md from src/api/cudart/api.def and src/api/cuda/driver_api.def to standard output.
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

#define REASON(part, sentence)                                                                               \
  if (name.find(part) != std::string_view::npos)                                                             \
    return sentence;

// Why a function of the runtime API is refused; empty for one that may come.
std::string_view reasonOfRuntime(std::string_view name) {
#include "api/cudart/errors/reasons.def"
  return {};
}

// The same for the driver API.
std::string_view reasonOfDriver(std::string_view name) {
#include "api/cuda/reasons.def"
  return {};
}

#undef REASON

struct Function {
  std::string_view status;
  std::string_view area;
  std::string since; // "12.4", or "" for the first of all
  std::string name;
  std::string_view note;
  std::string_view (*reason_of)(std::string_view name);

  bool implemented() const { return status == "implemented"; }
  std::string_view reason() const { return implemented() ? std::string_view{} : reason_of(name); }
};

std::string versionOf(std::string_view runtime_version) {
  return runtime_version == "10.0" ? "" : std::string(runtime_version);
}

// As the driver API counts: 1000 * major + 10 * minor.
std::string versionOf(int driver_version) {
  constexpr int kFirst = 10000;
  return driver_version <= kFirst
             ? ""
             : std::to_string(driver_version / 1000) + '.' + std::to_string(driver_version % 1000 / 10);
}

const std::vector<Function> &runtimeFunctions() {
  static const std::vector<Function> functions = {
#define CUDA_FUNCTION(status, area, since, type, name, parameters, note)                                     \
  {#status, #area, versionOf(#since), #name, note, reasonOfRuntime},
#include "api/cudart/api.def"
#undef CUDA_FUNCTION
  };
  return functions;
}

const std::vector<Function> &driverFunctions() {
  static const std::vector<Function> functions = {
#define DRIVER_FUNCTION(status, area, since, name, version, twin, parameters, note)                          \
  {#status, #area, versionOf(since), #name #version, note, reasonOfDriver},
#include "api/cuda/driver_api.def"
#undef DRIVER_FUNCTION
  };
  return functions;
}

struct Area {
  std::string_view name;
  std::vector<const Function *> functions;
  std::size_t implemented = 0;
};

// The areas in the order of the table.
std::vector<Area> areas(std::span<const Function> functions) {
  std::vector<Area> result;
  for (const Function &function : functions) {
    if (result.empty() || result.back().name != function.area)
      result.push_back({function.area, {}, 0});
    result.back().functions.push_back(&function);
    result.back().implemented += function.implemented();
  }
  return result;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// `prefix`: of the anchors of the areas.
void printOverview(const std::vector<Area> &all, const char *prefix) {
  std::size_t implemented = 0, refused = 0, functions = 0;
  for (const Area &area : all) {
    implemented += area.implemented;
    functions += area.functions.size();
    for (const Function *function : area.functions)
      refused += !function->reason().empty();
  }
  std::printf("%zu of %zu functions are implemented, %zu are refused for the reason that is given.\n\n",
              implemented, functions, refused);
  print("| area | implemented | of |\n|---|---:|---:|\n");
  for (const Area &area : all)
    std::printf("| [%.*s](#%s%.*s) | %zu | %zu |\n", static_cast<int>(area.name.size()), area.name.data(),
                prefix, static_cast<int>(area.name.size()), area.name.data(), area.implemented,
                area.functions.size());
}

void printArea(const Area &area, std::string_view title) {
  print("\n## ");
  print(title);
  print(area.name);
  print("\n\n| function | status | since CUDA | what it does |\n|---|---|---|---|\n");
  for (const Function *function : area.functions) {
    print("| `");
    print(function->name);
    print(function->implemented()      ? "` | yes | "
          : function->reason().empty() ? "` | not yet | "
                                       : "` | refused | ");
    print(function->since.empty() ? "10.0 or before" : function->since);
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
      "Generated from `src/api/cudart/api.def` and `src/api/cuda/driver_api.def` by "
      "`cmake --build <build> --target update_api_status`; do not edit.\n"
      "A function that is not there yet, or is refused, links, says so on stderr when it is first called, "
      "with its reason, and answers `cudaErrorNotSupported`. So do the functions of `cuda_gl_interop.h`, "
      "`cuda_egl_interop.h` and `cuda_vdpau_interop.h`, which are not counted here; Direct3D is a part of "
      "Windows. [The driver API](#the-cuda-129-driver-api-in-raddle) follows.\n\n");
  const std::vector<Area> of_runtime = areas(runtimeFunctions()), of_driver = areas(driverFunctions());
  printOverview(of_runtime, "");
  for (const Area &area : of_runtime)
    printArea(area, "");
  print("\n# The CUDA 12.9 driver API in Raddle\n\n"
        "`libcuda.so.1` is the same library as `libcudart.so.12`, and both APIs have the same objects. What is not "
        "there answers `CUDA_ERROR_NOT_SUPPORTED`. Each version of a function is a row of its own.\n\n");
  printOverview(of_driver, "driver-");
  for (const Area &area : of_driver)
    printArea(area, "driver-");
}
