// SLEEF's functions, by the names of their versions.
//
// SLEEF's deterministic family gives the same bits at every vector width: Sleef_finz_sinf1_u10purecfma (one
// float), Sleef_finz_sinf16_u10avx512f, Sleef_finz_sinf4_u10advsimd. Machines without fused multiply-add have
// another such family, Sleef_cinz_..., with results of its own.
#ifndef RADDLE_NVVM_SLEEF_H
#define RADDLE_NVVM_SLEEF_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace raddle::nvvm {

/// Whether `name` is a scalar version of the family for machines with fused multiply-add: what the device
/// library calls (device/sleef.def).
bool isSleefFunction(llvm::StringRef name);

/// Whether the target has an LLVM feature ("fma").
using HasFeature = llvm::function_ref<bool(llvm::StringRef feature)>;

struct SleefVersion {
  std::string name;
  unsigned lanes;
};

/// The widest vector version of a function for the target, or nothing where SLEEF has none.
std::optional<SleefVersion> vectorVersion(llvm::StringRef scalar_name, HasFeature has);

/// The scalar version with the same bits as vectorVersion's: `scalar_name` itself, or the one without fused
/// multiply-add.
std::string scalarVersion(llvm::StringRef scalar_name, HasFeature has);

} // namespace raddle::nvvm

#endif
