// What somebody in front of a terminal sees while kernels compile for long: "compiling kernel 3 of 35".
#ifndef RADDLE_BACKEND_CPU_LOADER_COMPILATION_NOTICE_H
#define RADDLE_BACKEND_CPU_LOADER_COMPILATION_NOTICE_H

#include "backend/cpu/loader/compiler_process.h"
#include "base/process.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace raddle::jit {

/// Tells of one compilation. When the process has compiled for two seconds, now and before, and stderr is a terminal, a text
/// appears, which this takes away again.
class CompilationNotice {
public:
  CompilationNotice(const ModuleSource &module, const Wanted &wanted);
  ~CompilationNotice();
  CompilationNotice(const CompilationNotice &) = delete;
  CompilationNotice &operator=(const CompilationNotice &) = delete;

  /// To be given to the process that compiles.
  Reminder reminder();

private:
  void show();

  const std::chrono::steady_clock::time_point begin_;
  std::string text_;
  bool is_shown_ = false;
};

/// How many kernels the program has; to be set before any is compiled.
void setKernelCounter(std::size_t (*counter)());

} // namespace raddle::jit

#endif
