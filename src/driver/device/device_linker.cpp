#include "driver/device/device_linker.h"

#include "driver/device/fat_binary_writer.h"

#include <cstring>
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

namespace raddle::driver {

namespace fs = std::filesystem;

namespace {

Result<std::unique_ptr<llvm::Module>> readBitcode(const fs::path &path, llvm::LLVMContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(path.string());
  if (!buffer)
    return Error{fmt::format("cannot read {}: {}", path.string(), buffer.getError().message())};
  auto module = llvm::parseBitcodeFile(**buffer, context);
  if (!module)
    return Error{fmt::format("{}: {}", path.string(), llvm::toString(module.takeError()))};
  return std::move(*module);
}

llvm::Value *converted(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) {
  if (value->getType() == type)
    return value;
  if (type->isPointerTy() && value->getType()->isIntegerTy(64))
    return builder.CreateIntToPtr(value, type);
  if (value->getType()->isPointerTy() && type->isIntegerTy(64))
    return builder.CreatePtrToInt(value, type);
  return nullptr;
}

// A module of PTX has numbers of 64 bits where the one that defines the function knows that they are addresses.
bool retype(llvm::CallInst &call, llvm::Function &function) {
  llvm::FunctionType *type = function.getFunctionType();
  if (call.arg_size() != type->getNumParams() || call.getType() != type->getReturnType())
    return false;
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *, 8> arguments;
  for (const auto &[argument, parameter] : llvm::zip(call.args(), type->params()))
    if (llvm::Value *value = converted(builder, argument.get(), parameter))
      arguments.push_back(value);
  if (arguments.size() != call.arg_size())
    return false;
  llvm::CallInst *made = builder.CreateCall(type, &function, arguments);
  made->setAttributes(call.getAttributes());
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
  return true;
}

// An error where a call cannot mean the function; "" when all do.
std::string retypeCalls(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && call->getCalledOperand() == &function &&
          call->getFunctionType() != function.getFunctionType() && !retype(*call, function))
        return fmt::format("error: '{}' has other parameters where it is called than where it is defined",
                           function.getName().str());
    }
  return "";
}

} // namespace

Result<bool> extractBitcode(const fs::path &container, const fs::path &bitcode) {
  const Error damaged{fmt::format("{}: error: this is no device code of raddlecc", container.string())};
  auto bytes = readFile(container);
  if (!bytes)
    return bytes.error();
  abi::FatBinaryHeader header;
  if (bytes->size() < sizeof header)
    return damaged;
  std::memcpy(&header, bytes->data(), sizeof header);
  if (std::memcmp(header.magic, abi::kFatBinaryMagic, sizeof header.magic) != 0 ||
      header.entry_count > (bytes->size() - sizeof header) / sizeof(abi::FatBinaryEntry))
    return damaged;
  for (std::uint32_t i = 0; i < header.entry_count; ++i) {
    abi::FatBinaryEntry entry;
    std::memcpy(&entry, bytes->data() + sizeof header + i * sizeof entry, sizeof entry);
    if (entry.offset > bytes->size() || entry.bytes > bytes->size() - entry.offset)
      return damaged;
    if (entry.kind != abi::PayloadKind::kBitcode)
      continue;
    if (auto failed = writeFile(bitcode, {bytes->data() + entry.offset, entry.bytes}))
      return *failed;
    return true;
  }
  return damaged;
}

Result<bool> linkBitcode(const std::vector<fs::path> &files, const fs::path &linked) {
  llvm::LLVMContext context;
  std::string errors;
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *info, void *text) {
        llvm::raw_string_ostream stream(*static_cast<std::string *>(text));
        llvm::DiagnosticPrinterRawOStream printer(stream);
        stream << (info->getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
        info->print(printer);
        stream << '\n';
      },
      &errors);
  auto whole = std::make_unique<llvm::Module>("linked", context);
  llvm::Linker linker(*whole);
  for (const fs::path &file : files) {
    auto module = readBitcode(file, context);
    if (!module)
      return module.error();
    if (whole->getTargetTriple().empty()) {
      whole->setTargetTriple((*module)->getTargetTriple());
      whole->setDataLayout((*module)->getDataLayout());
    }
    if (linker.linkInModule(std::move(*module)))
      return Error{errors};
  }
  if (std::string wrong = retypeCalls(*whole); !wrong.empty())
    return Error{wrong};
  std::error_code failed;
  llvm::raw_fd_ostream file(linked.string(), failed);
  if (failed)
    return Error{fmt::format("cannot write {}: {}", linked.string(), failed.message())};
  llvm::WriteBitcodeToFile(*whole, file);
  return true;
}

} // namespace raddle::driver
