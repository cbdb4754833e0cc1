#include "driver/device/device_symbols.h"

#include "driver/device/open_bitcode.h"
#include "nvvm/address_spaces.h"
#include "nvvm/host_functions.h"
#include "nvvm/intrinsics.h"
#include "nvvm/markers.h"
#include "nvvm/readable_names.h"
#include "nvvm/runtime_functions.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <map>
#include <optional>
#include <set>

namespace raddle::driver {

namespace {

// NVVM address spaces of variables.
enum AddressSpace : unsigned { kGlobal = 1, kShared = 3, kConstant = 4 };

constexpr std::string_view kMarkerPrefix = "__raddle_device_";

struct LoadedModule {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

Result<std::unique_ptr<LoadedModule>> loadModule(const std::filesystem::path &path) {
  auto loaded = std::make_unique<LoadedModule>();
  auto module = openBitcode(path, loaded->context);
  if (!module)
    return module.error();
  loaded->module = std::move(*module);
  return loaded;
}

std::set<const llvm::Function *> kernelsOf(const llvm::Module &module) {
  std::set<const llvm::Function *> kernels;
  if (const llvm::NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations")) {
    for (const llvm::MDNode *annotation : annotations->operands()) {
      if (annotation->getNumOperands() < 2 || !annotation->getOperand(0))
        continue;
      auto *kind = llvm::dyn_cast<llvm::MDString>(annotation->getOperand(1));
      if (kind && kind->getString() == "kernel")
        if (auto *function = llvm::mdconst::dyn_extract<llvm::Function>(annotation->getOperand(0)))
          kernels.insert(function);
    }
  }
  for (const llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      kernels.insert(&function);
  return kernels;
}

// Names of static functions and of anonymous namespaces: clang may give them external linkage, for the
// host to find them, but no other file means them.
bool isFileLocal(llvm::StringRef name) { return name.starts_with("_ZL") || name.contains("_GLOBAL__N_"); }

bool isShadowed(const llvm::GlobalVariable &variable) {
  return variable.getAddressSpace() == kGlobal || variable.getAddressSpace() == kConstant;
}

DeviceSymbol symbolOf(const llvm::GlobalValue &value) {
  DeviceSymbol symbol;
  symbol.name = value.getName().str();
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    symbol.is_variable = true;
    symbol.has_shadow = isShadowed(*variable);
  }
  symbol.weak = value.isWeakForLinker() || (llvm::isa<llvm::GlobalObject>(value) && value.hasComdat());
  return symbol;
}

bool isProvidedByCompiler(llvm::StringRef name) {
  return name.starts_with("llvm.") || name.starts_with("__raddle_") || name == "__cudaPushCallConfiguration" || nvvm::findIntrinsic(name.str()) ||
         nvvm::findRuntimeFunction(name) || nvvm::isHostFunction(name.str());
}

void removeProvidedByLibrary(std::vector<DeviceSymbol> &symbols,
                             const std::filesystem::path &device_library) {
  if (symbols.empty())
    return;
  auto library = loadModule(device_library);
  // Without the library nothing runs at all; the kernel compiler will say so.
  if (!library)
    return;
  std::erase_if(symbols, [&](const DeviceSymbol &symbol) {
    const llvm::GlobalValue *value = (*library)->module->getNamedValue(symbol.name);
    return value && !value->isDeclaration();
  });
}

std::string describe(const DeviceSymbol &symbol) {
  return fmt::format("device {} '{}'", symbol.is_variable ? "variable" : "function", demangled(symbol.name));
}

// Walks from the kernels and variables through all bodies and initialisers; remembers where each value was
// first seen.
class Reachability {
public:
  explicit Reachability(const llvm::Module &module) {
    for (const llvm::Function *kernel : kernelsOf(module))
      reach(kernel, nullptr);
    // The host can read a variable, and hand a function pointer in it to any kernel.
    for (const llvm::GlobalVariable &variable : module.globals())
      if (isShadowed(variable) && variable.hasInitializer())
        reach(&variable, nullptr);
    while (!work_.empty()) {
      const llvm::Value *value = work_.back();
      work_.pop_back();
      if (auto *function = llvm::dyn_cast<llvm::Function>(value)) {
        for (const llvm::Instruction &instruction : llvm::instructions(function))
          for (const llvm::Value *operand : instruction.operands())
            if (llvm::isa<llvm::Constant>(operand))
              reach(operand, &instruction);
      } else if (auto *user = llvm::dyn_cast<llvm::User>(value)) {
        for (const llvm::Value *operand : user->operands())
          reach(operand, first_use_[value]);
      }
    }
  }

  bool contains(const llvm::Value *value) const { return first_use_.contains(value); }

  std::string locationOfUse(const llvm::Value *value) const {
    const llvm::Instruction *use = first_use_.at(value);
    const llvm::DILocation *location = use ? use->getDebugLoc().get() : nullptr;
    if (!location)
      return "";
    return fmt::format("{}:{}:{}", location->getFilename().str(), location->getLine(), location->getColumn());
  }

private:
  void reach(const llvm::Value *value, const llvm::Instruction *use) {
    if (first_use_.try_emplace(value, use).second)
      work_.push_back(value);
  }

