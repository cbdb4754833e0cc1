#include "runtime/worker/signals.h"
#include "diagnostics/stack_trace.h"

#include "backend/device_memory.h"
#include "base/checks.h"
#include "check/concurrent_work.h"
#include "check/host_accesses.h"
#include "machine/interrupted_code.h"
#include "machine/moved_pages.h"
#include "machine/processor.h"
#include "runtime/worker/guarded_copy.h"
#include "runtime/worker/worker.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <optional>

namespace raddle::runtime {

namespace {

const int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, kTrapSignal};
// Those of a program under RADDLE_CHECK=race, too.
constexpr int kStepSignal = SIGTRAP;

struct sigaction previous_actions[NSIG];

std::atomic<void (*)()> death_hook = nullptr;

// The fault is not ours: does what would have happened without us.
void chain(int number, siginfo_t *info, void *context) {
  const struct sigaction &previous = previous_actions[number];
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
    // A fault cannot be ignored; a signal that was sent can.
    if (previous.sa_handler == SIG_IGN && info->si_code <= 0)
      return;
    if (number == SIGSEGV && info->si_code == SEGV_ACCERR && backend::deviceMemory())
      backend::deviceMemory()->tellFaultOfHost(reinterpret_cast<std::uintptr_t>(info->si_addr),
                                               InterruptedCode(context).isWrite(*info));
    if (const auto hook = death_hook.load())
      hook();
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(number, &standard, nullptr);
    // A faulting instruction runs again and dies where it stands, so that the core dump shows it. A signal
    // that was sent would not come again, nor does a trap.
    if (info->si_code <= 0 || number == kStepSignal)
      raise(number);
  } else {
    previous.sa_handler(number);
  }
}

void record(SignalRecord &seen, int number, const siginfo_t *info, const InterruptedCode &code) {
  seen.number = number;
  seen.code = info->si_code;
  seen.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  seen.pc = code.pc();
  seen.write = code.isWrite(*info);
  seen.alignment = 0;
  if (const std::optional<MisalignedAccess> access = code.misalignedAccess(*info)) {
    seen.address = access->address;
    seen.alignment = access->bytes;
    seen.write = access->write;
  }
}

// To be called last, because it changes where `code` is.
void recordStack(SignalRecord &seen, InterruptedCode &code) {
  seen.stack.count = 0;
  // A program may have given its handlers a stack that is just large enough for its own.
  constexpr std::size_t kEnough = 16 * 1024;
  if (code.handlerStackBytes() < kEnough)
    return;
  sigset_t faults;
  sigemptyset(&faults);
  sigaddset(&faults, SIGSEGV);
  sigaddset(&faults, SIGBUS);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  // After a call of what is no function, the stack is that of the caller.
  if (seen.pc == seen.address && seen.caller) {
    code.undoCall(seen.caller - 1);
    captureStack(seen.caller - 1, seen.stack);
  } else {
    captureStack(seen.pc, seen.stack);
  }
}

bool isInGuardedCopy(std::uintptr_t pc) {
  return pc >= reinterpret_cast<std::uintptr_t>(raddle_guarded_copy_begin) &&
         pc < reinterpret_cast<std::uintptr_t>(raddle_guarded_copy_end);
}

// The mangled name of the kernel that runs here; null outside of kernels.
const char *runningKernel(const Worker *worker) {
  if (!worker || !worker->current)
    return nullptr;
  return static_cast<const Block *>(worker->current->block)->kernel().name;
}

void handle(int number, siginfo_t *info, void *context) {
  InterruptedCode code(context);
  const bool synchronous = info->si_code > 0;

  if (number == SIGSEGV && info->si_code == SEGV_ACCERR &&
      retriesAfterMove(reinterpret_cast<std::uintptr_t>(info->si_addr)))
    return;

  Worker *worker = Worker::ofThisThread();
  const bool is_in_kernel = worker && worker->current;
  if (number == SIGSEGV && info->si_code == SEGV_ACCERR &&
      check::passAccess(reinterpret_cast<std::uintptr_t>(info->si_addr), code.isWrite(*info), is_in_kernel,
                        code))
    return;
  if (number == kStepSignal && check::endAccess(code))
    return;

  if (synchronous && isInGuardedCopy(code.pc())) {
    code.goOnAt(reinterpret_cast<std::uintptr_t>(raddle_guarded_copy_failed));
    return;
  }

  if (synchronous)
    leaveBrokenStack();
  // The first access makes the memory accessible, and comes again.
  if (number == SIGSEGV && info->si_code == SEGV_ACCERR && checks().lenient && backend::deviceMemory() &&
      backend::deviceMemory()->pass(reinterpret_cast<std::uintptr_t>(info->si_addr), code.pc(),
                                    code.isWrite(*info), runningKernel(worker)))
    return;
  if (!synchronous || !is_in_kernel) {
    chain(number, info, context);
    return;
  }

  record(worker->signal, number, info, code);
  worker->signal.caller = code.returnAddress(reinterpret_cast<std::uintptr_t>(worker->current->stack_bottom),
                                             reinterpret_cast<std::uintptr_t>(worker->current->stackTop()));
  recordStack(worker->signal, code);
  // Itself, not by way of another function: that would not return either, and before calls of such functions ASan looks at
  // the stack, which is not the one it knows.
  code.enter(reinterpret_cast<void (*)(void *)>(&Worker::landAfterSignal), worker, worker->landingStackTop());
}

void install(int number) {
  struct sigaction action = {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(number, nullptr, &previous_actions[number]);
  sigaction(number, &action, nullptr);
}

} // namespace

void setDeathHook(void (*hook)()) { death_hook = hook; }

void installSignalHandlers() {
  static const bool kInstalled = [] {
    for (int number : kSignals)
      install(number);
    if (check::ordersWork())
      install(kStepSignal);
    return true;
  }();
  static_cast<void>(kInstalled);
}

bool guardedCopy(void *destination, const void *source, std::size_t bytes) {
  installSignalHandlers();
  return raddle_guarded_copy(destination, source, bytes);
}

bool guardedCopyPastCaches(void *destination, const void *source, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  const std::size_t first = std::min(-reinterpret_cast<std::uintptr_t>(destination) % kLine, bytes);
  if (!guardedCopy(destination, source, first))
    return false;
  const bool accessible =
      raddle_guarded_copy_past_caches(static_cast<std::byte *>(destination) + first,
                                      static_cast<const std::byte *>(source) + first, bytes - first);
  orderStreamedStores();
  return accessible;
}

bool guardedString(const char *source, std::size_t limit, std::string &text) {
  constexpr std::size_t kPage = 4096;
  char chunk[256];
  text.clear();
  while (text.size() < limit) {
    // Never across a page border in one step: the string may end before the next page, which may not exist.
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(source) % kPage;
    const std::size_t bytes = std::min({sizeof chunk, kPage - offset, limit - text.size()});
    if (!guardedCopy(chunk, source, bytes))
      return false;
    const std::size_t length = strnlen(chunk, bytes);
    text.append(chunk, length);
    if (length < bytes)
      return true;
    source += bytes;
  }
  return true;
}

} // namespace raddle::runtime
