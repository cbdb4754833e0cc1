// Kernels and events by their C++ types.
#ifndef RADDLE_TEMPLATES_LAUNCH_H
#define RADDLE_TEMPLATES_LAUNCH_H

/// `args` holds a pointer to each argument of the kernel.
template <typename T>
inline cudaError_t cudaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem = 0,
                                    cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

template <typename T>
inline cudaError_t cudaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                               size_t sharedMem = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

#if __cplusplus >= 201103L
namespace raddle_launch {

// By value, as the kernel takes its parameters; they live until the launch has copied them.
template <typename... Parameters>
inline cudaError_t launchConverted(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                   Parameters... arguments) {
  // One more, because a kernel without parameters would need an empty array.
  void *addresses[] = {const_cast<void *>(static_cast<const volatile void *>(&arguments))..., nullptr};
  return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
}

} // namespace raddle_launch

/// The arguments are converted to the types of the kernel's parameters.
template <typename... Parameters, typename... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                      Arguments &&...arguments) {
  return raddle_launch::launchConverted<Parameters...>(config, kernel, std::forward<Arguments>(arguments)...);
}
#endif

template <typename T> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, T *func) {
  return ::cudaFuncGetAttributes(attr, (const void *)func);
}

template <typename T> inline cudaError_t cudaFuncSetAttribute(T *func, cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <typename T> inline cudaError_t cudaFuncSetCacheConfig(T *func, cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}

template <typename T> inline cudaError_t cudaFuncSetSharedMemConfig(T *func, cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}

template <typename T> inline cudaError_t cudaFuncGetName(const char **name, T *func) {
  return ::cudaFuncGetName(name, (const void *)func);
}

template <typename T>
inline cudaError_t cudaFuncGetParamInfo(T *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize) {
  return ::cudaFuncGetParamInfo((const void *)func, paramIndex, paramOffset, paramSize);
}

template <typename T> inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, T *func) {
  return ::cudaGetFuncBySymbol(functionPtr, (const void *)func);
}

template <typename T> inline cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, T *func) {
  return ::cudaGetKernel(kernelPtr, (const void *)func);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

#endif
