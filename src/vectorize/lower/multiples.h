// Whether numbers and addresses are multiples of a power of two.
#ifndef RADDLE_VECTORIZE_LOWER_MULTIPLES_H
#define RADDLE_VECTORIZE_LOWER_MULTIPLES_H

#include "vectorize/llvm.h"

#include <cstdint>
#include <map>

namespace raddle::vectorize {

/// What is taken for granted of the kernel's arguments: number of the argument and bytes into it, and a factor.
using Multiples = std::map<std::pair<unsigned, std::uint64_t>, std::uint64_t>;

/// What may be relied on, apart from the code.
struct MultipleRules {
  const llvm::DataLayout &layout;
  const llvm::Function *kernel;
  bool grants_arguments; // the launch sees whether what is taken for granted of the kernel's arguments holds
  bool trusts_pointers;  // pointers out of memory are aligned as their type says
};

bool isKnownMultiple(const llvm::Value &value, std::uint64_t factor, const llvm::DataLayout &layout);

/// The largest power of two, up to the widest access, that divides a number.
std::uint64_t lowestBit(std::uint64_t number);

/// One question. Cycles through phis hold unless something contradicts them.
class MultipleQuery {
public:
  /// Ends as "no" after `steps` runs out, which counts down through several questions.
  MultipleQuery(const MultipleRules &rules, Multiples granted, unsigned &steps)
      : rules_(rules), granted_(std::move(granted)), steps_(steps) {}

  bool isMultiple(llvm::Value &value, std::uint64_t factor);

  /// What the answers "yes" take for granted.
  const Multiples &granted() const { return granted_; }

private:
  bool isArgument(const llvm::Argument &argument, std::uint64_t factor);
  bool isLoaded(const llvm::LoadInst &load, std::uint64_t factor);
  bool isCalled(llvm::CallBase &call, std::uint64_t factor);
  bool isAddress(llvm::GEPOperator &address, std::uint64_t factor);
  bool isComputed(llvm::User &operation, std::uint64_t factor);
  bool isOneOperand(llvm::User &operation, std::uint64_t factor);
  bool areAllOperands(llvm::User &operation, std::uint64_t factor);
  bool isTrusted(const llvm::Value &value) const;
  bool grant(const llvm::Argument &argument, std::uint64_t offset, std::uint64_t factor);

  const MultipleRules &rules_;
  Multiples granted_;
  unsigned &steps_;
  llvm::SmallVector<std::pair<const llvm::Value *, std::uint64_t>, 8> seen_;
};

} // namespace raddle::vectorize

#endif
