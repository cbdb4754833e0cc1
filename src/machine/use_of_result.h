// What a program does with the int that a function has returned to it, read from the code after the call.
#ifndef RADDLE_MACHINE_USE_OF_RESULT_H
#define RADDLE_MACHINE_USE_OF_RESULT_H

namespace raddle {

enum class ResultUse {
  kUnknown,  // nothing, as far as can be seen
  kLookedAt, // it is compared, or handed to another function
  kReturned, // it is the result of the calling function, too
};

/// `code`: where a call returns to. Reads only what runs then, up to the first jump or instruction that it does not know: of
/// what compilers put there, at any level of optimisation, that is enough to see a comparison that stands in the source.
ResultUse useOfResult(const unsigned char *code);

} // namespace raddle

#endif
