// What processes have recorded, as findings again.
#include "check/record.h"
#include "tools/check/checked_run.h"

#include <llvm/Support/JSON.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>

namespace raddle::tools::check {

using namespace raddle::check;
using llvm::json::Array;
using llvm::json::Object;

namespace {

std::string text(const Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

std::uint64_t number(const Object &object, llvm::StringRef key) {
  return static_cast<std::uint64_t>(object.getInteger(key).value_or(0));
}

template <typename Number> std::optional<Number> optionalNumber(const Object &object, llvm::StringRef key) {
  const auto value = object.getInteger(key);
  return value ? std::optional(static_cast<Number>(*value)) : std::nullopt;
}

std::optional<RaddleDim3> index(const Object &object, llvm::StringRef key) {
  const Array *array = object.getArray(key);
  if (!array || array->size() != 3)
    return std::nullopt;
  auto part = [&](std::size_t i) {
    return static_cast<std::uint32_t>((*array)[i].getAsInteger().value_or(0));
  };
  return RaddleDim3{part(0), part(1), part(2)};
}

Place placeFrom(const Object &object) {
  return {text(object, "file"), static_cast<unsigned>(number(object, "line")),
          static_cast<unsigned>(number(object, "column")), text(object, "function"), text(object, "path")};
}

Who whoFrom(const Object &object) {
  return {text(object, "kernel"),
          optionalNumber<std::uint32_t>(object, "launch"),
          index(object, "block"),
          index(object, "thread"),
          optionalNumber<std::uint32_t>(object, "warp"),
          optionalNumber<std::uint32_t>(object, "lane"),
          text(object, "stream")};
}

template <typename Read> void forEachObject(const Object &object, llvm::StringRef key, Read read) {
  if (const Array *array = object.getArray(key))
    for (const llvm::json::Value &value : *array)
      if (const Object *element = value.getAsObject())
        read(*element);
}

Access accessFrom(const Object &object) {
  Access access;
  access.what = text(object, "what");
  if (const Object *who = object.getObject("who"))
    access.who = whoFrom(*who);
  forEachObject(object, "stack", [&](const Object &place) { access.stack.push_back(placeFrom(place)); });
  access.write = text(object, "access") == "write";
  access.bytes = static_cast<unsigned>(number(object, "bytes"));
  access.address = std::strtoull(text(object, "address").c_str(), nullptr, 16);
  return access;
}

Severity severityFrom(const std::string &name) {
  for (const Severity severity : {Severity::kNote, Severity::kWarning})
    if (name == nameOf(severity))
      return severity;
  return Severity::kError;
}

std::optional<Finding> findingFrom(const Object &object) {
  const std::optional<Rule> rule = ruleOf(text(object, "rule"));
  if (!rule)
    return std::nullopt;
  Finding finding;
  finding.rule = *rule;
  finding.severity = severityFrom(text(object, "severity"));
  finding.what = text(object, "what");
  finding.object = text(object, "object");
  if (const Object *here = object.getObject("here"))
    finding.here = accessFrom(*here);
  if (const Object *other = object.getObject("other"))
    finding.other = accessFrom(*other);
  forEachObject(object, "notes", [&](const Object &note) {
    const Object *place = note.getObject("place");
    finding.notes.push_back({text(note, "text"), place ? placeFrom(*place) : Place()});
  });
  finding.ordered_by = text(object, "ordered_by");
  finding.advice = text(object, "advice");
  finding.words_of_sanitizer = text(object, "words_of_sanitizer");
  finding.count = number(object, "count");
  return finding;
}

} // namespace

bool saysThatCudaIsUsed(const std::string &record) {
  return ('\n' + record).find('\n' + useLine()) != std::string::npos;
}

std::vector<Finding> readRecord(const std::string &text) {
  std::vector<Finding> findings;
  // Several processes may have found the same.
  std::map<Identity, std::size_t> positions;
  struct Recorded {
    std::size_t position;
    std::uint64_t count;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Recorded> recorded; // by process and number
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    auto value = llvm::json::parse(llvm::json::fixUTF8(line));
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    const Object *object = value->getAsObject();
    if (!object)
      continue;
    const std::pair key(number(*object, "process"), number(*object, "number"));
    if (std::optional<Finding> finding = findingFrom(*object)) {
      const auto [position, is_new] = positions.try_emplace(identityOf(*finding), findings.size());
      recorded[key] = {position->second, finding->count};
      if (is_new)
        findings.push_back(std::move(*finding));
      else
        findings[position->second].count += finding->count;
    } else if (const auto known = recorded.find(key); known != recorded.end()) {
      // The line says how often it was in all.
      Recorded &before = known->second;
      findings[before.position].count += number(*object, "count") - before.count;
      before.count = number(*object, "count");
    }
  }
  return findings;
}

} // namespace raddle::tools::check
