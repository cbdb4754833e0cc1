#include "check/known_records.h"

#include "check/text_style.h"
#include "check/xml.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace raddle::check {

namespace {

// The functions of stacks of the host that begin below the program, or end above it, are not in ours.
bool isOfProgram(std::string_view function) {
  return !function.empty() && !function.starts_with("cu") && !function.starts_with("_start") &&
         !function.starts_with("__libc_start");
}

bool isFunction(const std::string &wanted, const std::string &function) {
  return wanted == function || withoutParameters(wanted) == withoutParameters(function);
}

// One may have the folders that the other lacks.
bool isFile(const std::string &wanted, const Place &place) {
  return std::ranges::any_of(std::vector{place.file, place.path}, [&](const std::string &file) {
    return file == wanted || file.ends_with('/' + wanted) || (!file.empty() && wanted.ends_with('/' + file));
  });
}

} // namespace

Result<KnownRecords> KnownRecords::read(const std::string &xml) {
  auto root = readXml(xml);
  if (!root)
    return root.error();
  KnownRecords known;
  for (const XmlElement &element : root->children) {
    if (element.name != "record")
      continue;
    Record record;
    record.kind = element.textOf("kind");
    if (const XmlElement *what = element.child("what")) {
      record.text = what->textOf("text");
      record.api = what->textOf("api");
      record.size = what->textOf("size");
      record.direction = what->textOf("direction");
    }
    if (const XmlElement *where = element.child("where")) {
      record.function = where->textOf("func");
      record.path = where->textOf("path");
      record.line = where->textOf("line");
    }
    for (const XmlElement &stack : element.children)
      if (stack.name == "hostStack" || stack.name == "deviceStack")
        for (const XmlElement &frame : stack.children)
          if (const std::string function = frame.textOf("func"); isOfProgram(function))
            record.callers.push_back(function);
    known.records_.push_back(std::move(record));
  }
  return known;
}

bool KnownRecords::contain(const Finding &finding) const {
  return std::ranges::any_of(records_, [&](const Record &record) { return fits(record, finding); });
}

bool KnownRecords::fits(const Record &record, const Finding &finding) {
  auto agrees = [](const std::string &wanted, const std::string &found) {
    return wanted.empty() || wanted == found;
  };
  const bool is_access = finding.here.bytes != 0;
  const std::string &words = finding.words_of_sanitizer.empty() ? finding.what : finding.words_of_sanitizer;
  const Place place = finding.here.place();
  if (!agrees(record.kind, kindOfSanitizer(finding.rule)) || !agrees(record.api, finding.here.what) ||
      !(is_access || agrees(record.text, words)) ||
      !agrees(record.size, is_access ? std::to_string(finding.here.bytes) : "") ||
      !agrees(record.direction, finding.here.write ? "write" : "read") ||
      !(record.function.empty() || isFunction(record.function, place.function)) ||
      !(record.path.empty() || isFile(record.path, place)) ||
      !agrees(record.line, std::to_string(place.line)))
    return false;
  // In that order, maybe with others between them: which calls are inlined differs.
  auto caller = record.callers.begin();
  for (const Place &frame : finding.here.stack)
    if (caller != record.callers.end() && isFunction(*caller, frame.function))
      ++caller;
  return caller == record.callers.end();
}

} // namespace raddle::check
