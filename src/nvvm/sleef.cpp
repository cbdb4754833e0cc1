#include "nvvm/sleef.h"

#include <llvm/ADT/StringExtras.h>

using namespace llvm;

namespace raddle::nvvm {

namespace {

constexpr StringRef kFused = "Sleef_finz_", kUnfused = "Sleef_cinz_";
constexpr StringRef kFusedScalar = "purecfma", kUnfusedScalar = "purec";

// An instruction set that SLEEF has versions for; the first that the target has is taken.
struct InstructionSet {
  StringRef suffix;
  unsigned bits;
  bool fused;
  StringRef features[2];
};
constexpr InstructionSet kInstructionSets[] = {
    {"avx512f", 512, true, {"avx512f", ""}}, {"avx2", 256, true, {"avx2", "fma"}},
    {"avx", 256, false, {"avx", ""}},        {"sse4", 128, false, {"sse4.1", ""}},
    {"sse2", 128, false, {"sse2", ""}},      {"advsimd", 128, true, {"neon", ""}},
};

bool hasAll(const InstructionSet &set, HasFeature has) {
  return all_of(set.features, [&](StringRef feature) { return feature.empty() || has(feature); });
}

const InstructionSet *best(HasFeature has) {
  for (const InstructionSet &set : kInstructionSets)
    if (hasAll(set, has))
      return &set;
  return nullptr;
}

// "sinf" of "Sleef_finz_sinf1_u10purecfma", and "u10".
struct Parts {
  StringRef function, accuracy;
};
Parts partsOf(StringRef name) {
  auto [function, accuracy] = name.drop_front(kFused.size()).split("1_");
  return {function, accuracy.drop_back(kFusedScalar.size())};
}

} // namespace

bool isSleefFunction(StringRef name) { return name.starts_with(kFused) && name.ends_with(kFusedScalar); }

std::optional<SleefVersion> vectorVersion(StringRef scalar_name, HasFeature has) {
  const InstructionSet *set = best(has);
  if (!set)
    return std::nullopt;
  Parts parts = partsOf(scalar_name);
  const unsigned lanes = set->bits / (parts.function.ends_with("f") ? 32 : 64);
  return SleefVersion{
      ((set->fused ? kFused : kUnfused) + parts.function + Twine(lanes) + "_" + parts.accuracy + set->suffix)
          .str(),
      lanes};
}

std::string scalarVersion(StringRef scalar_name, HasFeature has) {
  const InstructionSet *set = best(has);
  if (!set || set->fused)
    return scalar_name.str();
  Parts parts = partsOf(scalar_name);
  return (kUnfused + parts.function + "1_" + parts.accuracy + kUnfusedScalar).str();
}

} // namespace raddle::nvvm
