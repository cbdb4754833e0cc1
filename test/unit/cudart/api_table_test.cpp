// Holds the table of the API against the headers that declare it.
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <type_traits>

namespace {

struct Row {
  std::string area;
  bool implemented;
};

std::multimap<std::string, Row> rows() {
  return {
#define CUDA_FUNCTION(status, area, since, type, name, parameters, note)                                     \
  {#name, {#area, std::string(#status) == "implemented"}},
#include "api/cudart/api.def"
#undef CUDA_FUNCTION
  };
}

// The functions that include/raddle/api/<area>.h declares.
std::set<std::string> declaredIn(const std::filesystem::path &header) {
  std::ifstream file(header);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::regex declaration("^[a-z][^/\n]*?\\b\n?(cuda[A-Z]\\w*)\\(", std::regex::multiline);
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), declaration), end; it != end; ++it)
    names.insert((*it)[1]);
  return names;
}

TEST(ApiTable, NamesEachFunctionOnce) {
  const auto all = rows();
  for (const auto &[name, row] : all)
    EXPECT_EQ(all.count(name), 1u) << name;
}

TEST(ApiTable, HasARowForEveryDeclaredFunctionAndNoOther) {
  const auto all = rows();
  std::set<std::string> declared;
  for (const auto &entry : std::filesystem::directory_iterator(RADDLE_INCLUDE_DIR "/raddle/api")) {
    for (const std::string &name : declaredIn(entry.path())) {
      declared.insert(name);
      const auto row = all.find(name);
      ASSERT_NE(row, all.end()) << entry.path() << " declares " << name
                                << ", src/api/cudart/api.def does not";
      EXPECT_EQ(row->second.area, entry.path().stem()) << name;
    }
  }
  for (const auto &[name, row] : all)
    EXPECT_TRUE(declared.count(name)) << "no header declares " << name;
}

// A call with zeros for everything.
template <typename... Parameters> cudaError_t call(cudaError_t (*function)(Parameters...)) {
  return function(std::remove_cv_t<Parameters>{}...);
}
template <typename Result, typename... Parameters> cudaError_t call(Result (*)(Parameters...)) {
  ADD_FAILURE() << "a function that is missing has no way to say so";
  return cudaSuccess;
}

void expectNotSupported(const char *name, cudaError_t answer) {
  EXPECT_EQ(answer, cudaErrorNotSupported) << name;
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported) << name;
}

TEST(ApiTable, MissingFunctionsAnswerNotSupported) {
#define CALL_implemented(name)
#define CALL_missing(name) expectNotSupported(#name, call(&name));
#define CUDA_FUNCTION(status, area, since, type, name, parameters, note) CALL_##status(name)
#include "api/cudart/api.def"
#undef CUDA_FUNCTION
#undef CALL_missing
#undef CALL_implemented
}

} // namespace
