// Findings that a user knows, as NVIDIA's compute-sanitizer has saved them in XML: `--suppressions` takes such a file.
//
// A finding is one of them if all that the record says of its kind, of what was done, of where, and of the functions that
// called it is so. What is different in each run, addresses and threads, does not count, nor do modules and offsets. So a user
// may take out of the file what is too narrow.
#ifndef RADDLE_CHECK_KNOWN_RECORDS_H
#define RADDLE_CHECK_KNOWN_RECORDS_H

#include "base/result.h"
#include "check/finding.h"

#include <string>
#include <vector>

namespace raddle::check {

class KnownRecords {
public:
  static Result<KnownRecords> read(const std::string &xml);

  bool contain(const Finding &finding) const;

private:
  // "" and nothing fit everything.
  struct Record {
    std::string kind, text, api, size, direction, function, path, line;
    std::vector<std::string> callers; // innermost first
  };
  static bool fits(const Record &record, const Finding &finding);

  std::vector<Record> records_;
};

} // namespace raddle::check

#endif
