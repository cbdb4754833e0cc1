// The functions of nvPTXCompiler.h.
#include "nvPTXCompiler.h"

#include "api/nvptxcompiler/options.h"
#include "host/module/ptx_compiler.h"

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct nvPTXCompiler {
  std::string text;
  std::vector<std::byte> program = {};
  std::string errors = {};
  int (*callback)(void *, void *) = nullptr;
  void *payload = nullptr;
};

namespace {

using raddle::host::Status;

constexpr unsigned kVersion[] = {12, 9};

nvPTXCompileResult resultOf(Status status) {
  switch (status) {
  case Status::kSuccess:
    return NVPTXCOMPILE_SUCCESS;
  case Status::kInvalidPtx:
  case Status::kNoImageForDevice:
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  case Status::kUnsupportedPtxVersion:
    return NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION;
  default:
    return NVPTXCOMPILE_ERROR_INTERNAL;
  }
}

// Runs `body(compiler)`.
template <typename Body> nvPTXCompileResult onCompiler(nvPTXCompilerHandle compiler, Body body) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  try {
    return body(*compiler);
  } catch (const std::bad_alloc &) {
    return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
  }
}

nvPTXCompileResult compile(nvPTXCompiler &compiler, std::span<const char *const> given) {
  compiler.program.clear();
  compiler.errors.clear();
  const auto options = raddle::nvptxcompiler::readOptions(given);
  if (!options) {
    compiler.errors = "error: " + options.error().message + '\n';
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  }
  if (compiler.callback && compiler.callback(compiler.payload, nullptr) != 0)
    return NVPTXCOMPILE_ERROR_CANCELLED;
  return resultOf(raddle::host::compilePtx(compiler.text, options->arch, options->is_piece, &compiler.errors,
                                           &compiler.program));
}

// Runs `body(compiler)` with something that has been compiled.
template <typename Body>
nvPTXCompileResult onProgram(nvPTXCompilerHandle compiler, const void *out, Body body) {
  return onCompiler(compiler, [&](nvPTXCompiler &found) {
    if (!out)
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    if (found.program.empty())
      return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
    body(found);
    return NVPTXCOMPILE_SUCCESS;
  });
}

nvPTXCompileResult giveSize(nvPTXCompilerHandle compiler, std::size_t *bytes, bool is_of_errors) {
  return onCompiler(compiler, [=](nvPTXCompiler &found) {
    if (!bytes)
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    *bytes = is_of_errors ? found.errors.size() : 0;
    return NVPTXCOMPILE_SUCCESS;
  });
}

nvPTXCompileResult give(nvPTXCompilerHandle compiler, char *log, bool is_of_errors) {
  return onCompiler(compiler, [=](nvPTXCompiler &found) {
    if (!log)
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    std::strcpy(log, is_of_errors ? found.errors.c_str() : "");
    return NVPTXCOMPILE_SUCCESS;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned *major, unsigned *minor) {
  if (!major || !minor)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = kVersion[0];
  *minor = kVersion[1];
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler, size_t length, const char *ptx) {
  if (!compiler || !ptx || length == 0)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  try {
    // The length may count the null byte.
    *compiler = std::make_unique<nvPTXCompiler>(std::string(ptx, strnlen(ptx, length))).release();
    return NVPTXCOMPILE_SUCCESS;
  } catch (const std::bad_alloc &) {
    return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
  }
}

nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler) {
  if (!compiler || !*compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  delete *compiler;
  *compiler = nullptr;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler, int count, const char *const *options) {
  return onCompiler(compiler, [=](nvPTXCompiler &found) {
    if (count < 0 || (count > 0 && !options))
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    return compile(found, {options, static_cast<std::size_t>(count)});
  });
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler, size_t *bytes) {
  return onProgram(compiler, bytes, [=](const nvPTXCompiler &found) { *bytes = found.program.size(); });
}
nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler, void *program) {
  return onProgram(compiler, program, [=](const nvPTXCompiler &found) {
    std::memcpy(program, found.program.data(), found.program.size());
  });
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler, size_t *bytes) {
  return giveSize(compiler, bytes, true);
}
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler, char *log) {
  return give(compiler, log, true);
}
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler, size_t *bytes) {
  return giveSize(compiler, bytes, false);
}
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler, char *log) {
  return give(compiler, log, false);
}

nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler, int (*callback)(void *, void *),
                                                void *payload) {
  return onCompiler(compiler, [=](nvPTXCompiler &found) {
    if (!callback)
      return NVPTXCOMPILE_ERROR_INVALID_INPUT;
    found.callback = callback;
    found.payload = payload;
    return NVPTXCOMPILE_SUCCESS;
  });
}

} // extern "C"
#pragma GCC visibility pop
