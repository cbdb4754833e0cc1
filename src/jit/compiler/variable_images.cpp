#include "jit/compiler/variable_images.h"

#include "abi/kernel_abi.h"
#include "analysis/address_taken.h"
#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>

#include <cstring>

using namespace llvm;

namespace raddle::jit {

namespace {

class ImageWriter {
public:
  ImageWriter(VariableImage &image, const DataLayout &layout) : image_(image), layout_(layout) {}

  void write(const Constant &constant, uint64_t offset) {
    if (isa<UndefValue>(constant) || constant.isNullValue())
      return;
    if (auto *number = dyn_cast<ConstantInt>(&constant))
      return writeBits(number->getValue(), offset);
    if (auto *number = dyn_cast<ConstantFP>(&constant))
      return writeBits(number->getValueAPF().bitcastToAPInt(), offset);
    if (auto *data = dyn_cast<ConstantDataSequential>(&constant)) {
      uint64_t stride = layout_.getTypeAllocSize(data->getElementType());
      for (unsigned i = 0; i < data->getNumElements(); ++i)
        write(*data->getElementAsConstant(i), offset + i * stride);
      return;
    }
    if (auto *record = dyn_cast<ConstantStruct>(&constant)) {
      const StructLayout *fields = layout_.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i)
        write(*record->getOperand(i), offset + fields->getElementOffset(i));
      return;
    }
    if (auto *sequence = dyn_cast<ConstantAggregate>(&constant)) {
      Type *element = sequence->getOperand(0)->getType();
      for (unsigned i = 0; i < sequence->getNumOperands(); ++i)
        write(*sequence->getOperand(i), offset + i * layout_.getTypeAllocSize(element));
      return;
    }
    writeAddress(constant, offset);
  }

private:
  void writeBits(const APInt &bits, uint64_t offset) {
    for (unsigned i = 0; i < bits.getBitWidth(); i += 8)
      image_.bytes[offset + i / 8] =
          static_cast<uint8_t>(bits.extractBitsAsZExtValue(std::min(8u, bits.getBitWidth() - i), i));
  }

  // &variable, &array[3], (char *)&record + 8, and the same as an integer.
  void writeAddress(const Constant &constant, uint64_t offset) {
    const Constant *address = &constant;
    int64_t addend = 0;
    for (;;) {
      auto *expression = dyn_cast<ConstantExpr>(address);
      if (!expression)
        break;
      if (auto *element = dyn_cast<GEPOperator>(expression)) {
        APInt bytes(layout_.getIndexTypeSizeInBits(element->getType()), 0);
        if (!element->accumulateConstantOffset(layout_, bytes))
          report_fatal_error("raddle: internal error: a variable's initialiser is not a constant address");
        addend += bytes.getSExtValue();
      } else if (!expression->isCast() || layout_.getTypeSizeInBits(expression->getType()) != 64) {
        break;
      }
      address = cast<Constant>(expression->getOperand(0));
    }
    // Virtual tables hold offsets in pointer fields.
    if (auto *number = dyn_cast<ConstantInt>(address); number && addend == 0)
      return writeBits(number->getValue(), offset);
    auto *target = dyn_cast<GlobalValue>(address);
    if (!target)
      report_fatal_error("raddle: internal error: a variable's initialiser has an unknown form");
    image_.relocations.push_back({offset, target->getName().str(), addend});
  }

  VariableImage &image_;
  const DataLayout &layout_;
};

void addTargets(Constant &constant, SetVector<GlobalVariable *> &wanted) {
  if (auto *variable = dyn_cast<GlobalVariable>(&constant)) {
    wanted.insert(variable);
  } else if (!isa<GlobalValue>(constant)) {
    for (Use &operand : constant.operands())
      addTargets(*cast<Constant>(operand.get()), wanted);
  }
}

// Variables that the header's __managed__ annotates.
SmallPtrSet<const Value *, 4> managedVariables(const Module &module) {
  SmallPtrSet<const Value *, 4> managed;
  const GlobalVariable *annotations = module.getGlobalVariable("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer())
    return managed;
  for (const Use &row : annotations->getInitializer()->operands()) {
    auto *record = cast<ConstantStruct>(row.get());
    auto *text = dyn_cast<GlobalVariable>(record->getOperand(1)->stripPointerCasts());
    auto *bytes =
        text && text->hasInitializer() ? dyn_cast<ConstantDataArray>(text->getInitializer()) : nullptr;
    if (bytes && bytes->isCString() && bytes->getAsCString() == marker::kManaged)
      managed.insert(record->getOperand(0)->stripPointerCasts());
  }
  return managed;
}

VariableImage imageOf(const GlobalVariable &variable, bool is_managed) {
  const DataLayout &layout = variable.getParent()->getDataLayout();
  VariableImage image;
  image.name = variable.getName().str();
  image.size = layout.getTypeAllocSize(variable.getValueType());
  image.align = layout.getPreferredAlign(&variable).value();
  image.flags = variable.getAddressSpace() == nvvm::kConstantAddressSpace ? kRaddleVariableConstant : 0;
  if (is_managed)
    image.flags |= kRaddleVariableManaged;
  const Constant &initial = *variable.getInitializer();
  if (!initial.isNullValue() && !isa<UndefValue>(initial)) {
    image.bytes.resize(image.size);
    ImageWriter(image, layout).write(initial, 0);
  }
  return image;
}

} // namespace

std::vector<VariableImage> collectVariables(Module &module) {
  SetVector<GlobalVariable *> wanted;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() == nvvm::kSharedAddressSpace ||
        variable.getName().starts_with("llvm."))
      continue;
    if (!variable.isConstant() || !variable.hasLocalLinkage() ||
        variable.hasAttribute(marker::kAddressMatters) ||
        analysis::refersToGlobals(*variable.getInitializer()))
      wanted.insert(&variable);
  }
  const SmallPtrSet<const Value *, 4> managed = managedVariables(module);
  std::vector<VariableImage> images;
  for (size_t i = 0; i < wanted.size(); ++i) {
    GlobalVariable *variable = wanted[i];
    if (variable->isDeclaration())
      continue;
    addTargets(*variable->getInitializer(), wanted);
    images.push_back(imageOf(*variable, managed.contains(variable)));
  }
  return images;
}

std::vector<VariableImage> collectManagedVariables(const Module &module) {
  const SmallPtrSet<const Value *, 4> managed = managedVariables(module);
  std::vector<VariableImage> images;
  for (const GlobalVariable &variable : module.globals())
    if (managed.contains(&variable) && variable.hasInitializer())
      images.push_back(imageOf(variable, true));
  return images;
}

} // namespace raddle::jit
