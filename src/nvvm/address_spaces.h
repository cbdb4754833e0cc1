// The address spaces of NVVM IR that the compiler has to tell apart.
#ifndef RADDLE_NVVM_ADDRESS_SPACES_H
#define RADDLE_NVVM_ADDRESS_SPACES_H

namespace raddle::nvvm {

inline constexpr unsigned kSharedAddressSpace = 3;
inline constexpr unsigned kConstantAddressSpace = 4;

} // namespace raddle::nvvm

#endif
