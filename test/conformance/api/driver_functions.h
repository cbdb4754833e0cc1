// The functions of the driver API, as libraries find them: by name, in the library that is found by its name.

#ifndef RADDLE_TEST_CONFORMANCE_API_DRIVER_FUNCTIONS_H
#define RADDLE_TEST_CONFORMANCE_API_DRIVER_FUNCTIONS_H

#include "../check.h"

#include <cuda.h>

#include <dlfcn.h>

inline decltype(&cuGetProcAddress) get_address;

// Before anything else. False where there is no driver.
inline bool findDriver() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!CHECK(library != nullptr))
    return false;
  get_address = reinterpret_cast<decltype(get_address)>(dlsym(library, "cuGetProcAddress_v2"));
  return CHECK(get_address != nullptr);
}

template <typename Function> Function functionNamed(const char *name, int version = 12000) {
  void *function = nullptr;
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  CHECK_EQ(get_address(name, &function, version, CU_GET_PROC_ADDRESS_DEFAULT, &found), CUDA_SUCCESS);
  CHECK_EQ(found, CU_GET_PROC_ADDRESS_SUCCESS);
  return reinterpret_cast<Function>(function);
}
#define FUNCTION(name) functionNamed<decltype(&name)>(#name)

#endif
