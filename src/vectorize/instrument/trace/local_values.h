// Local variables as a page shows them: names of what addresses lead to, and the numbers that a structure or an array consists of.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_TRACE_LOCAL_VALUES_H
#define RADDLE_VECTORIZE_INSTRUMENT_TRACE_LOCAL_VALUES_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

namespace raddle::vectorize {

/// "x", "point.x", or "tile[$][2].x", in which each $ stands for one of the indices.
struct LocalName {
  std::string text; // "" of what has no name
  llvm::SmallVector<llvm::Value *, 2> indices;
};

/// What the members of structures are called, as far as the module's code accesses them.
class MemberNames {
public:
  explicit MemberNames(llvm::Module &module);
  /// "x"; its number where nobody knows.
  std::string of(llvm::StructType *type, unsigned member) const;

private:
  llvm::DenseMap<std::pair<llvm::StructType *, unsigned>, std::string> names_;
};

/// A number within a structure, an array or a vector.
struct Leaf {
  std::string suffix; // ".x", "[2]"; "" where the type is a number itself
  llvm::Type *type;
  std::uint64_t offset;                // bytes
  llvm::SmallVector<unsigned, 4> path; // as extractvalue takes it; of a vector, the element last
};

/// All of them in their order; none where there are more than `most`.
llvm::SmallVector<Leaf, 8> leavesOf(llvm::Type *type, const llvm::DataLayout &layout,
                                    const MemberNames &names, std::size_t most);

/// After name-locals: of the local variable, its member or element of that type that an address is of.
LocalName nameOfLocal(llvm::Value *address, llvm::Type *type, const llvm::DataLayout &layout,
                      const MemberNames &members);

} // namespace raddle::vectorize

#endif
