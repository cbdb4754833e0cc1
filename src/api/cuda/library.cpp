// Libraries: device code that is loaded for all contexts, and its kernels.
#include "cuda.h"

#include "api/cuda/image.h"
#include "api/cuda/loaded_modules.h"
#include "host/module/code_reader.h"
#include "host/requests/kernel_attributes.h"
#include "host/requests/library.h"

#include <span>
#include <string>
#include <vector>

using namespace raddle::cuda;
using raddle::host::KernelAttribute;
using raddle::host::Library;
using raddle::host::Symbol;

namespace {

CUkernel kernelHandleOf(const void *kernel) { return static_cast<CUkernel>(const_cast<void *>(kernel)); }

// A kernel is the same on all devices, and its handle that of the function.
CUfunction functionOf(CUkernel kernel) { return reinterpret_cast<CUfunction>(kernel); }

// A library needs no current context, but a device that compiles PTX for it.
template <typename Body> CUresult onLibrary(CUlibrary handle, Body body) {
  return onProcess([&](Process &process) {
    const std::shared_ptr<Library> library = process.libraries.find(handle);
    const Context context{process, process.device(hostThread().device)};
    return library ? resultOf(body(context, *library)) : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult checkOptions(CUlibraryOption *options, void **values, unsigned count) {
  if (count != 0 && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  for (const CUlibraryOption option : std::span(options, count))
    if (option >= CU_LIBRARY_NUM_OPTIONS)
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult load(CUlibrary *library, const void *code, std::size_t bytes, const JitOptions &options) {
  return onProcess([&](Process &process) {
    if (!library || !code)
      return CUDA_ERROR_INVALID_VALUE;
    const Context context{process, process.device(hostThread().device)};
    const void *loaded = nullptr;
    if (CUresult failed = loadLibrary(context, code, bytes, options, &loaded))
      return failed;
    *library = static_cast<CUlibrary>(const_cast<void *>(loaded));
    return CUDA_SUCCESS;
  });
}

CUresult findVariable(CUdeviceptr *pointer, size_t *bytes, CUlibrary library, const char *name,
                      bool is_managed) {
  return onLibrary(library, [=](const Context &context, Library &found) {
    Symbol symbol;
    if (!name || (!pointer && !bytes))
      return CUDA_ERROR_INVALID_VALUE;
    if (Status status = is_managed ? findManagedVariable(context, found, name, &symbol)
                                   : found.findVariable(name, context.target(), &symbol))
      return resultOf(status);
    if (pointer)
      *pointer = reinterpret_cast<CUdeviceptr>(symbol.address);
    if (bytes)
      *bytes = symbol.bytes;
    return CUDA_SUCCESS;
  });
}

// On a device by its number.
template <typename Body> CUresult onKernelOf(CUkernel handle, CUdevice device, Body body) {
  return onNumberedDevice(device, [&](Process &process, Device &found) {
    const Context context{process, found};
    raddle::host::Kernel *kernel = nullptr;
    if (Status status = raddle::host::modules().findKernel(handle, context.target(), &kernel))
      return resultOf(status);
    return resultOf(body(context, *kernel));
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jit_options, void **jit_values,
                           unsigned jit_count, CUlibraryOption *options, void **values, unsigned count) {
  JitOptions read;
  if (CUresult failed = read.read(jit_count, jit_options, jit_values))
    return answer(failed);
  if (CUresult failed = checkOptions(options, values, count))
    return answer(failed);
  return load(library, code, 0, read);
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *jit_options,
                               void **jit_values, unsigned jit_count, CUlibraryOption *options, void **values,
                               unsigned count) {
  JitOptions read;
  std::string contents;
  if (!path)
    return answer(CUDA_ERROR_INVALID_VALUE);
  if (CUresult failed = read.read(jit_count, jit_options, jit_values))
    return answer(failed);
  if (CUresult failed = checkOptions(options, values, count))
    return answer(failed);
  if (Status status = raddle::host::readCodeFile(path, &contents))
    return answer(resultOf(status));
  return load(library, contents.data(), contents.size(), read);
}

CUresult cuLibraryUnload(CUlibrary handle) {
  return onLibrary(handle, [=](const Context &context, Library &) {
    forgetLibrary(handle);
    return unloadLibrary(context.process, handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  return onLibrary(library, [=](const Context &, Library &found) {
    if (!kernel || !name)
      return CUDA_ERROR_INVALID_VALUE;
    const void *const wanted = findKernel(library, found, name);
    if (!wanted)
      return CUDA_ERROR_NOT_FOUND;
    *kernel = kernelHandleOf(wanted);
    return CUDA_SUCCESS;
  });
}

CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
  return onLibrary(library, [=](const Context &, Library &found) {
    if (!count)
      return CUDA_ERROR_INVALID_VALUE;
    *count = static_cast<unsigned>(found.kernels().size());
    return CUDA_SUCCESS;
  });
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count, CUlibrary library) {
  return onLibrary(library, [=](const Context &, Library &found) {
    if (!kernels && count != 0)
      return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count && i < found.kernels().size(); ++i)
      kernels[i] = kernelHandleOf(findKernel(library, found, found.kernels()[i]));
    return CUDA_SUCCESS;
  });
}

CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  return onLibrary(library, [=](const Context &, Library &found) {
    if (!module)
      return CUDA_ERROR_INVALID_VALUE;
    *module = raddle::api::moduleHandleOf(library);
    return CUDA_SUCCESS;
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUlibrary library, const char *name) {
  return findVariable(pointer, bytes, library, name, false);
}

CUresult cuLibraryGetManaged(CUdeviceptr *pointer, size_t *bytes, CUlibrary library, const char *name) {
  return findVariable(pointer, bytes, library, name, true);
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  return onDevice([=](const Context &) {
    if (!function)
      return CUDA_ERROR_INVALID_VALUE;
    if (raddle::host::modules().kernelName(kernel).empty())
      return CUDA_ERROR_INVALID_HANDLE;
    *function = functionOf(kernel);
    return CUDA_SUCCESS;
  });
}

CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel) {
  return onProcess([=](Process &) {
    const void *const found = libraryOf(kernel);
    if (!library || !found)
      return library ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    *library = static_cast<CUlibrary>(const_cast<void *>(found));
    return CUDA_SUCCESS;
  });
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
  return onKernelOf(kernel, device, [=](const Context &context, raddle::host::Kernel &found) {
    if (!value || static_cast<unsigned>(attribute) >= CU_FUNC_ATTRIBUTE_MAX)
      return Status::kInvalidValue;
    *value = attributesOf(context, found)[static_cast<KernelAttribute>(attribute)];
    return Status::kSuccess;
  });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
  return onKernelOf(kernel, device, [=](const Context &context, raddle::host::Kernel &found) {
    return setAttribute(context, found, static_cast<KernelAttribute>(attribute), value);
  });
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device) {
  return onKernelOf(kernel, device, [=](const Context &, raddle::host::Kernel &) {
    return config <= CU_FUNC_CACHE_PREFER_EQUAL ? Status::kSuccess : Status::kInvalidValue;
  });
}

CUresult cuKernelGetName(const char **name, CUkernel kernel) { return cuFuncGetName(name, functionOf(kernel)); }

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes) {
  return cuFuncGetParamInfo(functionOf(kernel), index, offset, bytes);
}

} // extern "C"
#pragma GCC visibility pop
