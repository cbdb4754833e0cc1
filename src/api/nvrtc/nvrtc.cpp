// The functions of nvrtc.h.
#include "nvrtc.h"

#include "api/nvrtc/compile.h"
#include "api/nvrtc/options.h"
#include "base/container.h"
#include "base/container_text.h"

#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <span>

using raddle::nvrtc::Job;
using raddle::nvrtc::Outcome;

struct _nvrtcProgram {
  Job job;
  bool is_tried = false; // it was compiled, with or without success
  Outcome outcome = {};
  std::string ptx = {};
};

namespace {

// In CUDA's order.
constexpr int kArchitectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
constexpr int kMajor = 12, kMinor = 5;

// The text that a program gets when it asks for PTX, and that cuModuleLoadData can load. It declares the variables, because programs
// search PTX for their declarations; the code is in comments.
std::string ptxOf(const Outcome &outcome) {
  const auto *begin = reinterpret_cast<const std::byte *>(outcome.container.data());
  raddle::abi::FatBinaryHeader header;
  std::memcpy(&header, begin, sizeof header);
  return fmt::format("//\n// Written by Raddle for cuModuleLoadData of Raddle. This is no PTX: the lines "
                     "below hold a container of "
                     "device\n// code, as 'raddlecc -fatbin' writes it.\n//\n.version 8.5\n.target "
                     "sm_{}\n.address_size 64\n\n",
                     header.arch) +
         std::string(raddle::payloadOf(outcome.container, raddle::abi::PayloadKind::kVariables)) + '\n' +
         raddle::containerAsText({begin, outcome.container.size()});
}

// Runs `body(program)`.
template <typename Body> nvrtcResult onProgram(nvrtcProgram program, Body body) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  try {
    return body(*program);
  } catch (const std::bad_alloc &) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  }
}

// A text with its null byte, or bytes without one.
nvrtcResult giveSize(nvrtcProgram program, std::size_t *bytes, std::string _nvrtcProgram::*text) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!bytes)
      return NVRTC_ERROR_INVALID_INPUT;
    if (!found.outcome.is_compiled)
      return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = (found.*text).size() + 1;
    return NVRTC_SUCCESS;
  });
}

nvrtcResult giveContainerSize(nvrtcProgram program, std::size_t *bytes) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!bytes)
      return NVRTC_ERROR_INVALID_INPUT;
    if (!found.outcome.is_compiled)
      return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = found.outcome.container.size();
    return NVRTC_SUCCESS;
  });
}

nvrtcResult giveContainer(nvrtcProgram program, char *code) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!code)
      return NVRTC_ERROR_INVALID_INPUT;
    if (!found.outcome.is_compiled)
      return NVRTC_ERROR_INVALID_PROGRAM;
    std::memcpy(code, found.outcome.container.data(), found.outcome.container.size());
    return NVRTC_SUCCESS;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

