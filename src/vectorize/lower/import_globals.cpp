// What lies outside this object is reached through import slots, which the runtime fills once per device.
//
//   __device__ int counter;   __device__ int f(int);
//   counter += 1; p = &f;
//
//   %counter = load ptr, ptr @slot.counter   ; one load per function, then ordinary accesses
//
// Outside are: variables that the host or another kernel may see or change, constants that hold addresses
// (virtual tables, tables of functions), and constants and functions whose address is more than a place to read or to
// call, so that a pointer made by one kernel means the same in another. A direct call uses this object's own copy.

#include "analysis/address_taken.h"
#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/lower/global_uses.h"
#include "vectorize/lower/import_slots.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool staysInObject(const GlobalVariable &variable) {
  if (variable.getName() == marker::kCounterTable || variable.getName() == marker::kTraceTable)
    return true;
  if (variable.hasAttribute(marker::kAddressMatters) && analysis::addressEscapes(variable))
    return false;
  return variable.isConstant() && variable.hasInitializer() && !variable.isExternallyInitialized() &&
         !analysis::refersToGlobals(*variable.getInitializer());
}

bool isCompilerList(const GlobalVariable &variable) { return variable.getName().starts_with("llvm."); }

// What was imported is not defined here. Initialisers go first, because they may refer to each other.
void eraseVariables(ArrayRef<GlobalValue *> globals) {
  SmallVector<GlobalVariable *, 16> variables;
  for (GlobalValue *global : globals)
    if (auto *variable = dyn_cast<GlobalVariable>(global))
      variables.push_back(variable);
  for (GlobalVariable *variable : variables) {
    variable->setInitializer(nullptr);
    variable->setLinkage(GlobalValue::ExternalLinkage);
  }
  for (GlobalVariable *variable : variables) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      variable->eraseFromParent();
  }
}

bool isCallee(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

// A variable or a function that some instruction refers to, other than by calling it.
void import(GlobalValue *global, Module &module, Outputs &outputs) {
  GlobalVariable *slot = createImportSlot(module, outputs);
  Type *pointer = slot->getValueType();
  replaceInFunctions(
      global,
      [&](IRBuilder<> &builder, Function &) -> Value * {
        Value *address = loadInvariant(builder, slot, 0, pointer, global->getName());
        return builder.CreateAddrSpaceCast(address, global->getType());
      },
      [](const Use &use) { return !isCallee(use); });
  if (slot->use_empty()) {
    slot->eraseFromParent();
    return;
  }
  outputs.imports.push_back({global->getName().str(), slot});
  if (auto *variable = dyn_cast<GlobalVariable>(global);
      variable && global->getAddressSpace() == nvvm::kConstantAddressSpace)
    outputs.constant_bytes += module.getDataLayout().getTypeAllocSize(variable->getValueType());
}

} // namespace

GlobalVariable *createImportSlot(Module &module, const Outputs &outputs) {
  auto *pointer = PointerType::get(module.getContext(), 0);
  auto *slot = new GlobalVariable(module, pointer, /*isConstant=*/false, GlobalValue::ExternalLinkage,
                                  Constant::getNullValue(pointer),
                                  marker::kImportSlot + Twine(outputs.imports.size()));
  slot->setVisibility(GlobalValue::HiddenVisibility);
  return slot;
}

GlobalVariable *importSlot(Module &module, Outputs &outputs, StringRef name) {
  for (const Outputs::Import &import : outputs.imports)
    if (import.name == name)
      return import.slot;
  outputs.imports.push_back({name.str(), createImportSlot(module, outputs)});
  return outputs.imports.back().slot;
}

void importGlobals(Module &module, Outputs &outputs) {
  SmallVector<GlobalValue *, 16> outside;
  for (GlobalVariable &variable : module.globals())
    if (!staysInObject(variable) && !isCompilerList(variable))
      outside.push_back(&variable);
  for (Function &function : module)
    if (!function.isIntrinsic() && !nvvm::findRuntimeFunction(function.getName()))
      outside.push_back(&function);
  for (GlobalValue *global : outside)
    import(global, module, outputs);
  eraseVariables(outside);
}

} // namespace raddle::vectorize
