// Modules: device code that one context loads.
#include "cuda.h"

#include "api/cuda/image.h"
#include "api/cuda/loaded_modules.h"
#include "host/module/code_reader.h"
#include "host/requests/library.h"

#include <optional>
#include <string>
#include <vector>

using namespace raddle::cuda;
using raddle::api::moduleHandleOf;
using raddle::host::Library;
using raddle::host::Symbol;

namespace {

CUresult load(CUmodule *module, const void *image, std::size_t bytes, const JitOptions &options) {
  return onDevice([&](const Context &context) {
    if (!module || !image)
      return CUDA_ERROR_INVALID_VALUE;
    const void *library = nullptr;
    if (CUresult failed = loadLibrary(context, image, bytes, options, &library))
      return failed;
    noteModule(library, raddle::host::currentContext(), context.device.id());
    *module = moduleHandleOf(library);
    return CUDA_SUCCESS;
  });
}

// Without a current context, a module brings its own.
template <typename Body> CUresult onModule(CUmodule module, Body body) {
  std::optional<FallbackContext> own;
  if (!raddle::host::hostThread().has_context)
    if (const std::optional<int> device = deviceOfModule(module))
      own.emplace(*device);
  return onDevice([&](const Context &context) {
    const std::shared_ptr<Library> library = context.process.libraries.find(module);
    return library ? resultOf(body(context, *library)) : CUDA_ERROR_INVALID_HANDLE;
  });
}

// For functions that need no current context.
template <typename Body> CUresult onModuleAnywhere(CUmodule module, Body body) {
  return onProcess([&](Process &process) {
    const std::shared_ptr<Library> library = process.libraries.find(module);
    return library ? body(*library) : CUDA_ERROR_INVALID_HANDLE;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuModuleLoad(CUmodule *module, const char *path) {
  if (!module || !path)
    return CUDA_ERROR_INVALID_VALUE;
  std::string contents;
  if (Status status = raddle::host::readCodeFile(path, &contents))
    return answer(resultOf(status));
  return load(module, contents.data(), contents.size(), {});
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) { return load(module, image, 0, {}); }

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                            void **values) {
  JitOptions read;
  if (CUresult failed = read.read(count, options, values))
    return answer(failed);
  return load(module, image, 0, read);
}

CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) { return load(module, image, 0, {}); }

CUresult cuModuleUnload(CUmodule module) {
  return onModule(module, [=](const Context &context, Library &) {
    forgetLibrary(module);
    return unloadLibrary(context.process, module) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
  return onProcess([=](Process &) {
    if (!mode)
      return Status::kInvalidValue;
    *mode = CU_MODULE_LAZY_LOADING;
    return Status::kSuccess;
  });
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  return onModule(module, [=](const Context &, Library &library) {
    if (!function || !name)
      return CUDA_ERROR_INVALID_VALUE;
    const void *const kernel = findKernel(module, library, name);
    if (!kernel)
      return CUDA_ERROR_NOT_FOUND;
    *function = raddle::api::functionHandleOf(kernel);
    return CUDA_SUCCESS;
  });
}

CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
  return onModuleAnywhere(module, [=](Library &library) {
    if (!count)
      return CUDA_ERROR_INVALID_VALUE;
    *count = static_cast<unsigned>(library.kernels().size());
    return CUDA_SUCCESS;
  });
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned count, CUmodule module) {
  return onModuleAnywhere(module, [=](Library &library) {
    if (!functions && count != 0)
      return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count && i < library.kernels().size(); ++i)
      functions[i] = raddle::api::functionHandleOf(findKernel(module, library, library.kernels()[i]));
    return CUDA_SUCCESS;
  });
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name) {
  return onModule(module, [=](const Context &context, Library &library) {
    Symbol symbol;
    if (!name)
      return CUDA_ERROR_INVALID_VALUE;
    if (Status status = library.findVariable(name, context.target(), &symbol))
      return resultOf(status);
    if (pointer)
      *pointer = reinterpret_cast<CUdeviceptr>(symbol.address);
    if (bytes)
      *bytes = symbol.bytes;
    return CUDA_SUCCESS;
  });
}

} // extern "C"
#pragma GCC visibility pop
