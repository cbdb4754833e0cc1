#include "check/report.h"

#include "check/record.h"
#include "check/shadow.h"
#include "check/suppressions.h"
#include "check/text_style.h"
#include "diagnostics/messages.h"

#include <atomic>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <regex>
#include <string>
#include <unistd.h>
#include <utility>

namespace raddle::check {

namespace {

// What is known of a finding once it is told of.
struct Told {
  std::uint64_t number;
  std::uint64_t count, recorded;
};

struct Collector {
  std::mutex mutex;
  std::map<Identity, Told> findings;
  std::map<Sites, Told *> sites; // null: suppressed
  std::uint64_t printed = 0;
  Suppressions suppressions;
  pid_t process = getpid();
};

Collector &collector() {
  static auto *const kCollector = [] {
    auto *made = new Collector;
    if (const std::string &path = options().suppressions; !path.empty()) {
      if (auto read = Suppressions::readFile(path))
        made->suppressions = std::move(*read);
      else
        printDiagnostic(fmt::format("raddle: warning: {}: {}\n", path, read.error().message));
    }
    return made;
  }();
  return *kCollector;
}

// A process that was made by fork() has the findings of its parent, which tells of them itself, and maybe its locks.
bool isForked(const Collector &all) { return all.process != getpid(); }

void print(const Finding &finding, Collector &all) {
  const Options &wanted = options();
  if (wanted.style == Style::kNone || all.printed > wanted.print_limit)
    return;
  if (all.printed++ == wanted.print_limit) {
    if (wanted.style == Style::kRaddle)
      printDiagnostic(fmt::format(
          "raddle: more than {} were found; the others are not printed (print-limit)\n", wanted.print_limit));
  } else if (wanted.style == Style::kRaddle) {
    printDiagnostic(inWords(finding));
  } else {
    // NVIDIA's tool writes among what the program prints.
    const std::string text = inWordsOfSanitizer(finding);
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
}

// Call with the lock held. Null when it is suppressed.
Told *tell(const Finding &finding, Collector &all) {
  if (options().leavesOut(finding.rule) || all.suppressions.cover(finding))
    return nullptr;
  const auto [entry, is_new] = all.findings.try_emplace(identityOf(finding), Told{all.findings.size(), 0, 0});
  Told &told = entry->second;
  told.count += finding.count;
  if (is_new) {
    print(finding, all);
    if (!options().record.empty())
      appendToRecord(options().record, recordLine(finding, told.number));
    told.recorded = told.count;
  }
  return &told;
}

// Those that a regular expression finds, in what the user writes or in its mangled form.
class KernelNames {
public:
  explicit KernelNames(const std::string &expression) : expression_(expression) {}
  bool contain(const char *mangled) const {
    return std::regex_search(demangled(mangled), expression_) || std::regex_search(mangled, expression_);
  }

private:
  std::regex expression_;
};

} // namespace

bool enabled(Detector detector) {
  return options().has(detector) && (detector != Detector::kInit || hasShadow());
}

bool countAgain(const Sites &sites) {
  Collector &all = collector();
  std::lock_guard lock(all.mutex);
  const auto known = all.sites.find(sites);
  if (known == all.sites.end())
    return false;
  if (known->second)
    ++known->second->count;
  return true;
}

void report(Finding finding, const Sites *sites) {
  Collector &all = collector();
  if (isForked(all))
    return;
  std::lock_guard lock(all.mutex);
  Told *const told = tell(finding, all);
  if (sites)
    all.sites[*sites] = told;
}

bool wantsLaunch(const char *kernel) {
  const Options &wanted = options();
  if (!wanted.any())
    return false;
  static const auto *const wants = new KernelNames(wanted.kernel), *const excludes =
                                                                       new KernelNames(wanted.kernel_exclude);
  if ((!wanted.kernel.empty() && !wants->contain(kernel)) ||
      (!wanted.kernel_exclude.empty() && excludes->contain(kernel)))
    return false;
  if (wanted.launch_skip == 0 && wanted.launch_count == ~std::uint64_t{0})
    return true;
  static std::atomic<std::uint64_t> launches = 0;
  const std::uint64_t number = launches++;
  return number >= wanted.launch_skip && number - wanted.launch_skip < wanted.launch_count;
}

std::uint32_t countLaunch(const std::string &kernel) {
  static std::mutex mutex;
  static auto *const launches = new std::map<std::string, std::uint32_t>;
  std::lock_guard lock(mutex);
  return (*launches)[kernel]++;
}

void noteUse() {
  if (enabled() && !options().record.empty())
    appendToRecord(options().record, useLine());
}

void finish() {
  if (!enabled())
    return;
  Collector &all = collector();
  if (isForked(all))
    return;
  std::lock_guard lock(all.mutex);
  for (auto &[key, told] : all.findings)
    if (told.count != told.recorded && !options().record.empty()) {
      appendToRecord(options().record, countLine(told.number, told.count));
      told.recorded = told.count;
    }
}

} // namespace raddle::check
