// What nvcc takes and clang refuses, rewritten in the text of a source file. No function here adds or removes
// a line.
#ifndef RADDLE_DRIVER_MENDS_TEXT_MENDS_H
#define RADDLE_DRIVER_MENDS_TEXT_MENDS_H

#include <cstddef>
#include <string>
#include <string_view>

namespace raddle::driver {

/// With a GNU attribute, which may stand anywhere, in place of the [[...]] at `offset` or around it; with
/// _Alignas, likewise, in place of alignas.
std::string withGnuAttribute(std::string_view text, std::size_t offset);

/// With __raddle_extern_shared__ in place of the __shared__ at `offset`, or of the macro that stands for it.
std::string withExternShared(std::string_view text, std::size_t offset);

/// With raw storage after the __shared__ variable whose name stands at `offset`, so that no constructor is wanted.
std::string withSharedStorage(std::string_view text, std::size_t offset);

/// With a space between the literal that ends at `offset` and the word that begins there: extern "C"__global__.
std::string withSpaceBehindLiteral(std::string_view text, std::size_t offset);

/// With "<<<" and ">>>" around launch configurations where formatting has put blanks between the brackets.
std::string withWholeChevrons(std::string_view text);

/// With the types of its parameters before the braced lists among a launch's: kernel<<<grid, {4, 4}>>>.
std::string withTypedBraces(std::string_view text, std::size_t offset);

/// With commas between the operands of asm statements.
std::string withAsmCommas(std::string_view text);

/// With %% in front of the registers that the asm at `offset` names: "mov.u32 %0, %laneid;", and those that it
/// declares itself: ".reg .pred %p<2>;".
std::string withEscapedRegisters(std::string_view text, std::size_t offset);

/// Without the "#pragma unroll" above the statement at `offset`, which is no loop.
std::string withoutUnrollAbove(std::string_view text, std::size_t offset);

/// Without the "#pragma unroll" whose count stands at `offset`.
std::string withoutUnrollHere(std::string_view text, std::size_t offset);

/// With the operator form of the "#pragma" at `offset`, which is in a macro or in the arguments of one.
std::string withPragmaOperator(std::string_view text, std::size_t offset);

/// With "template" in front of the last name of the qualified name that begins at `offset`: A<T>::f<3>(x).
std::string withTemplateKeyword(std::string_view text, std::size_t offset);

/// With __host__ __device__ before the declaration whose name stands at `offset`.
std::string withHostDevice(std::string_view text, std::size_t offset);

/// With __raddle_host_call() around the call of the function whose name stands at `offset`, or __raddle_host_callee() around
/// its name where that is an argument alone; unchanged where it is neither.
std::string withHostCall(std::string_view text, std::size_t offset);

/// With __raddle_launch() around the launch of the kernel whose name stands at `offset`, or of the macro that launches one; where
/// it is the name alone, with __raddle_kernel() around that.
std::string withDeviceLaunch(std::string_view text, std::size_t offset);

/// With "#pragma clang force_cuda_host_device" ended for templates of kernels, which have explicit instantiations.
std::string withUnforcedKernels(std::string_view text);

/// With __host__ __device__ before the names with which deduction guides begin.
std::string withHostDeviceGuides(std::string_view text);

/// With "constexpr" after the innermost `if` around `offset` whose condition consists of macros: what is not for the
/// device is then left out of a template.
std::string withConstexprIf(std::string_view text, std::size_t offset);

} // namespace raddle::driver

#endif
