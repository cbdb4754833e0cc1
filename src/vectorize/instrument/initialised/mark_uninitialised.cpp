#include "nvvm/markers.h"
#include "vectorize/instrument/initialised/uninitialised.h"
#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A structure or array of more elements is filled as a whole.
constexpr unsigned kMostElements = 16;

// The scalars and vectors that a type consists of, counted up to `most`.
unsigned elementsOf(const Type &type, unsigned most) {
  std::uint64_t count = 0;
  if (auto *array = dyn_cast<ArrayType>(&type)) {
    count = array->getNumElements() > most
                ? most
                : array->getNumElements() * elementsOf(*array->getElementType(), most);
  } else if (auto *structure = dyn_cast<StructType>(&type)) {
    for (const Type *element : structure->elements())
      count += elementsOf(*element, most);
  } else {
    count = 1;
  }
  return static_cast<unsigned>(std::min<std::uint64_t>(count, most));
}

Function *placeholderOf(Module &module, Type &type) {
  std::string name = marker::kUninitialised.str();
  raw_string_ostream(name) << type;
  LLVMContext &context = module.getContext();
  auto *function = cast<Function>(
      module
          .getOrInsertFunction(
              name,
              FunctionType::get(&type, {PointerType::get(context, 0), Type::getInt32Ty(context)}, false))
          .getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->addFnAttr(Attribute::NoSync);
  function->addFnAttr(Attribute::NoFree);
  function->addFnAttr(Attribute::NoCallback);
  function->addFnAttr(Attribute::Speculatable);
  return function;
}

class Marker {
public:
  explicit Marker(Function &function) : function_(function), module_(*function.getParent()) {}

  void mark(AllocaInst &local, unsigned number) {
    // Clang gives no scope to what a jump can lead past.
    const SmallVector<IntrinsicInst *, 2> beginnings = beginningsOf(local);
    for (IntrinsicInst *beginning : beginnings)
      set(local, number, std::next(beginning->getIterator()), beginning->getDebugLoc());
    if (beginnings.empty())
      set(local, number, behindVariables(),
          DILocation::get(module_.getContext(), 0, 0, function_.getSubprogram()));
  }

private:
  BasicBlock::iterator behindVariables() const {
    BasicBlock::iterator place = function_.getEntryBlock().getFirstInsertionPt();
    while (isa<AllocaInst>(*place))
      ++place;
    return place;
  }

  void set(AllocaInst &local, unsigned number, BasicBlock::iterator place, const DebugLoc &declared) {
    IRBuilder<> builder(place->getParent(), place);
    if (function_.getSubprogram())
      builder.SetCurrentDebugLocation(declared);
    Value *arguments[] = {nameOf(local), builder.getInt32(number)};
    auto valueOf = [&](Type &type) { return builder.CreateCall(placeholderOf(module_, type), arguments); };
    Type &type = *local.getAllocatedType();
    if (elementsOf(type, kMostElements + 1) > kMostElements) {
      const std::uint64_t bytes = module_.getDataLayout().getTypeAllocSize(&type).getFixedValue();
      builder.CreateMemSet(&local, valueOf(*builder.getInt8Ty()), bytes, local.getAlign());
      return;
    }
    SmallVector<Value *, 4> indices{builder.getInt32(0)};
    auto setElements = [&](Type &part, auto &setElements) -> void {
      if (!part.isAggregateType()) {
        Value *address = indices.size() == 1 ? &local : builder.CreateInBoundsGEP(&type, &local, indices);
        builder.CreateStore(valueOf(part), address);
        return;
      }
      const bool is_array = part.isArrayTy();
      for (unsigned i = 0, end = is_array ? part.getArrayNumElements() : part.getStructNumElements();
           i != end; ++i) {
        indices.push_back(builder.getInt32(i));
        setElements(is_array ? *part.getArrayElementType() : *part.getStructElementType(i), setElements);
        indices.pop_back();
      }
    };
    setElements(type, setElements);
  }

  Constant *nameOf(const AllocaInst &local) {
    Constant *&name = names_[nameInSource(local)];
    if (!name)
      name = IRBuilder<>(&function_.getEntryBlock())
                 .CreateGlobalString(nameInSource(local), "uninitialised.variable", 0, &module_);
    return name;
  }

  Function &function_;
  Module &module_;
  StringMap<Constant *> names_;
};

} // namespace

void markUninitialised(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    SmallVector<AllocaInst *, 16> locals;
    for (Instruction &instruction : instructions(function))
      if (auto *local = dyn_cast<AllocaInst>(&instruction); local && !local->isArrayAllocation())
        locals.push_back(local);
    Marker marker(function);
    for (auto [number, local] : enumerate(locals))
      marker.mark(*local, static_cast<unsigned>(number));
  }
}

void dropUninitialised(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.getName().starts_with(marker::kUninitialised))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      user->replaceAllUsesWith(Constant::getNullValue(user->getType()));
      cast<Instruction>(user)->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

bool isUninitialised(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(marker::kUninitialised);
}

StringRef variableOfUninitialised(const CallInst &placeholder) {
  StringRef name;
  getConstantStringInfo(placeholder.getArgOperand(0), name);
  return name;
}

} // namespace raddle::vectorize
