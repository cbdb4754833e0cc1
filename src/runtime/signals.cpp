#include "runtime/signals.h"

#include "runtime/aligned_move.h"
#include "runtime/guarded_copy.h"
#include "runtime/worker.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>
#include <ucontext.h>

#if !defined(__x86_64__)
#error "Raddle's fault handling knows the registers of x86-64 only"
#endif

// Copies with one instruction, so that the handler knows a fault in it by its address. Arguments and result
// as in C: bool raddle_guarded_copy(void *destination, const void *source, size_t bytes).
asm(R"(
  .text
  .p2align 4
  .hidden raddle_guarded_copy
  .globl raddle_guarded_copy
  .type raddle_guarded_copy, @function
raddle_guarded_copy:
  .cfi_startproc
  movq %rdx, %rcx
  .hidden raddle_guarded_copy_access
  .globl raddle_guarded_copy_access
raddle_guarded_copy_access:
  rep movsb
  movl $1, %eax
  ret
  .hidden raddle_guarded_copy_failed
  .globl raddle_guarded_copy_failed
raddle_guarded_copy_failed:
  xorl %eax, %eax
  ret
  .cfi_endproc
  .size raddle_guarded_copy, .-raddle_guarded_copy
)");
extern "C" bool raddle_guarded_copy(void *destination, const void *source, std::size_t bytes);
extern "C" char raddle_guarded_copy_access[];
extern "C" char raddle_guarded_copy_failed[];

namespace raddle::runtime {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr std::size_t kSignalStackBytes = 64 * 1024;
constexpr greg_t kDirectionFlag = 0x400;
constexpr greg_t kPageFaultWrite = 2;
constexpr greg_t kPageFaultTrap = 14;

struct sigaction previous_actions[NSIG];

// The fault is not ours: does what would have happened without us.
void chain(int number, siginfo_t *info, void *context) {
  const struct sigaction &previous = previous_actions[number];
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
    // A fault cannot be ignored; a signal that was sent can.
    if (previous.sa_handler == SIG_IGN && info->si_code <= 0)
      return;
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    sigaction(number, &standard, nullptr);
    // A faulting instruction runs again and dies where it stands, so that the core dump shows it. A signal
    // that was sent would not come again.
    if (info->si_code <= 0)
      raise(number);
  } else {
    previous.sa_handler(number);
  }
}

void record(SignalRecord &seen, int number, const siginfo_t *info, const ucontext_t *context) {
  const greg_t *registers = context->uc_mcontext.gregs;
  seen.number = number;
  seen.code = info->si_code;
  seen.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  seen.pc = static_cast<std::uintptr_t>(registers[REG_RIP]);
  seen.caller = 0;
  seen.write = registers[REG_TRAPNO] == kPageFaultTrap && (registers[REG_ERR] & kPageFaultWrite);
  seen.alignment = 0;
  if (number != SIGSEGV || seen.code != SI_KERNEL || seen.pc >> 47)
    return;
  const std::optional<AlignedMove> move =
      alignedMoveAt(reinterpret_cast<const unsigned char *>(seen.pc), context->uc_mcontext.gregs);
  if (move && move->isMisaligned()) {
    seen.address = move->address;
    seen.alignment = move->bytes;
    seen.write = move->write;
  }
}

// Of the interrupted code; to be called last, because it changes the registers in `context`.
void recordStack(SignalRecord &seen, ucontext_t *context) {
  seen.stack.count = 0;
  // A program may have given its handlers a stack that is just large enough for its own.
  constexpr std::size_t kEnough = 16 * 1024;
  if (context->uc_stack.ss_size < kEnough)
    return;
  sigset_t faults;
  sigemptyset(&faults);
  sigaddset(&faults, SIGSEGV);
  sigaddset(&faults, SIGBUS);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  // After a call of what is no function, the stack is that of the caller.
  if (seen.pc == seen.address && seen.caller) {
    context->uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(seen.caller - 1);
    context->uc_mcontext.gregs[REG_RSP] += sizeof(std::uintptr_t);
    captureStack(seen.caller - 1, seen.stack);
  } else {
    captureStack(seen.pc, seen.stack);
  }
}

void handle(int number, siginfo_t *info, void *raw_context) {
  auto *context = static_cast<ucontext_t *>(raw_context);
  greg_t *registers = context->uc_mcontext.gregs;
  const bool synchronous = info->si_code > 0;

  if (synchronous && registers[REG_RIP] == reinterpret_cast<greg_t>(raddle_guarded_copy_access)) {
    registers[REG_RIP] = reinterpret_cast<greg_t>(raddle_guarded_copy_failed);
    return;
  }

  if (synchronous)
    leaveBrokenStack();
  Worker *worker = Worker::ofThisThread();
  if (!synchronous || !worker || !worker->current) {
    chain(number, info, raw_context);
    return;
  }

  record(worker->signal, number, info, context);
  const std::uintptr_t stack = static_cast<std::uintptr_t>(registers[REG_RSP]);
  const auto bottom = reinterpret_cast<std::uintptr_t>(worker->current->stack_bottom);
  const auto top = reinterpret_cast<std::uintptr_t>(worker->current->stackTop());
  if (stack >= bottom && stack + sizeof(std::uintptr_t) <= top)
    std::memcpy(&worker->signal.caller, reinterpret_cast<const void *>(stack), sizeof(std::uintptr_t));

  recordStack(worker->signal, context);

  // Continue in landAfterSignal(worker), entered as by a call instruction on an aligned stack.
  registers[REG_RSP] = reinterpret_cast<greg_t>(worker->landingStackTop()) - 8;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&Worker::landAfterSignal);
  registers[REG_RDI] = reinterpret_cast<greg_t>(worker);
  registers[REG_RBP] = 0;
  registers[REG_EFL] &= ~kDirectionFlag;
}

// The signal stack of one thread, for as long as the thread lives.
class SignalStack {
public:
  SignalStack() {
    stack_t present{};
    if (sigaltstack(nullptr, &present) == 0 && !(present.ss_flags & SS_DISABLE))
      return;
    memory_ = std::make_unique<unsigned char[]>(kSignalStackBytes);
    stack_t own{};
    own.ss_sp = memory_.get();
    own.ss_size = kSignalStackBytes;
    sigaltstack(&own, nullptr);
  }
  ~SignalStack() {
    stack_t present{};
    if (!memory_ || sigaltstack(nullptr, &present) != 0 || present.ss_sp != memory_.get())
      return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  std::unique_ptr<unsigned char[]> memory_;
};

} // namespace

void installSignalHandlers() {
  static const bool kInstalled = [] {
    for (int number : kSignals) {
      struct sigaction action = {};
      action.sa_sigaction = handle;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      sigaction(number, nullptr, &previous_actions[number]);
      sigaction(number, &action, nullptr);
    }
    return true;
  }();
  static_cast<void>(kInstalled);
}

void ensureSignalStack() {
  [[gnu::tls_model("initial-exec")]] static thread_local SignalStack stack; // see Worker::ofThisThread()
}

bool guardedCopy(void *destination, const void *source, std::size_t bytes) {
  installSignalHandlers();
  return raddle_guarded_copy(destination, source, bytes);
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
