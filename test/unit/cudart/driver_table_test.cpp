// Holds the table of the driver API against the headers and the library.
#include "cuda.h"
#include "cudaTypedefs.h"
#include "cuda_runtime_api.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

namespace {

struct Row {
  std::string name;
  std::string version;
  std::string twin;
  int since;
  bool implemented;
};

std::vector<Row> rows() {
  return {
#define DRIVER_FUNCTION(status, area, since, name, version, twin, parameters, note)                          \
  {#name, #version, #twin, since, std::string(#status) == "implemented"},
#include "api/cuda/driver_api.def"
#undef DRIVER_FUNCTION
  };
}

std::string textOf(const char *path) {
  std::ifstream file(std::string(RADDLE_INCLUDE_DIR "/") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(DriverTable, NamesEachVersionOnce) {
  std::set<std::string> seen;
  for (const Row &row : rows())
    EXPECT_TRUE(seen.insert(row.name + row.version).second) << row.name << row.version;
}

TEST(DriverTable, HeaderDeclaresAllRowsAndNoOther) {
  const std::string text = textOf("raddle/driver/functions.h");
  std::map<std::string, std::string> plain;
  const std::regex mapping("#define (cu\\w+) (cu\\w+)");
  for (std::sregex_iterator it(text.begin(), text.end(), mapping), end; it != end; ++it)
    plain[(*it)[1]] = (*it)[2];
  std::set<std::string> declared, listed;
  const std::regex declaration("CUresult (cu\\w+)\\(");
  for (std::sregex_iterator it(text.begin(), text.end(), declaration), end; it != end; ++it) {
    const std::string name = (*it)[1];
    declared.insert(plain.count(name) ? plain[name] : name);
  }
  for (const Row &row : rows())
    listed.insert(row.name + row.version);
  EXPECT_EQ(declared, listed);
}

TEST(DriverTable, LibraryHasEachFunctionAndItsTwin) {
  for (const Row &row : rows()) {
    EXPECT_NE(dlsym(RTLD_DEFAULT, (row.name + row.version).c_str()), nullptr) << row.name << row.version;
    if (!row.twin.empty())
      EXPECT_NE(dlsym(RTLD_DEFAULT, (row.name + row.version + row.twin).c_str()), nullptr) << row.name;
  }
}

TEST(DriverTable, ProcAddressFindsEachVersionByItsNumber) {
  for (const Row &row : rows()) {
    void *function = nullptr;
    CUdriverProcAddressQueryResult status;
    ASSERT_EQ(cuGetProcAddress(row.name.c_str(), &function, row.since, CU_GET_PROC_ADDRESS_DEFAULT, &status),
              CUDA_SUCCESS);
    EXPECT_EQ(function, dlsym(RTLD_DEFAULT, (row.name + row.version).c_str())) << row.name << row.version;
    ASSERT_EQ(cuGetProcAddress(row.name.c_str(), &function, row.since,
                               CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status),
              CUDA_SUCCESS);
    EXPECT_EQ(function, dlsym(RTLD_DEFAULT, (row.name + row.version + row.twin).c_str())) << row.name;
  }
}

template <typename... Parameters> CUresult callWithZeros(CUresult (*function)(Parameters...)) {
  return function(std::remove_cv_t<Parameters>{}...);
}

TEST(DriverTable, MissingFunctionsAnswerNotSupported) {
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
#define CALL_implemented(function)
#define CALL_missing(function) EXPECT_EQ(callWithZeros(&function), CUDA_ERROR_NOT_SUPPORTED) << #function;
#define DRIVER_FUNCTION(status, area, since, name, version, twin, parameters, note)                          \
  CALL_##status(name##version)
#include "api/cuda/driver_api.def"
#undef DRIVER_FUNCTION
}


} // namespace
