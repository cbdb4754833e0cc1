// Device variables by name. A variable's host shadow stands for it: only its address matters.
#ifndef RADDLE_TEMPLATES_SYMBOL_H
#define RADDLE_TEMPLATES_SYMBOL_H

namespace raddle_symbol {

// The address, whatever operator& of the type says.
template <typename T> inline const void *address(const T &symbol) {
  return const_cast<const char *>(&reinterpret_cast<const volatile char &>(symbol));
}

} // namespace raddle_symbol

template <typename T> inline cudaError_t cudaGetSymbolAddress(void **devPtr, const T &symbol) {
  return ::cudaGetSymbolAddress(devPtr, raddle_symbol::address(symbol));
}

template <typename T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
  return ::cudaGetSymbolSize(size, raddle_symbol::address(symbol));
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(raddle_symbol::address(symbol), src, count, offset, kind);
}

template <typename T>
inline cudaError_t cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, raddle_symbol::address(symbol), count, offset, kind);
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync(raddle_symbol::address(symbol), src, count, offset, kind, stream);
}

template <typename T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, raddle_symbol::address(symbol), count, offset, kind, stream);
}

#endif