const char *nvrtcGetErrorString(nvrtcResult result) {
  static constexpr const char *kNames[] = {"NVRTC_SUCCESS",
                                           "NVRTC_ERROR_OUT_OF_MEMORY",
                                           "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                           "NVRTC_ERROR_INVALID_INPUT",
                                           "NVRTC_ERROR_INVALID_PROGRAM",
                                           "NVRTC_ERROR_INVALID_OPTION",
                                           "NVRTC_ERROR_COMPILATION",
                                           "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                           "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                           "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                           "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                           "NVRTC_ERROR_INTERNAL_ERROR",
                                           "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
                                           "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
                                           "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
                                           "NVRTC_ERROR_PCH_CREATE",
                                           "NVRTC_ERROR_CANCELLED"};
  return result < std::size(kNames) ? kNames[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = kMajor;
  *minor = kMinor;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count) {
  if (!count)
    return NVRTC_ERROR_INVALID_INPUT;
  *count = static_cast<int>(std::size(kArchitectures));
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *architectures) {
  if (!architectures)
    return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(architectures, kArchitectures, sizeof kArchitectures);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *include_names) {
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!source || header_count < 0 || (header_count > 0 && (!headers || !include_names)))
    return NVRTC_ERROR_INVALID_INPUT;
  try {
    auto made = std::make_unique<_nvrtcProgram>();
    made->job.source = source;
    made->job.name = name && *name ? name : "default_program";
    for (int i = 0; i < header_count; ++i) {
      if (!headers[i] || !include_names[i])
        return NVRTC_ERROR_INVALID_INPUT;
      made->job.headers.push_back({include_names[i], headers[i]});
    }
    *program = made.release();
    return NVRTC_SUCCESS;
  } catch (const std::bad_alloc &) {
    return NVRTC_ERROR_OUT_OF_MEMORY;
  }
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
  if (!program || !*program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (count < 0 || (count > 0 && !options))
      return NVRTC_ERROR_INVALID_INPUT;
    found.is_tried = true;
    found.outcome = {};
    auto read = raddle::nvrtc::readOptions({options, static_cast<std::size_t>(count)});
    if (!read) {
      found.outcome.log = read.error().message + '\n';
      return NVRTC_ERROR_INVALID_OPTION;
    }
    found.job.options = *read;
    found.outcome = compile(found.job);
    if (!found.outcome.is_compiled)
      return NVRTC_ERROR_COMPILATION;
    found.ptx = ptxOf(found.outcome);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes) {
  return giveSize(program, bytes, &_nvrtcProgram::ptx);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!ptx)
      return NVRTC_ERROR_INVALID_INPUT;
    if (!found.outcome.is_compiled)
      return NVRTC_ERROR_INVALID_PROGRAM;
    std::memcpy(ptx, found.ptx.c_str(), found.ptx.size() + 1);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes) {
  return giveContainerSize(program, bytes);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin) { return giveContainer(program, cubin); }
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *bytes) {
  return giveContainerSize(program, bytes);
}
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *code) { return giveContainer(program, code); }
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *bytes) {
  return giveContainerSize(program, bytes);
}
nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *code) { return giveContainer(program, code); }

// There is no ray tracer that could use it.
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *) {
  return onProgram(program, [](_nvrtcProgram &) { return NVRTC_ERROR_INVALID_PROGRAM; });
}
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *) {
  return onProgram(program, [](_nvrtcProgram &) { return NVRTC_ERROR_INVALID_PROGRAM; });
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!bytes)
      return NVRTC_ERROR_INVALID_INPUT;
    *bytes = found.outcome.log.size() + 1;
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!log)
      return NVRTC_ERROR_INVALID_INPUT;
    std::memcpy(log, found.outcome.log.c_str(), found.outcome.log.size() + 1);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!expression)
      return NVRTC_ERROR_INVALID_INPUT;
    if (found.is_tried)
      return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    found.job.expressions.emplace_back(expression);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name) {
  return onProgram(program, [=](_nvrtcProgram &found) {
    if (!expression || !name)
      return NVRTC_ERROR_INVALID_INPUT;
    if (!found.outcome.is_compiled)
      return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const auto lowered = found.outcome.lowered.find(expression);
    if (lowered == found.outcome.lowered.end())
      return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    *name = lowered->second.c_str();
    return NVRTC_SUCCESS;
  });
}

// raddlecc keeps precompiled headers of its own.
nvrtcResult nvrtcGetPCHHeapSize(size_t *bytes) {
  if (!bytes)
    return NVRTC_ERROR_INVALID_INPUT;
  *bytes = 0;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcSetPCHHeapSize(size_t) { return NVRTC_SUCCESS; }
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program) {
  return onProgram(program, [](_nvrtcProgram &) { return NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED; });
}
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *bytes) {
  return onProgram(program, [=](_nvrtcProgram &) {
    if (!bytes)
      return NVRTC_ERROR_INVALID_INPUT;
    *bytes = 0;
    return NVRTC_SUCCESS;
  });
}

// A compilation is not stopped on its way.
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *, void *), void *) {
  return onProgram(program,
                   [=](_nvrtcProgram &) { return callback ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT; });
}

} // extern "C"
#pragma GCC visibility pop
