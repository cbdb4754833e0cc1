// Findings that a user does not want to hear of.
//
// A file has one on each line, made of words `rule=`, `place=`, `function=` and `kernel=` with a pattern each, as the shell
// has them for names of files: what all of them fit is suppressed. A `#` begins a comment. Or it is what NVIDIA's
// compute-sanitizer has saved in XML (check/known_records.h).
#ifndef RADDLE_CHECK_SUPPRESSIONS_H
#define RADDLE_CHECK_SUPPRESSIONS_H

#include "base/result.h"
#include "check/finding.h"
#include "check/known_records.h"

#include <string>
#include <vector>

namespace raddle::check {

class Suppressions {
public:
  /// The message of an error names the line.
  static Result<Suppressions> read(const std::string &text);
  static Result<Suppressions> readFile(const std::string &path);

  bool cover(const Finding &finding) const;

private:
  // "" fits everything.
  struct Entry {
    std::string rule, place, function, kernel;
  };
  static bool covers(const Entry &entry, const Finding &finding);

  std::vector<Entry> entries_;
  KnownRecords records_;
};

} // namespace raddle::check

#endif
