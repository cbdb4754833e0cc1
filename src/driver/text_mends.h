// What nvcc takes and clang refuses, rewritten in the text of a source file. No function here adds or removes
// a line.
#ifndef RADDLE_DRIVER_TEXT_MENDS_H
#define RADDLE_DRIVER_TEXT_MENDS_H

#include <cstddef>
#include <string>
#include <string_view>

namespace raddle::driver {

/// The offset of a place that a diagnostic names; lines and columns count from 1. npos when there is no such
/// place.
std::size_t offsetOf(std::string_view text, std::size_t line, std::size_t column);

/// With each alignas(...) in front of the __shared__ that it followed; where there is none, with the one at
/// `offset` in front of the words before it.
std::string withAlignasInFront(std::string_view text, std::size_t offset);

/// With "<<<" and ">>>" around launch configurations where formatting has put blanks between the brackets.
std::string withWholeChevrons(std::string_view text);

/// With commas between the operands of asm statements.
std::string withAsmCommas(std::string_view text);

/// With %% in front of the registers that the asm on the line of `offset` names: "mov.u32 %0, %laneid;".
std::string withEscapedRegisters(std::string_view text, std::size_t offset);

/// Without the "#pragma unroll" above the statement at `offset`, which is no loop.
std::string withoutUnrollAbove(std::string_view text, std::size_t offset);

/// With "template" in front of the last name of the qualified name that begins at `offset`: A<T>::f<3>(x).
std::string withTemplateKeyword(std::string_view text, std::size_t offset);

/// With __host__ __device__ in front of the declaration whose name stands at `offset`.
std::string withHostDevice(std::string_view text, std::size_t offset);

} // namespace raddle::driver

#endif
