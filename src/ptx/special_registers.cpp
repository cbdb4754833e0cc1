#include "ptx/special_registers.h"

#include "nvvm/address_spaces.h"
#include "nvvm/ptx_variables.h"

#include <llvm/IR/Module.h>

#include <map>

namespace raddle::ptx {

namespace {

// Which part of the register that the NVVM intrinsic reads is meant.
enum class Part { Whole, Low, High, Bit };

struct Register {
  std::string_view intrinsic; // after "llvm.nvvm."
  Part part = Part::Whole;
};

#define XYZ(name, intrinsic)                                                                                 \
  {name ".x", {intrinsic ".x"}}, {name ".y", {intrinsic ".y"}}, { name ".z", {intrinsic ".z"} }

const std::map<std::string_view, Register> &registers() {
  static const std::map<std::string_view, Register> registers = {
      XYZ("%tid", "read.ptx.sreg.tid"),
      XYZ("%ntid", "read.ptx.sreg.ntid"),
      XYZ("%ctaid", "read.ptx.sreg.ctaid"),
      XYZ("%nctaid", "read.ptx.sreg.nctaid"),
      XYZ("%clusterid", "read.ptx.sreg.clusterid"),
      XYZ("%nclusterid", "read.ptx.sreg.nclusterid"),
      XYZ("%cluster_ctaid", "read.ptx.sreg.cluster.ctaid"),
      XYZ("%cluster_nctaid", "read.ptx.sreg.cluster.nctaid"),
      {"%cluster_ctarank", {"read.ptx.sreg.cluster.ctarank"}},
      {"%cluster_nctarank", {"read.ptx.sreg.cluster.nctarank"}},
      {"%is_explicit_cluster", {"is_explicit_cluster", Part::Bit}},
      {"%laneid", {"read.ptx.sreg.laneid"}},
      {"%warpid", {"read.ptx.sreg.warpid"}},
      {"%nwarpid", {"read.ptx.sreg.nwarpid"}},
      {"%lanemask_eq", {"read.ptx.sreg.lanemask.eq"}},
      {"%lanemask_lt", {"read.ptx.sreg.lanemask.lt"}},
      {"%lanemask_le", {"read.ptx.sreg.lanemask.le"}},
      {"%lanemask_gt", {"read.ptx.sreg.lanemask.gt"}},
      {"%lanemask_ge", {"read.ptx.sreg.lanemask.ge"}},
      {"%smid", {"read.ptx.sreg.smid"}},
      {"%nsmid", {"read.ptx.sreg.nsmid"}},
      {"%gridid", {"read.ptx.sreg.gridid"}},
      {"%clock", {"read.ptx.sreg.clock64", Part::Low}},
      {"%clock_hi", {"read.ptx.sreg.clock64", Part::High}},
      {"%clock64", {"read.ptx.sreg.clock64"}},
      {"%globaltimer", {"read.ptx.sreg.globaltimer"}},
      {"%globaltimer_lo", {"read.ptx.sreg.globaltimer", Part::Low}},
      {"%globaltimer_hi", {"read.ptx.sreg.globaltimer", Part::High}},
      {"%dynamic_smem_size", {"read.ptx.sreg.dynamic_smem_size"}},
      {"%total_smem_size", {"read.ptx.sreg.total_smem_size"}},
      {"%aggr_smem_size", {"read.ptx.sreg.aggr_smem_size"}},
  };
  return registers;
}

#undef XYZ

// Where nvcc's headers look for the words that the barrier of a cooperative grid is made of.
llvm::Value *readHalfOfWorkspace(llvm::IRBuilder<> &builder, bool is_high) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::Value *address = builder.CreatePtrToInt(
      builder.CreateCall(module.getOrInsertFunction("__raddle_ptx_grid_workspace", builder.getPtrTy())),
      builder.getInt64Ty());
  return builder.CreateTrunc(is_high ? builder.CreateLShr(address, 32) : address, builder.getInt32Ty());
}

// The barriers of groups of several warps, and what such groups exchange, lie in shared memory that nvcc's headers take to
// be reserved in every block. Pieces of a program that are linked mean the same memory.
llvm::GlobalVariable *reservedShared(llvm::Module &module) {
  constexpr unsigned kBytes = 1024;
  if (llvm::GlobalVariable *found = module.getNamedGlobal(marker::kReservedShared))
    return found;
  auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), kBytes);
  auto *made = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::LinkOnceODRLinkage,
                                        llvm::UndefValue::get(type), marker::kReservedShared, nullptr,
                                        llvm::GlobalValue::NotThreadLocal, nvvm::kSharedAddressSpace);
  made->setAlignment(llvm::Align(16));
  return made;
}

llvm::Value *readReservedOffset(llvm::IRBuilder<> &builder) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee offset =
      module.getOrInsertFunction("__raddle_shared_offset", builder.getInt64Ty(), builder.getPtrTy());
  llvm::Value *bytes = builder.CreateAddrSpaceCast(reservedShared(module), builder.getPtrTy());
  return builder.CreateTrunc(builder.CreateCall(offset, bytes), builder.getInt32Ty());
}

} // namespace

llvm::Value *readSpecialRegister(llvm::IRBuilder<> &builder, std::string_view name) {
  if (name == "WARP_SZ")
    return builder.getInt32(32);
  if (name == "%current_graph_exec")
    return builder.CreateCall(builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        "__raddle_ptx_current_graph", builder.getInt64Ty()));
  if (name == "%envreg1" || name == "%envreg2")
    return readHalfOfWorkspace(builder, name == "%envreg1");
  if (name == "%reserved_smem_offset_1")
    return readReservedOffset(builder);
  auto found = registers().find(name);
  if (found == registers().end())
    return nullptr;
  const std::string callee = "llvm.nvvm." + std::string(found->second.intrinsic);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee function;
  if (const auto id = llvm::Function::lookupIntrinsicID(callee))
    function = llvm::Intrinsic::getDeclaration(&module, id);
  else
    function = module.getOrInsertFunction(callee, builder.getInt32Ty());
  llvm::Value *value = builder.CreateCall(function);
  switch (found->second.part) {
  case Part::Whole:
    return value;
  case Part::Low:
    return builder.CreateTrunc(value, builder.getInt32Ty());
  case Part::High:
    return builder.CreateTrunc(builder.CreateLShr(value, 32), builder.getInt32Ty());
  case Part::Bit:
    return value->getType()->isIntegerTy(1) ? value : builder.CreateICmpNE(value, builder.getInt32(0));
  }
  return value;
}

} // namespace raddle::ptx
