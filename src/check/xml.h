// The XML that NVIDIA's compute-sanitizer writes: elements with text or other elements in them, no more.
#ifndef RADDLE_CHECK_XML_H
#define RADDLE_CHECK_XML_H

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace raddle::check {

struct XmlElement {
  std::string name, text;
  std::vector<XmlElement> children;

  /// The first with that name, or null.
  const XmlElement *child(std::string_view wanted) const;
  /// The text of that child, or "".
  std::string textOf(std::string_view wanted) const;
};

/// The outermost element. The message of an error names the line.
Result<XmlElement> readXml(std::string_view text);

} // namespace raddle::check

#endif
