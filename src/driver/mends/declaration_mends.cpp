#include "driver/mends/text_mends.h"

#include "driver/mends/source_text.h"

#include <algorithm>
#include <cstring>

namespace raddle::driver {

namespace {

// Blanks, comments and preprocessor directives.
size_t skipTrivia(std::string_view text, size_t at) {
  for (;;) {
    at = skipBlanks(text, at);
    size_t end;
    if (text.substr(at).starts_with("//") || text.substr(at).starts_with("#"))
      end = text.find('\n', at);
    else if (text.substr(at).starts_with("/*"))
      end = text.find("*/", at) == npos ? npos : text.find("*/", at) + 1;
    else
      return at;
    if (end == npos)
      return text.size();
    at = end + 1;
  }
}

bool endsAccessLabel(std::string_view text, size_t colon) {
  std::string_view before = text.substr(0, colon);
  return before.ends_with("public") || before.ends_with("protected") || before.ends_with("private");
}

// With what is before it: template <...>, template for an explicit instantiation.
size_t wholeDeclarationStart(std::string_view text, size_t name) {
  size_t at = name;
  while (at > 0 && !std::strchr(";{}", text[at - 1]) &&
         !(text[at - 1] == ':' && endsAccessLabel(text, at - 1)))
    --at;
  return skipTrivia(text, at);
}

size_t declarationStart(std::string_view text, size_t name) {
  size_t at = wholeDeclarationStart(text, name);
  while (text.substr(at).starts_with("template")) {
    size_t end = afterClosing(text, at, '<', '>');
    if (end == npos)
      break;
    at = skipTrivia(text, end);
  }
  return std::min(at, name);
}

std::string replaced(std::string_view text, size_t begin, size_t end, std::string_view by) {
  return std::string(text.substr(0, begin)) + std::string(by) + std::string(text.substr(end));
}

// The GNU attribute that means the same, "" where there is none: an attribute may always be ignored.
std::string gnuAttribute(std::string_view name, std::string_view arguments) {
  for (std::string_view scope : {"gnu::", "__gnu__::", "clang::", "_Clang::"})
    if (name.starts_with(scope))
      return std::string(name.substr(scope.size())) + std::string(arguments);
  if (name == "nodiscard" || name == "__nodiscard__")
    return "warn_unused_result";
  if (name == "maybe_unused")
    return "unused";
  if (name == "deprecated")
    return "deprecated" + std::string(arguments);
  return name == "noreturn" ? "noreturn" : "";
}

// `list` is what stands between the brackets of [[...]].
std::string gnuAttributes(std::string_view list) {
  std::string scope, result;
  size_t at = skipBlanks(list, 0);
  if (list.substr(at).starts_with("using ")) {
    size_t colon = list.find(':', at);
    scope = std::string(list.substr(at + 6, colon == npos ? npos : colon - at - 6)) + "::";
    std::erase(scope, ' ');
    at = colon == npos ? list.size() : skipBlanks(list, colon + 1);
  }
  while (at < list.size()) {
    std::string name = scope;
    while (at < list.size() && (isWordCharacter(list[at]) || list[at] == ':' || list[at] == ' '))
      name += list[at++];
    std::erase(name, ' ');
    std::string_view arguments;
    if (at < list.size() && list[at] == '(') {
      size_t end = std::min(afterClosing(list, at, '(', ')'), list.size());
      arguments = list.substr(at, end - at);
      at = end;
    }
    if (std::string attribute = gnuAttribute(name, arguments); !attribute.empty())
      result += (result.empty() ? "" : ", ") + attribute;
    at = std::min(list.find(',', at), list.size());
    at = skipBlanks(list, std::min(at + 1, list.size()));
  }
  return result;
}

// The blank after it goes, so that the columns of what follows stay.
std::string withUnderscoredAlignas(std::string_view text, size_t offset) {
  size_t name_end = offset + std::string_view("alignas").size();
  std::string mended = replaced(text, offset, name_end, "_Alignas");
  size_t end = afterClosing(mended, offset, '(', ')');
  if (end < mended.size() && mended[end] == ' ')
    mended.erase(end, 1);
  return mended;
}

} // namespace

std::string withGnuAttribute(std::string_view text, size_t offset) {
  std::string_view rest = text.substr(offset);
  if (rest.starts_with("alignas") && !isWordCharacter(rest[std::min<size_t>(7, rest.size() - 1)]))
    return withUnderscoredAlignas(text, offset);
  // The diagnostic names the list, or an attribute in it.
  size_t open = rest.starts_with("[[") ? offset : text.rfind("[[", offset);
  if (open == npos)
    return std::string(text);
  size_t end = afterClosing(text, open, '[', ']');
  if (end == npos || end <= offset)
    return std::string(text);
  std::string_view list = text.substr(open + 2, end - open - 4);
  std::string attributes = gnuAttributes(list);
  std::string newlines(static_cast<size_t>(std::ranges::count(list, '\n')), '\n');
  return replaced(text, open, end,
                  (attributes.empty() ? "" : "__attribute__((" + attributes + "))") + newlines);
}

std::string withExternShared(std::string_view text, size_t offset) {
  size_t end = offset;
  while (end < text.size() && isWordCharacter(text[end]))
    ++end;
  // A macro that is not for such variables alone stays as it is; its use is replaced.
  std::string_view line =
      text.substr(lineBegin(text, offset), lineEnd(text, offset) - lineBegin(text, offset));
  bool is_macro = line.substr(skipBlanks(line, 0)).starts_with("#");
  if (end == offset || (is_macro && line.find("extern") == npos))
    return std::string(text);
  return replaced(text, offset, end, "__raddle_extern_shared__");
}

std::string withSharedStorage(std::string_view text, size_t offset) {
  size_t name_end = offset;
  while (name_end < text.size() && isWordCharacter(text[name_end]))
    ++name_end;
  const size_t end = text.find_first_of(";,={(", name_end), start = declarationStart(text, offset);
  std::string_view extents = text.substr(name_end, std::min(end, text.size()) - name_end);
  const bool is_alone = end != npos && (text[end] == ';' || text.substr(end).starts_with("{}"));
  std::string type(text.substr(start, offset - start));
  if (!is_alone || name_end == offset || type.find("__shared__") == npos)
    return std::string(text);
  // What says where the variable lies stays with the storage, the type goes into it.
  std::string specifiers;
  for (std::string_view word : {"__shared__", "static"})
    for (size_t at = type.find(word); at != npos; at = type.find(word)) {
      type.replace(at, word.size(), "");
      specifiers += std::string(word) + " ";
    }
  for (std::string_view word : {"alignas", "_Alignas", "__align__"})
    for (size_t at = type.find(word); at != npos; at = type.find(word)) {
      const size_t open = type.find('(', at);
      const size_t close = open == npos ? npos : afterClosing(type, open, '(', ')');
      if (close == npos)
        return std::string(text);
      specifiers = type.substr(at, close - at) + " " + specifiers;
      type.erase(at, close - at);
    }
  const std::string name(text.substr(offset, name_end - offset)), storage = "__raddle_storage_of_" + name;
  const size_t after = text.find(';', end);
  return replaced(text, start, after + 1,
                  specifiers + "__raddle_storage<" + type + std::string(extents) + "> " + storage +
                      "; auto &" + name + " = " + storage + ".value();");
}

std::string withSpaceBehindLiteral(std::string_view text, size_t offset) {
  bool touches = offset > 0 && text[offset - 1] == '"';
  return touches ? replaced(text, offset, offset, " ") : std::string(text);
}

std::string withTemplateKeyword(std::string_view text, size_t offset) {
  size_t name = offset, at = offset;
  while (at < text.size()) {
    name = at;
    while (at < text.size() && isWordCharacter(text[at]))
      ++at;
    at = skipBlanks(text, at);
    if (at < text.size() && text[at] == '<')
      at = afterClosing(text, at, '<', '>');
    at = at == npos ? text.size() : skipBlanks(text, at);
    if (!text.substr(at).starts_with("::"))
      break;
    at = skipBlanks(text, at + 2);
  }
  bool is_call = at < text.size() && text[at] == '(' && !text.substr(name).starts_with("template");
  return is_call ? replaced(text, name, name, "template ") : std::string(text);
}

std::string withHostDevice(std::string_view text, size_t offset) {
  size_t start = declarationStart(text, offset);
  std::string_view specifiers = text.substr(start, offset - start);
  if (specifiers.find("__host__") != npos && specifiers.find("__device__") != npos)
    return std::string(text);
  return replaced(text, start, start, "__host__ __device__ ");
}

std::string withUnforcedKernels(std::string_view text) {
  constexpr std::string_view kEnd = "_Pragma(\"clang force_cuda_host_device end\") ",
                             kBegin = " _Pragma(\"clang force_cuda_host_device begin\")";
  std::string mended;
  size_t copied = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t word = at;
    at = afterToken(text, at);
    if (text.substr(word, at - word) != "__global__")
      continue;
    const size_t start = wholeDeclarationStart(text, word);
    const std::string_view declaration = text.substr(start);
    constexpr std::string_view kTemplate = "template";
    const bool is_template = declaration.starts_with(kTemplate) &&
                             declaration.substr(skipTrivia(declaration, kTemplate.size())).starts_with('<');
    const size_t open = text.find_first_of(";{", word);
    const size_t end = open != npos && text[open] == '{' ? afterClosing(text, open, '{', '}') : open + 1;
    if (!is_template || start < copied || open == npos || end == npos)
      continue;
    mended += text.substr(copied, start - copied);
    mended += kEnd;
    mended += text.substr(start, end - start);
    mended += kBegin;
    copied = at = end;
  }
  return mended + std::string(text.substr(copied));
}

// Box(T, int) -> Box<T>;
std::string withHostDeviceGuides(std::string_view text) {
  constexpr std::string_view kAttributes = "__host__ __device__ ";
  std::string mended;
  size_t copied = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t name = at;
    at = afterToken(text, at);
    if (!isWordCharacter(text[name]))
      continue;
    const std::string_view word = text.substr(name, at - name);
    const size_t open = skipBlanks(text, at);
    if (!text.substr(open).starts_with("("))
      continue;
    const size_t close = afterClosing(text, open, '(', ')');
    const size_t arrow = close == npos ? npos : skipTrivia(text, close);
    if (arrow == npos || !text.substr(arrow).starts_with("->"))
      continue;
    const size_t result = skipTrivia(text, arrow + 2);
    const bool is_guide = text.substr(result).starts_with(word) &&
                          text.substr(skipBlanks(text, result + word.size())).starts_with("<");
    if (!is_guide || text.substr(0, name).ends_with(kAttributes))
      continue;
    mended += text.substr(copied, name - copied);
    mended += kAttributes;
    copied = name;
  }
  return mended + std::string(text.substr(copied));
}

} // namespace raddle::driver
