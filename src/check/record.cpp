#include "check/record.h"

#include "base/json_text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace raddle::check {

namespace {

// An object, of which parts that are unknown are left out.
class Object {
public:
  void add(const char *key, const std::string &json) {
    text_ += fmt::format("{}{}:{}", text_.empty() ? "" : ",", jsonText(key), json);
  }
  void text(const char *key, std::string_view value) {
    if (!value.empty())
      add(key, jsonText(value));
  }
  void number(const char *key, std::uint64_t value) {
    if (value)
      add(key, std::to_string(value));
  }
  std::string json() const { return '{' + text_ + '}'; }

private:
  std::string text_;
};

template <typename List, typename ToJson> std::string array(const List &list, ToJson to_json) {
  std::string text;
  for (const auto &element : list)
    text += (text.empty() ? "" : ",") + to_json(element);
  return '[' + text + ']';
}

std::string jsonOf(const RaddleDim3 &index) { return fmt::format("[{},{},{}]", index.x, index.y, index.z); }

std::string jsonOf(const Place &place) {
  Object object;
  object.text("file", place.file);
  object.number("line", place.line);
  object.number("column", place.column);
  object.text("function", place.function);
  object.text("path", place.path);
  return object.json();
}

std::string jsonOf(const Who &who) {
  Object object;
  object.text("kernel", who.kernel);
  if (who.launch)
    object.add("launch", std::to_string(*who.launch));
  if (who.block)
    object.add("block", jsonOf(*who.block));
  if (who.thread)
    object.add("thread", jsonOf(*who.thread));
  if (who.warp)
    object.add("warp", std::to_string(*who.warp));
  if (who.lane)
    object.add("lane", std::to_string(*who.lane));
  object.text("stream", who.stream);
  return object.json();
}

std::string jsonOf(const Access &access) {
  Object object;
  object.text("what", access.what);
  object.add("who", jsonOf(access.who));
  object.add("stack", array(access.stack, [](const Place &place) { return jsonOf(place); }));
  if (access.bytes) {
    object.text("access", access.write ? "write" : "read");
    object.number("bytes", access.bytes);
    object.text("address", fmt::format("{:#x}", access.address));
  }
  return object.json();
}

std::string jsonOf(const Note &note) {
  Object object;
  object.text("text", note.text);
  if (note.place.isKnown())
    object.add("place", jsonOf(note.place));
  return object.json();
}

void addIdentity(Object &object, std::uint64_t number) {
  object.add("process", std::to_string(getpid()));
  object.add("number", std::to_string(number));
}

} // namespace

std::string recordLine(const Finding &finding, std::uint64_t number) {
  const RuleFacts &facts = factsOf(finding.rule);
  Object object;
  addIdentity(object, number);
  object.text("rule", facts.id);
  object.text("severity", nameOf(finding.severity));
  object.text("what", finding.what);
  object.text("object", finding.object);
  object.add("here", jsonOf(finding.here));
  if (finding.other)
    object.add("other", jsonOf(*finding.other));
  if (!finding.notes.empty())
    object.add("notes", array(finding.notes, [](const Note &note) { return jsonOf(note); }));
  object.text("ordered_by", finding.ordered_by);
  object.text("advice", finding.advice);
  object.text("words_of_sanitizer", finding.words_of_sanitizer);
  object.number("count", finding.count);
  return object.json() + '\n';
}

std::string countLine(std::uint64_t number, std::uint64_t count) {
  Object object;
  addIdentity(object, number);
  object.number("count", count);
  return object.json() + '\n';
}

std::string useLine() { return "{\"uses\":\"CUDA\"}\n"; }

void appendToRecord(const std::string &path, const std::string &line) {
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return;
  // One call for a whole line: the lines of several processes do not mix.
  [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
  close(file);
}

} // namespace raddle::check
