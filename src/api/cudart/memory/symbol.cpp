// Device variables, named by the addresses of their shadows on the host.
#include "cuda_runtime_api.h"

#include "api/cudart/memory/copies.h"
#include "host/memory/explanations.h"

using namespace raddle::cudart;
using raddle::host::Side;
using raddle::host::Symbol;

namespace {

// The address of byte `offset` of a variable, after checking that `count` bytes follow.
cudaError_t locate(const Context &context, const void *symbol, std::size_t count, std::size_t offset,
                   void **out) {
  Symbol variable;
  if (Status status = modules().findVariable(symbol, context.target(), &variable))
    return errorOf(status);
  if (offset > variable.bytes || count > variable.bytes - offset) {
    raddle::host::explainOperand(context.memory(), "the symbol", variable.address, offset + count,
                                 Side::kDevice);
    return cudaErrorInvalidValue;
  }
  *out = static_cast<std::byte *>(variable.address) + offset;
  return cudaSuccess;
}

bool leadsToDevice(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

bool leadsFromDevice(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

cudaError_t toSymbol(const Context &context, const void *symbol, const void *src, std::size_t count,
                     std::size_t offset, cudaMemcpyKind kind, Copy *copy) {
  if (!leadsToDevice(kind))
    return cudaErrorInvalidMemcpyDirection;
  void *address = nullptr;
  cudaError_t error = locate(context, symbol, count, offset, &address);
  *copy = linearCopy(address, src, count, kind);
  return error;
}

cudaError_t fromSymbol(const Context &context, void *dst, const void *symbol, std::size_t count,
                       std::size_t offset, cudaMemcpyKind kind, Copy *copy) {
  if (!leadsFromDevice(kind))
    return cudaErrorInvalidMemcpyDirection;
  void *address = nullptr;
  cudaError_t error = locate(context, symbol, count, offset, &address);
  *copy = linearCopy(dst, address, count, kind);
  return error;
}

} // namespace

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = toSymbol(context, symbol, src, count, offset, kind, &copy);
    return error ? error : copyNow(context, copy);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = toSymbol(context, symbol, src, count, offset, kind, &copy);
    return error ? error : copyInStream(context, stream, copy);
  });
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = fromSymbol(context, dst, symbol, count, offset, kind, &copy);
    return error ? error : copyNow(context, copy);
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = fromSymbol(context, dst, symbol, count, offset, kind, &copy);
    return error ? error : copyInStream(context, stream, copy);
  });
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  return onDevice([=](const Context &context) {
    if (!pointer)
      return cudaErrorInvalidValue;
    return locate(context, symbol, 0, 0, pointer);
  });
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
  return onDevice([=](const Context &context) {
    if (!size)
      return cudaErrorInvalidValue;
    Symbol variable;
    const Status status = modules().findVariable(symbol, context.target(), &variable);
    if (status == Status::kSuccess)
      *size = variable.bytes;
    return errorOf(status);
  });
}
