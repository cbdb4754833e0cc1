// Code that a signal has interrupted: its registers, and where it goes on.
#ifndef RADDLE_MACHINE_INTERRUPTED_CODE_H
#define RADDLE_MACHINE_INTERRUPTED_CODE_H

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ucontext.h>

namespace raddle {

/// What a vector instruction wanted to be a multiple of its size.
struct MisalignedAccess {
  std::uintptr_t address;
  unsigned bytes;
  bool write;
};

/// All of it may be called in a signal handler.
class InterruptedCode {
public:
  /// `context`: what the handler was given.
  explicit InterruptedCode(void *context) : context_(*static_cast<ucontext_t *>(context)) {}

  std::uintptr_t pc() const;
  std::uintptr_t stackPointer() const;
  /// The size of the stack that the handler runs on.
  std::size_t handlerStackBytes() const { return context_.uc_stack.ss_size; }

  /// Whether it was to write memory; `info` says why it was interrupted.
  bool isWrite(const siginfo_t &info) const;
  /// Where that is why it was interrupted, and `info` does not say so.
  std::optional<MisalignedAccess> misalignedAccess(const siginfo_t &info) const;

  /// Where a function that was called just now would return to; 0 where that is not to be had. The stack ends
  /// at `stack_bottom` and `stack_top`.
  std::uintptr_t returnAddress(std::uintptr_t stack_bottom, std::uintptr_t stack_top) const;

  /// It goes on with one instruction, after which there is a SIGTRAP. False where the processor has no such thing.
  bool beginStep();
  void endStep();

  /// From now on it is as if the function that was called just now, from `call`, had not been.
  void undoCall(std::uintptr_t call);
  void goOnAt(std::uintptr_t pc);
  /// Enters function(argument) on an empty stack, as by a call that nobody returns from.
  void enter(void (*function)(void *argument), void *argument, unsigned char *stack_top);

private:
  ucontext_t &context_;
};

/// What a processor makes of instructions that are not to be run, such as __builtin_trap().
extern const int kTrapSignal;

/// bool raddle_guarded_copy(destination, source, bytes): copies forwards. Where it is interrupted between the two
/// addresses `begin` and `end` it has to go on at `failed`, and returns false.
extern "C" bool raddle_guarded_copy(void *destination, const void *source, std::size_t bytes);
/// The same with stores that pass the caches, where there are some; `destination` is a multiple of 16. They are still on
/// their way on return: see orderStreamedStores().
extern "C" bool raddle_guarded_copy_past_caches(void *destination, const void *source, std::size_t bytes);
extern "C" char raddle_guarded_copy_begin[];
extern "C" char raddle_guarded_copy_end[];
extern "C" char raddle_guarded_copy_failed[];

} // namespace raddle

#endif
