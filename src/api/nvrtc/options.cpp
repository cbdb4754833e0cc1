#include "api/nvrtc/options.h"

#include <fmt/format.h>
#include <string_view>

namespace raddle::nvrtc {

namespace {

enum class Value { kNone, kNeeded, kOptional };

struct Option {
  std::string_view name;
  std::string_view alias; // or ""
  Value value;
  std::string_view raddlecc; // the same there; "" for what makes no difference here
  bool Options::*flag = nullptr;
};

constexpr Option kOptions[] = {
    {"--gpu-architecture", "-arch", Value::kNeeded, "-arch="},
    {"--device-c", "-dc", Value::kNone, "-rdc=true"},
    {"--device-w", "-dw", Value::kNone, ""},
    {"--relocatable-device-code", "-rdc", Value::kNeeded, "-rdc="},
    {"--extensible-whole-program", "-ewp", Value::kNone, ""},
    {"--device-debug", "-G", Value::kNone, "-G"},
    {"--generate-line-info", "-lineinfo", Value::kNone, "-lineinfo"},
    {"--dopt", "-dopt", Value::kOptional, ""},
    {"--Ofast-compile", "-Ofc", Value::kNeeded, ""},
    {"--ptxas-options", "-Xptxas", Value::kNeeded, ""},
    {"--maxrregcount", "-maxrregcount", Value::kNeeded, "-maxrregcount="},
    {"--ftz", "-ftz", Value::kNeeded, "-ftz="},
    {"--prec-sqrt", "-prec-sqrt", Value::kNeeded, "-prec-sqrt="},
    {"--prec-div", "-prec-div", Value::kNeeded, "-prec-div="},
    {"--fmad", "-fmad", Value::kNeeded, "-fmad="},
    {"--use_fast_math", "-use_fast_math", Value::kNone, "-use_fast_math"},
    {"--extra-device-vectorization", "-extra-device-vectorization", Value::kNone, ""},
    {"--modify-stack-limit", "-modify-stack-limit", Value::kNeeded, ""},
    {"--dlink-time-opt", "-dlto", Value::kNone, ""},
    {"--gen-opt-lto", "-gen-opt-lto", Value::kNone, ""},
    {"--optix-ir", "-optix-ir", Value::kNone, ""},
    {"--jump-table-density", "-jtd", Value::kNeeded, ""},
    {"--device-stack-protector", "-device-stack-protector", Value::kNeeded, ""},
    {"--restrict", "-restrict", Value::kNone, ""},
    {"--device-as-default-execution-space", "-default-device", Value::kNone, "",
     &Options::is_device_by_default},
    {"--device-int128", "-device-int128", Value::kNone, ""},
    {"--device-float128", "-device-float128", Value::kNone, ""},
    {"--optimization-info", "-opt-info", Value::kNeeded, ""},
    {"--display-error-number", "-err-no", Value::kNone, ""},
    {"--no-display-error-number", "-no-err-no", Value::kNone, ""},
    {"--diag-error", "-diag-error", Value::kNeeded, ""},
    {"--diag-suppress", "-diag-suppress", Value::kNeeded, ""},
    {"--diag-warn", "-diag-warn", Value::kNeeded, ""},
    {"--brief-diagnostics", "-brief-diag", Value::kNeeded, ""},
    {"--time", "-time", Value::kNeeded, ""},
    {"--split-compile", "-split-compile", Value::kNeeded, ""},
    {"--fdevice-syntax-only", "-fdevice-syntax-only", Value::kNone, ""},
    {"--fdevice-time-trace", "-fdevice-time-trace", Value::kNeeded, ""},
    {"--minimal", "-minimal", Value::kNone, ""},
    {"--version-ident", "-dQ", Value::kNeeded, ""},
    {"--pch", "-pch", Value::kNone, ""},
    {"--create-pch", "-create-pch", Value::kNeeded, ""},
    {"--use-pch", "-use-pch", Value::kNeeded, ""},
    {"--pch-dir", "-pch-dir", Value::kNeeded, ""},
    {"--pch-verbose", "-pch-verbose", Value::kNeeded, ""},
    {"--pch-messages", "-pch-messages", Value::kNeeded, ""},
    {"--instantiate-templates-in-pch", "-instantiate-templates-in-pch", Value::kNeeded, ""},
    {"--builtin-move-forward", "-builtin-move-forward", Value::kNeeded, ""},
    {"--builtin-initializer-list", "-builtin-initializer-list", Value::kNeeded, ""},
    {"--no-source-include", "-no-source-include", Value::kNone, "", &Options::has_no_source_folder},
    {"--no-cache", "-no-cache", Value::kNone, ""},
    {"--std", "-std", Value::kNeeded, "-std="},
    {"--disable-warnings", "-w", Value::kNone, "-w"},
    {"--define-macro", "-D", Value::kNeeded, "-D"},
    {"--undefine-macro", "-U", Value::kNeeded, "-U"},
    {"--include-path", "-I", Value::kNeeded, "-I"},
    {"--pre-include", "-include", Value::kNeeded, "-include="},
};

// -Dname, -Ipath: the value follows at once.
bool isJoined(std::string_view alias) { return alias == "-D" || alias == "-U" || alias == "-I"; }

struct Found {
  const Option *option = nullptr;
  std::string value;
  bool has_value = false;
};

Found find(std::string_view text) {
  for (const Option &option : kOptions) {
    for (const std::string_view name : {option.name, option.alias}) {
      if (text == name)
        return {&option, "", false};
      if (text.starts_with(name) && text.size() > name.size() && text[name.size()] == '=')
        return {&option, std::string(text.substr(name.size() + 1)), true};
    }
    if (isJoined(option.alias) && text.starts_with(option.alias))
      return {&option, std::string(text.substr(option.alias.size())), true};
  }
  return {};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  return begin == std::string_view::npos ? ""
                                         : text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

} // namespace

Result<Options> readOptions(std::span<const char *const> options) {
  Options result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string_view text = trimmed(options[i] ? options[i] : "");
    Found found = find(text);
    if (!found.option)
      return Error{fmt::format("nvrtc: error: there is no option '{}'", text)};
    if (found.option->value == Value::kNone && found.has_value)
      return Error{fmt::format("nvrtc: error: the option '{}' takes no value", text)};
    if (found.option->value == Value::kNeeded && !found.has_value) {
      if (++i == options.size() || !options[i])
        return Error{fmt::format("nvrtc: error: the option '{}' lacks its value", text)};
      found.value = trimmed(options[i]);
    }
    if (!found.option->raddlecc.empty())
      result.raddlecc.push_back(std::string(found.option->raddlecc) + found.value);
    if (found.option->flag)
      result.*found.option->flag = true;
  }
  return result;
}

} // namespace raddle::nvrtc
