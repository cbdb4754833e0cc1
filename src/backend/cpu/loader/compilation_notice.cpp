#include "backend/cpu/loader/compilation_notice.h"

#include "base/environment.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <unistd.h>

namespace raddle::jit {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Clock::duration kPatience = std::chrono::seconds(2);

std::atomic<Clock::rep> spent = 0; // by all compilations that have ended

std::atomic<std::size_t (*)()> kernel_counter = nullptr;

// Which kernel of the program it is, in the order in which they are compiled; 1 is the first.
std::size_t rankOf(const std::string &kernel) {
  static std::mutex mutex;
  static auto *const kSeen = new std::set<std::string>;
  std::lock_guard lock(mutex);
  kSeen->insert(kernel);
  return kSeen->size();
}

std::string textAbout(const ModuleSource &module, const Wanted &wanted) {
  if (wanted.kernel.empty())
    return "raddle: compiling variables";
  const std::size_t rank = rankOf(fmt::format("{} {:x}", wanted.kernel, module.units.front().hash[0]));
  const auto counter = kernel_counter.load();
  return fmt::format("raddle: compiling kernel {} of {}", rank, std::max(rank, counter ? counter() : 0));
}

void write(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

} // namespace

CompilationNotice::CompilationNotice(const ModuleSource &module, const Wanted &wanted)
    : begin_(Clock::now()), text_(textAbout(module, wanted)) {}

CompilationNotice::~CompilationNotice() {
  spent += (Clock::now() - begin_).count();
  // What the program has written before it stays.
  if (is_shown_) {
    const std::string back(text_.size(), '\b');
    write(back + (environment("TERM") == "dumb" ? std::string(text_.size(), ' ') + back : "\033[K"));
  }
}

Reminder CompilationNotice::reminder() {
  const bool is_seen = isatty(STDERR_FILENO) && !isQuiet();
  return is_seen ? Reminder{std::max(kPatience - Clock::duration(spent), Clock::duration::zero()),
                            [this] { show(); }}
                 : Reminder{};
}

void CompilationNotice::show() {
  is_shown_ = true;
  write(text_);
}

void setKernelCounter(std::size_t (*counter)()) { kernel_counter = counter; }

} // namespace raddle::jit