  std::map<const llvm::Value *, const llvm::Instruction *> first_use_;
  std::vector<const llvm::Value *> work_;
};

std::string asmName(std::string_view name) { return fmt::format("\\\"{}\\\"", name); }

std::string asmLine(const std::string &line) { return fmt::format("    \"{}\\n\"\n", line); }

} // namespace

Result<DeviceSymbols> readDeviceSymbols(const std::filesystem::path &bitcode,
                                        const std::filesystem::path &device_library) {
  auto loaded = loadModule(bitcode);
  if (!loaded)
    return loaded.error();
  const llvm::Module &module = *(*loaded)->module;
  DeviceSymbols symbols;
  auto collect = [&](const llvm::GlobalValue &value) {
    if (value.hasLocalLinkage() || value.hasAppendingLinkage() || !value.hasName() ||
        value.getAddressSpace() == kShared || value.getSection() == marker::kDynamicSharedSection)
      return;
    if (value.isDeclarationForLinker()) {
      // What is weak may stay undefined: clang declares threadIdx and its like so, objects without contents.
      if (!value.hasExternalWeakLinkage() && !isProvidedByCompiler(value.getName()))
        symbols.undefined.push_back(symbolOf(value));
    } else if (!isFileLocal(value.getName())) {
      symbols.defined.push_back(symbolOf(value));
    }
  };
  // Kernels, too: those of other files may launch them.
  for (const llvm::Function &function : module)
    collect(function);
  for (const llvm::GlobalVariable &variable : module.globals())
    collect(variable);
  removeProvidedByLibrary(symbols.undefined, device_library);
  return symbols;
}

Result<std::string> describeUndefined(const std::filesystem::path &bitcode,
                                      const std::filesystem::path &source, const DeviceSymbols &symbols) {
  auto loaded = loadModule(bitcode);
  if (!loaded)
    return loaded.error();
  const llvm::Module &module = *(*loaded)->module;
  if (auto failed = (*loaded)->module->materializeAll())
    return Error{fmt::format("{}: {}", bitcode.string(), llvm::toString(std::move(failed)))};
  Reachability reachable(module);
  std::string text;
  for (const DeviceSymbol &symbol : symbols.undefined) {
    const llvm::GlobalValue *value = module.getNamedValue(symbol.name);
    if (!value || !reachable.contains(value))
      continue;
    std::string location = reachable.locationOfUse(value);
    text += fmt::format("{}: error: {} is used but not defined in this file; "
                        "define it or compile with -rdc=true\n",
                        location.empty() ? source.string() : location, describe(symbol));
  }
  return text;
}

std::string markerHeader(const DeviceSymbols &symbols) {
  if (symbols.defined.empty() && symbols.undefined.empty())
    return "";
  std::string text = "asm(\n";
  for (const DeviceSymbol &symbol : symbols.defined) {
    std::string marker = asmName(std::string(kMarkerPrefix) + symbol.name);
    bool strong_shadow = symbol.has_shadow && !symbol.weak;
    text += asmLine(fmt::format(".{} {}", symbol.weak ? "weak" : "globl", marker));
    text += asmLine(".hidden " + marker);
    text += asmLine(fmt::format(".set {}, {}", marker, strong_shadow ? asmName(symbol.name) : "1"));
    if (strong_shadow) {
      text += asmLine(".globl " + asmName(symbol.name));
      text += asmLine(".hidden " + asmName(symbol.name));
    }
  }
  for (const DeviceSymbol &symbol : symbols.undefined) {
    std::string marker = asmName(std::string(kMarkerPrefix) + symbol.name);
    text += asmLine(".hidden " + marker);
    if (symbol.has_shadow) {
      // Weak, or the name would remain in the object as one more undefined symbol.
      text += asmLine(".weak " + asmName(symbol.name));
      text += asmLine(fmt::format(".set {}, {}", asmName(symbol.name), marker));
    }
    text += asmLine(".pushsection .raddle.needs,\\\"\\\",@progbits");
    text += asmLine(".quad " + marker);
    text += asmLine(".popsection");
  }
  text += ");\n";
  // clang registers the device code of a file only when host code can name something in it. The device code
  // of this file may be nothing but functions for other files.
  if (!symbols.defined.empty())
    text += "static __attribute__((device, used)) char __raddle_registers_this_file;\n";
  return text;
}

namespace {

// "/usr/bin/ld: cannot find -lcublas: No such file or directory", and in LLD's words "unable to find library -lcublas"
std::string explainMissingLibraries(std::string_view linker_output) {
  for (std::string_view name : {"cublas", "cudnn", "cufft", "curand", "cusolver", "cusparse", "nccl", "npp",
                                "nvjpeg", "cufile", "cupti", "nvml", "nvidia-ml"})
    for (std::string_view what : {"cannot find -l", "unable to find library -l"})
      if (linker_output.find(std::string(what) + std::string(name)) != std::string_view::npos)
        return fmt::format("raddlecc: note: NVIDIA's libraries, such as {}, are not part of Raddle\n", name);
  return {};
}

} // namespace

std::string explainLinkErrors(std::string_view linker_output) {
  std::string text = explainMissingLibraries(linker_output);
  std::set<std::string> reported;
  while (!linker_output.empty()) {
    std::string_view line = linker_output.substr(0, linker_output.find('\n'));
    linker_output.remove_prefix(std::min(line.size() + 1, linker_output.size()));
    size_t begin = line.find(kMarkerPrefix);
    if (begin == std::string_view::npos)
      continue;
    std::string_view name = line.substr(begin + kMarkerPrefix.size());
    name = name.substr(0, name.find_first_of("'\" `"));
    bool twice = line.find("multiple definition") != std::string_view::npos ||
                 line.find("duplicate symbol") != std::string_view::npos;
    std::string shown = demangled(std::string(name));
    if (!reported.insert(shown).second)
      continue;
    if (twice)
      text += fmt::format("raddlecc: error: device code defines '{}' in more than one of the linked files\n",
                          shown);
    else
      text += fmt::format("raddlecc: error: device code uses '{}', which none of the linked files defines\n",
                          shown);
  }
  return text;
}

std::string demangled(const std::string &name) { return nvvm::readableName(name); }

} // namespace raddle::driver
