#include "tools/recorded_lines.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace raddle::tools {

namespace fs = std::filesystem;
using llvm::json::Array;
using llvm::json::Object;

std::vector<fs::path> recordsIn(const std::string &folder) {
  std::vector<fs::path> records;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".jsonl")
      records.push_back(entry.path());
  std::ranges::sort(records);
  return records;
}

std::string contentOf(const fs::path &file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void forEachLine(const fs::path &record, llvm::function_ref<void(const Object &)> read) {
  std::istringstream stream(contentOf(record));
  for (std::string line; std::getline(stream, line);)
    if (auto value = llvm::json::parse(line)) {
      if (const Object *object = value->getAsObject())
        read(*object);
    } else {
      llvm::consumeError(value.takeError());
    }
}

std::string text(const Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

std::uint64_t number(const Object &object, llvm::StringRef key) {
  return static_cast<std::uint64_t>(object.getInteger(key).value_or(0));
}

RaddleDim3 sizes(const Object &object, llvm::StringRef key) {
  const Array *array = object.getArray(key);
  auto part = [&](std::size_t i) {
    return array && i < array->size() ? static_cast<std::uint32_t>((*array)[i].getAsInteger().value_or(0))
                                      : 0;
  };
  return {part(0), part(1), part(2)};
}

} // namespace raddle::tools
