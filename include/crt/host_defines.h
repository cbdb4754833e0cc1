// The keywords that CUDA C++ adds to the language, as attributes of the compiler at hand.
//
// Compiled as CUDA (clang defines __CUDA__), the keywords are clang's attributes. Compiled as plain C or
// C++, they vanish, so that headers shared with .cpp files need no #ifdef.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

// Raddle in the place of NVIDIA's toolkit, for code that has to know.
#define __RADDLE__ 1

// __CUDACC__ says "this is CUDA source"; clang leaves it to the toolkit's headers. __NVCC__ ("compiled by way
// of nvcc", which may well have clang as its host compiler) is defined by raddlecc, for every source, as nvcc
// does.
#if defined(__CUDA__)
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 5
#define __CUDACC_VER_BUILD__ 82
#endif
// Lambdas marked __device__ or __host__ __device__ need no switch here.
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#endif

// Attributes are spelled with underscores, so that no macro of a program's meets them; a macro's own name is not expanded
// again within it.
#if defined(__CUDA__)
#define __host__ __attribute__((__host__))
#define __device__ __attribute__((__device__))
// -maxrregcount=N
#if defined(__RADDLE_MAX_REGISTERS__)
#define __global__                                                                                           \
  __attribute__((__global__)) __attribute__((__annotate__("raddle.maxrregcount", __RADDLE_MAX_REGISTERS__)))
#else
#define __global__ __attribute__((__global__))
#endif
#define __shared__ __attribute__((__shared__))
#define __constant__ __attribute__((__constant__))
// clang knows no managed variables in CUDA mode. A __device__ variable has a host variable of the same
// name as its shadow; by the annotation the kernel compiler lets both name the same memory, and raddlecc
// gives the shadow its initial value.
#define __managed__ __device__ __attribute__((__annotate__("raddle.managed")))
#define __launch_bounds__(...) __attribute__((__launch_bounds__(__VA_ARGS__)))
// clang-19 does not know these.
#define __maxnreg__(...) __attribute__((__annotate__("raddle.maxnreg", __VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((__annotate__("raddle.cluster_dims", ##__VA_ARGS__)))
// The kernel does not write its parameter, so no thread needs a copy of its own. Unknown to clang-19, too.
#define __grid_constant__ __attribute__((__annotate__("raddle.grid_constant")))
#define __nv_pure__ __attribute__((__pure__))
// raddlecc writes these in place of what clang refuses. The section tells the kernel compiler that the variable is
// dynamic shared memory, which clang takes only as an array without a bound.
#if defined(__CUDA_ARCH__)
#define __raddle_extern_shared__ __device__ __attribute__((__section__("raddle.dynamic_shared")))
#else
#define __raddle_extern_shared__ __device__
#endif
// What nvcc answers about its own kinds of closure types. To clang a lambda for the device is one like any other.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
template <class T> struct __raddle_storage {
  __attribute__((__aligned__(alignof(T)))) unsigned char __bytes[sizeof(T)];
  __device__ T &value() { return reinterpret_cast<T &>(__bytes); }
};
// The call of a __host__ function in a __host__ __device__ one. Device code only learns from it which kernels the
// function launches. One may stand in the arguments of another, which is host code.
#if defined(__CUDA_ARCH__) && __cplusplus >= 201402L
#define __RADDLE_HOST_CALL_WARNING                                                                           \
  "calling a __host__ function from a __host__ __device__ function is not allowed: a kernel that does it "   \
  "traps"
template <class> struct __raddle_result;
template <class __Result, class __Class> struct __raddle_result<__Result (__Class::*)() const> {
  using type = __Result;
};
template <class __Call>
__host__ __device__ __attribute__((__always_inline__, __nodebug__,
                                   __diagnose_if__(true, __RADDLE_HOST_CALL_WARNING, "warning")))
typename __raddle_result<decltype(&__Call::operator())>::type
__raddle_host_call_in_device_code(const __Call &) {
  __builtin_trap();
}
#define __raddle_host_call(...)                                                                              \
  __raddle_host_call_in_device_code([&] __host__() -> decltype(auto) { return __VA_ARGS__; })
// The name of the function in such a call, where a macro adds the arguments.
#define __raddle_host_callee(...)                                                                            \
  ([&](auto &&...__arguments) -> decltype(auto) {                                                            \
    return __raddle_host_call(__VA_ARGS__(static_cast<decltype(__arguments) &&>(__arguments)...));           \
  })
#else
#define __raddle_host_call(...) __VA_ARGS__
#define __raddle_host_callee(...) __VA_ARGS__
#endif
// A launch in device code, and what names a kernel there. To clang kernels are for the host alone: it lets a function for both
// mention them, and complains where one is called. It does not follow a call through a constant, of which it then makes a call.
#if defined(__CUDA_ARCH__)
template <class __Code>
__host__ __device__ __attribute__((__always_inline__, __nodebug__)) constexpr auto
__raddle_call_device_code(const __Code &__code) -> decltype(__code()) {
  return __code();
}
template <class __Code> struct __raddle_device_code {
  static constexpr decltype(&__raddle_call_device_code<__Code>) __call = &__raddle_call_device_code<__Code>;
};
template <class __Code>
__host__ __device__ __attribute__((__always_inline__, __nodebug__)) constexpr auto
__raddle_run_device_code(const __Code &__code) -> decltype(__code()) {
  return __raddle_device_code<__Code>::__call(__code);
}
#define __RADDLE_DEVICE_CODE [&] __attribute__((host, device, always_inline)) ()
#define __raddle_launch(...) __raddle_run_device_code(__RADDLE_DEVICE_CODE { __VA_ARGS__; })
#if __cplusplus >= 201402L
#define __raddle_kernel(...)                                                                                 \
  __raddle_run_device_code(__RADDLE_DEVICE_CODE->decltype(auto) { return (__VA_ARGS__); })
#else
#define __raddle_kernel(...) __raddle_run_device_code(__RADDLE_DEVICE_CODE { return (__VA_ARGS__); })
#endif
#else
// What the host's pass reads of a kernel, it neither compiles nor complains about, but it would remark on overloads.
#define __raddle_launch(...) ([&] __attribute__((host, device)) () { __VA_ARGS__; })()
#define __raddle_kernel(...) __VA_ARGS__
#endif
#define __raddle_pragma(...) _Pragma(#__VA_ARGS__)
// __noinline__ is a keyword of clang's CUDA mode.
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __nv_pure__
// __noinline__ stays undefined: the C++ library writes __attribute__((__noinline__)).
#endif

#define __forceinline__ __inline__ __attribute__((__always_inline__))
#define __inline_hint__

#define __align__(n) __attribute__((__aligned__(n)))
#define __builtin_align__(n) __attribute__((__aligned__(n)))
#define __no_return__ __attribute__((__noreturn__))
#define __thread__ __thread
#define __import__
#define __export__
#define __specialization_static static
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI

// Architecture-specific features, as in `#if __CUDA_ARCH_HAS_FEATURE__(SM90_ALL)`.
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature

#endif
