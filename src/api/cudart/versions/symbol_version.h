// The versions that symbols of libraddle.so have for programs that were linked with NVIDIA's libraries.
//
// Such a program asks for `cudaMemAdvise` of the version `libcudart.so.13`, say. A symbol without a version answers to all;
// where CUDA 13 has another signature or structure under the same name, libraddle.map gives the symbol of CUDA 12 its
// version, and a function of this folder is that of CUDA 13.
#ifndef RADDLE_API_CUDART_VERSIONS_SYMBOL_VERSION_H
#define RADDLE_API_CUDART_VERSIONS_SYMBOL_VERSION_H

/// Before the definition of `cuda13_name`: it is what `name` means in CUDA 13.
#define RADDLE_IN_CUDA_13(name) __asm__(".symver cuda13_" #name "," #name "@libcudart.so.13")

#endif
