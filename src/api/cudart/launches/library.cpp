// Libraries: device code that a program loads by itself.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/unsupported.h"
#include "diagnostics/messages.h"
#include "host/module/code_reader.h"
#include "host/requests/kernel_attributes.h"
#include "host/requests/library.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace raddle::cudart;
using raddle::host::Image;
using raddle::host::Kernel;
using raddle::host::KernelAttribute;
using raddle::host::Library;
using raddle::host::Symbol;

namespace {

struct JitOptions {
  std::span<const cudaJitOption> options;
  void **values;
};

// The code is compiled when it is used, so there is nothing to be said of it yet.
void clearLogs(const JitOptions &jit) {
  const auto options = jit.options;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i] == cudaJitInfoLogBufferSizeBytes || options[i] == cudaJitErrorLogBufferSizeBytes)
      jit.values[i] = nullptr;
}

cudaError_t checkOptions(const JitOptions &jit) {
  if (!jit.options.empty() && (!jit.options.data() || !jit.values))
    return cudaErrorInvalidValue;
  const bool are_known = std::ranges::all_of(jit.options, [](cudaJitOption option) {
    return option >= cudaJitMaxRegisters && option <= cudaJitOverrideDirectiveValues;
  });
  return are_known ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t readOptions(std::span<const cudaLibraryOption> options, bool *is_preserved) {
  if (!options.empty() && !options.data())
    return cudaErrorInvalidValue;
  for (const cudaLibraryOption option : options) {
    if (option == cudaLibraryHostUniversalFunctionAndDataTable) {
      raddle::api::tellUnsupported("cudaLibraryHostUniversalFunctionAndDataTable", "cudaErrorNotSupported",
                                   "device code cannot call functions of the host");
      return cudaErrorNotSupported;
    }
    if (option != cudaLibraryBinaryIsPreserved)
      return cudaErrorInvalidValue;
    *is_preserved = true;
  }
  return cudaSuccess;
}

// PTX and code of nvcc become a container. `bytes`: of the code; 0 where only the code itself tells.
Status readOther(const Process &process, const void *code, std::size_t bytes, Image *image) {
  std::string errors;
  std::vector<std::byte> container;
  const unsigned arch = process.device(hostThread().device).arch();
  if (Status status = raddle::host::readCode(code, bytes, {arch}, &errors, &container)) {
    if (errors.empty())
      return raddle::host::readImage(code, false, image); // which explains
    raddle::printDiagnostic("raddle: " + errors + (errors.ends_with('\n') ? "" : "\n"));
    return status;
  }
  return raddle::host::readImage(container.data(), /*is_preserved=*/false, image);
}

// `read(process, is_preserved, image)` answers a Status.
template <typename Read>
cudaError_t load(cudaLibrary_t *library, const JitOptions &jit, std::span<const cudaLibraryOption> options,
                 Read read) {
  return onProcess([&](Process &process) {
    bool is_preserved = false;
    if (cudaError_t error = library ? checkOptions(jit) : cudaErrorInvalidValue)
      return error;
    if (cudaError_t error = readOptions(options, &is_preserved))
      return error;
    Image image;
    if (Status status = read(process, is_preserved, &image))
      return errorOf(status);
    clearLogs(jit);
    *library = raddle::api::libraryHandleOf(loadLibrary(process, std::move(image)));
    return cudaSuccess;
  });
}

std::shared_ptr<Library> findLibrary(const Process &process, cudaLibrary_t handle) {
  return process.libraries.find(handle);
}

// Runs `body(context, library)`.
template <typename Body> cudaError_t onLibrary(cudaLibrary_t handle, Body body) {
  return onDevice([&](const Context &context) {
    const std::shared_ptr<Library> library = findLibrary(context.process, handle);
    return library ? body(context, *library) : cudaErrorInvalidResourceHandle;
  });
}

// What a library has not is another error than what a program has not.
cudaError_t errorOfSearch(Status status) {
  return status == Status::kUnknownSymbol ? cudaErrorSymbolNotFound : errorOf(status);
}

cudaError_t give(const Symbol &variable, void **address, std::size_t *bytes) {
  if (address)
    *address = variable.address;
  if (bytes)
    *bytes = variable.bytes;
  return cudaSuccess;
}

cudaKernel_t kernelHandleOf(const void *stub) {
  return reinterpret_cast<cudaKernel_t>(functionHandleOf(stub));
}

} // namespace

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, cudaJitOption *jit_options,
                                void **jit_values, unsigned jit_count, cudaLibraryOption *options, void **,
                                unsigned count) {
  return load(library, {{jit_options, jit_count}, jit_values}, {options, count},
              [=](const Process &process, bool is_preserved, Image *image) {
                return !code || raddle::host::isContainer(code)
                           ? raddle::host::readImage(code, is_preserved, image)
                           : readOther(process, code, 0, image);
              });
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, cudaJitOption *jit_options,
                                    void **jit_values, unsigned jit_count, cudaLibraryOption *options,
                                    void **, unsigned count) {
  return load(library, {{jit_options, jit_count}, jit_values}, {options, count},
              [=](const Process &process, bool, Image *image) {
                std::string contents;
                if (Status status = raddle::host::readCodeFile(path, &contents))
                  return status;
                return raddle::host::isContainer(contents)
                           ? raddle::host::readImage(contents, image)
                           : readOther(process, contents.data(), contents.size(), image);
              });
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return onProcess([=](Process &process) {
    return unloadLibrary(process, library) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t handle, const char *name) {
  return onLibrary(handle, [=](const Context &, Library &library) {
    if (!kernel || !name)
      return cudaErrorInvalidValue;
    const void *const stub = library.findKernel(name);
    if (!stub)
      return cudaErrorSymbolNotFound;
    *kernel = kernelHandleOf(stub);
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryGetGlobal(void **address, size_t *bytes, cudaLibrary_t handle, const char *name) {
  return onLibrary(handle, [=](const Context &context, Library &library) {
    if (!name || (!address && !bytes))
      return cudaErrorInvalidValue;
    Symbol variable;
    const Status status = library.findVariable(name, context.target(), &variable);
    return status ? errorOfSearch(status) : give(variable, address, bytes);
  });
}

cudaError_t cudaLibraryGetManaged(void **address, size_t *bytes, cudaLibrary_t handle, const char *name) {
  return onLibrary(handle, [=](const Context &context, Library &library) {
    if (!name || (!address && !bytes))
      return cudaErrorInvalidValue;
    Symbol variable;
    const Status status = findManagedVariable(context, library, name, &variable);
    return status ? errorOfSearch(status) : give(variable, address, bytes);
  });
}

// The functions that host and devices call by the same address: as cudaDeviceProp::unifiedFunctionPointers says, there are none.
cudaError_t cudaLibraryGetUnifiedFunction(void **function, cudaLibrary_t handle, const char *name) {
  return onLibrary(handle, [=](const Context &, Library &) {
    return function && name ? cudaErrorSymbolNotFound : cudaErrorInvalidValue;
  });
}

cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t handle) {
  return onLibrary(handle, [=](const Context &, Library &library) {
    if (!count)
      return cudaErrorInvalidValue;
    *count = static_cast<unsigned>(library.kernels().size());
    return cudaSuccess;
  });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned count, cudaLibrary_t handle) {
  return onLibrary(handle, [=](const Context &, Library &library) {
    if (!kernels || count == 0)
      return cudaErrorInvalidValue;
    const std::size_t known = std::min<std::size_t>(count, library.kernels().size());
    for (std::size_t i = 0; i < known; ++i)
      kernels[i] = kernelHandleOf(library.findKernel(library.kernels()[i]));
    return cudaSuccess;
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t handle, cudaFuncAttribute attribute, int value,
                                            int device) {
  return onDevice([=](const Context &current) {
    if (!current.process.hasDevice(device))
      return cudaErrorInvalidDevice;
    const Context context{current.process, current.process.device(device)};
    Kernel *kernel = nullptr;
    if (Status status = modules().findKernel(handle, context.target(), &kernel))
      return status == Status::kUnknownFunction ? cudaErrorInvalidResourceHandle : errorOf(status);
    return errorOf(setAttribute(context, *kernel, static_cast<KernelAttribute>(attribute), value));
  });
}
