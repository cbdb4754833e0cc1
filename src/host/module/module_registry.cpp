#include "host/module/module_registry.h"

#include "base/kernel_list.h"
#include "diagnostics/messages.h"
#include "host/module/nvcc_image.h"
#include "occupancy/architecture.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include <dlfcn.h>

namespace raddle::host {

struct ModuleRegistry::KernelEntry {
  std::shared_ptr<FatBinary> binary;
  std::string name;
  const backend::KernelReference *reference = nullptr;    // of a kernel that the host does not know
  std::array<std::atomic<Kernel *>, kMaxDevices> ready{}; // null until loaded
  std::mutex mutex;
  std::vector<std::unique_ptr<Kernel>> owned{};
};

namespace {

// The executable or shared library that contains the address.
const void *imageOf(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : nullptr;
}

// The container inside the wrapper: null with the reason when it is not one of ours.
const abi::FatBinaryHeader *containerOf(const FatBinary &binary, Status *status) {
  const abi::FatBinaryWrapper *wrapper = binary.wrapper;
  if (wrapper->magic != abi::kWrapperMagic || !wrapper->data) {
    *status = Status::kInvalidImage;
    return nullptr;
  }
  const auto *header = static_cast<const abi::FatBinaryHeader *>(wrapper->data);
  if (std::memcmp(header->magic, abi::kFatBinaryMagic, sizeof header->magic) != 0) {
    *status = Status::kNoImageForDevice;
    return nullptr;
  }
  bool is_sound = header->version == abi::kFatBinaryVersion && header->entry_count != 0 &&
                  header->total_bytes >= sizeof *header + header->entry_count * sizeof(abi::FatBinaryEntry);
  if (!is_sound) {
    *status = Status::kInvalidImage;
    return nullptr;
  }
  return header;
}

// The bitcode that suits the device best: made for its architecture, or for the nearest older one, or else
// the oldest there is (the host runs them all).
Status selectUnit(const FatBinary &binary, unsigned arch, backend::ModuleSource::Unit *out) {
  Status status = Status::kSuccess;
  const abi::FatBinaryHeader *header = containerOf(binary, &status);
  if (!header)
    return status;
  const auto *bytes = reinterpret_cast<const std::byte *>(header);
  const abi::FatBinaryEntry *best = nullptr;
  for (const auto &entry :
       std::span(reinterpret_cast<const abi::FatBinaryEntry *>(header + 1), header->entry_count)) {
    if (entry.offset > header->total_bytes || entry.bytes > header->total_bytes - entry.offset)
      return Status::kInvalidImage;
    if (entry.kind == abi::PayloadKind::kKernels)
      out->kernels = {reinterpret_cast<const char *>(bytes) + entry.offset, entry.bytes};
    if (entry.kind != abi::PayloadKind::kBitcode)
      continue;
    auto rank = [arch](const abi::FatBinaryEntry &candidate) {
      return candidate.arch <= arch ? 1000 + candidate.arch : 1000 - candidate.arch;
    };
    if (!best || rank(entry) > rank(*best))
      best = &entry;
  }
  if (!best)
    return Status::kNoImageForDevice;
  out->bitcode = {bytes + best->offset, best->bytes};
  out->hash = {header->content_hash[0], header->content_hash[1]};
  // One container, several units: they must not share a cache entry.
  if (header->entry_count > 1)
    out->hash[0] ^= best->arch * std::uint64_t{0x9e3779b97f4a7c15};
  return Status::kSuccess;
}

bool hasFlag(const FatBinary &binary, abi::FatBinaryFlags flag) {
  Status ignored = Status::kSuccess;
  const abi::FatBinaryHeader *header = containerOf(binary, &ignored);
  return header && (header->flags & flag) != 0;
}

} // namespace

ModuleRegistry::ModuleRegistry() : generation_(newGeneration()) {}
ModuleRegistry::~ModuleRegistry() = default;

FatBinary *ModuleRegistry::add(std::shared_ptr<FatBinary> binary) {
  std::unique_lock lock(mutex_);
  return binaries_.emplace_back(std::move(binary)).get();
}

FatBinary *ModuleRegistry::addFatBinary(const abi::FatBinaryWrapper *wrapper) {
  auto binary = std::make_shared<FatBinary>();
  binary->wrapper = wrapper;
  return add(std::move(binary));
}

FatBinary *ModuleRegistry::addFatBinary(Image image) {
  auto binary = std::make_shared<FatBinary>();
  binary->wrapper = image.get();
  binary->image = std::move(image);
  return add(std::move(binary));
}

std::vector<std::string> ModuleRegistry::kernelsOf(const FatBinary &binary) {
  std::vector<std::string> names;
  backend::ModuleSource::Unit unit;
  if (selectUnit(binary, 0, &unit) == Status::kSuccess)
    for (const ListedKernel &kernel : readKernelList(unit.kernels))
      names.emplace_back(kernel.name);
  return names;
}

void ModuleRegistry::addKernel(FatBinary *binary, const void *host_function, const char *name) {
  auto entry = std::make_shared<KernelEntry>();
  entry->binary = binary->shared_from_this();
  entry->name = name;
  std::unique_lock lock(mutex_);
  // A library that was closed may have left its address to another one.
  kernels_[host_function] = std::move(entry);
  generation_.store(newGeneration());
}

bool ModuleRegistry::isLoaded(const void *host_function, int device,
                              const backend::Function &function) const {
  std::shared_lock lock(mutex_);
  const auto position = kernels_.find(host_function);
  if (position == kernels_.end())
    return false;
  const Kernel *const kernel = position->second->ready[static_cast<std::size_t>(device)].load();
  return kernel &&
         std::ranges::any_of(kernel->functions, [&](const auto &known) { return known.load() == &function; });
}

std::size_t ModuleRegistry::kernelCount() const {
  std::shared_lock lock(mutex_);
  return kernels_.size();
}

std::string ModuleRegistry::kernelName(const void *host_function) const {
  std::shared_lock lock(mutex_);
  auto position = kernels_.find(host_function);
  return position == kernels_.end() ? "" : position->second->name;
}

void ModuleRegistry::addVariable(FatBinary *binary, void *host_variable, const char *name) {
  std::unique_lock lock(mutex_);
  binary->variables.emplace_back(name, host_variable);
  variables_[host_variable] = {binary->shared_from_this(), name};
}

void ModuleRegistry::addManagedVariable(FatBinary *binary, void **pointer, const char *name) {
  std::unique_lock lock(mutex_);
  binary->managed.emplace_back(name, pointer);
}

Status ModuleRegistry::placeManagedVariables(FatBinary &binary, const Target &target) {
  std::vector<std::pair<std::string, void **>> managed;
  {
    std::shared_lock lock(mutex_);
    managed = binary.managed;
  }
  for (const auto &[name, pointer] : managed) {
    Symbol symbol;
    if (Status status = findVariable(binary, name, target, &symbol))
      return status;
    *pointer = symbol.address;
    std::unique_lock lock(mutex_);
    variables_[symbol.address] = {binary.shared_from_this(), name};
  }
  return Status::kSuccess;
}

void ModuleRegistry::removeFatBinary(FatBinary *binary) {
  const std::shared_ptr<FatBinary> kept = binary->shared_from_this();
  std::lock_guard translation(binary->translating);
  std::unique_lock lock(mutex_);
  // Another thread that has just looked up a kernel keeps the unit, but must not read its bitcode any more.
  binary->wrapper = nullptr;
  std::erase_if(kernels_, [&](const auto &entry) { return entry.second->binary.get() == binary; });
  std::erase_if(variables_, [&](const auto &entry) { return entry.second.binary.get() == binary; });
  std::erase_if(binaries_, [&](const auto &owned) { return owned.get() == binary; });
  generation_.store(newGeneration());
}

Status ModuleRegistry::findKernel(const void *host_function, const Target &target, Kernel **out,
                                  unsigned block_threads) {
  std::shared_ptr<KernelEntry> entry;
  {
    std::shared_lock lock(mutex_);
    auto position = kernels_.find(host_function);
    if (position == kernels_.end())
      return Status::kUnknownFunction;
    entry = position->second;
  }
  *out = entry->ready[static_cast<std::size_t>(target.device)].load();
  if (*out)
    return Status::kSuccess;
  if (block_threads != 0 && block_threads <= occupancy::kMaxThreadsPerBlock)
    return loadKernel(*entry, BlockClass::of({block_threads, 1, 1}), target, out);
  std::shared_ptr<Module> module;
  if (Status status = moduleOf(*entry->binary, target.arch, &module))
    return status;
  return loadKernel(*entry, module->likelyBlocks(entry->name, entry->binary->unit), target, out);
}

namespace {

// What a thread has launched lately, and the blocks that it was launched with.
struct FoundKernel {
  const void *host_function = nullptr;
  std::uint64_t generation = 0;
  int device = 0;
  RaddleDim3 block{0, 0, 0};
  Kernel *kernel = nullptr;
  const backend::Function *function = nullptr;

  bool isFor(const RaddleDim3 &blocks) const {
    return block.x == blocks.x && block.y == blocks.y && block.z == blocks.z;
  }
};
constexpr std::size_t kFoundKernels = 8;
// libraddle.so is loaded early, so the fast model is available.
[[gnu::tls_model("initial-exec")]] constinit thread_local FoundKernel found_kernels[kFoundKernels];

FoundKernel &foundKernel(const void *host_function) {
  const auto address = reinterpret_cast<std::uintptr_t>(host_function);
  return found_kernels[(address >> 4 ^ address >> 8) % kFoundKernels];
}

} // namespace

std::uint64_t ModuleRegistry::newGeneration() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

Status ModuleRegistry::findKernel(const void *host_function, const BlockClass &block, const Target &target,
                                  Kernel **out) {
  std::shared_ptr<KernelEntry> entry;
  {
    std::shared_lock lock(mutex_);
    auto position = kernels_.find(host_function);
    if (position == kernels_.end())
      return Status::kUnknownFunction;
    Kernel *kernel = position->second->ready[static_cast<std::size_t>(target.device)].load();
    if (kernel && kernel->functions[block.index()].load()) {
      *out = kernel;
      return Status::kSuccess;
    }
    entry = position->second;
  }
  return loadKernel(*entry, block, target, out);
}

[[gnu::hot]] Status ModuleRegistry::findKernel(const void *host_function, const RaddleDim3 &block,
                                               const Target &target, Kernel **out,
                                               const backend::Function **function) {
  FoundKernel &found = foundKernel(host_function);
  const std::uint64_t generation = generation_.load();
  const bool is_known =
      found.host_function == host_function && found.device == target.device && found.generation == generation;
  if (!is_known || !found.isFor(block)) {
    const BlockClass block_class = BlockClass::of(block);
    Kernel *kernel = found.kernel;
    if (!is_known || !kernel->functions[block_class.index()].load())
      if (Status status = findKernel(host_function, block_class, target, &kernel))
        return status;
    // If loading has changed the generation, it is looked for again.
    found = {host_function, generation, target.device, block, kernel, kernel->functions[block_class.index()]};
  }
  *out = found.kernel;
  *function = found.function;
  return Status::kSuccess;
}

// With the lock held.
std::shared_ptr<ModuleRegistry::KernelEntry>
ModuleRegistry::entryOf(const backend::KernelReference &reference, const Target &target) {
  std::shared_ptr<KernelEntry> &known = referenced_[&reference];
  const std::shared_ptr<backend::Module> module = reference.module.lock();
  if (known || !module)
    return known;
  const std::size_t at = reference.name.find('@');
  for (const auto &[_, entry] : kernels_) {
    const FatBinary &binary = *entry->binary;
    if (entry->name == std::string_view(reference.name).substr(0, at) && binary.module &&
        binary.module->is(*module, target) &&
        (at == std::string::npos || reference.name.substr(at + 1) == std::to_string(binary.unit)))
      return known = entry;
  }
  known = std::make_shared<KernelEntry>();
  known->reference = &reference;
  return known;
}

Status ModuleRegistry::findKernel(const backend::KernelReference &reference, const BlockClass &block,
                                  const Target &target, Kernel **out) {
  return findKernel(reference, block, /*needs_code=*/true, target, out);
}

Status ModuleRegistry::findFacts(const backend::KernelReference &reference, const BlockClass &block,
                                 const Target &target, Kernel **out) {
  return findKernel(reference, block, /*needs_code=*/false, target, out);
}

Status ModuleRegistry::findKernel(const backend::KernelReference &reference, const BlockClass &block,
                                  bool needs_code, const Target &target, Kernel **out) {
  std::shared_ptr<KernelEntry> entry;
  {
    std::unique_lock lock(mutex_);
    entry = entryOf(reference, target);
  }
  if (!entry)
    return Status::kUnknownFunction;
  Kernel *const kernel = entry->ready[static_cast<std::size_t>(target.device)].load();
  if (!kernel || (needs_code && !kernel->functions[block.index()].load()))
    return loadKernel(*entry, block, target, out);
  *out = kernel;
  return Status::kSuccess;
}

Status ModuleRegistry::loadKernel(KernelEntry &entry, const BlockClass &block, const Target &target,
                                  Kernel **out) {
  const backend::Function *function = nullptr;
  if (entry.reference) {
    if (Status status = loadReferencedKernel(*entry.reference, block, &function))
      return status;
  } else {
    std::shared_ptr<Module> module;
    if (Status status = moduleOf(*entry.binary, target.arch, &module))
      return status;
    if (Status status = module->loadKernel(entry.name, entry.binary->unit, block, target, &function))
      return status;
  }

  std::lock_guard lock(entry.mutex);
  std::atomic<Kernel *> &ready = entry.ready[static_cast<std::size_t>(target.device)];
  if (!ready.load()) {
    auto kernel = std::make_unique<Kernel>();
    kernel->facts = function;
    std::size_t taken =
        std::min<std::size_t>(function->static_shared_bytes, occupancy::kDefaultSharedPerBlock);
    kernel->max_dynamic_shared = static_cast<unsigned>(occupancy::kDefaultSharedPerBlock - taken);
    entry.owned.push_back(std::move(kernel));
    ready.store(entry.owned.back().get());
  }
  *out = ready.load();
  (*out)->functions[block.index()].store(function);
  return Status::kSuccess;
}

Status ModuleRegistry::findVariable(const void *host_variable, const Target &target, Symbol *out) {
  VariableEntry variable;
  {
    std::shared_lock lock(mutex_);
    auto position = variables_.find(host_variable);
    if (position == variables_.end())
      return Status::kUnknownSymbol;
    variable = position->second;
  }
  return findVariable(*variable.binary, variable.name, target, out);
}

Status ModuleRegistry::findVariable(FatBinary &binary, const std::string &name, const Target &target,
                                    Symbol *out) {
  std::shared_ptr<Module> module;
  if (Status status = moduleOf(binary, target.arch, &module))
    return status;
  return module->findVariable(name, binary.unit, target, out);
}

void ModuleRegistry::releaseVariables(const FatBinary &binary) {
  std::shared_ptr<Module> module;
  {
    std::shared_lock lock(mutex_);
    module = binary.module;
  }
  if (module)
    module->releaseVariables();
}

// Without the lock of the registry: a compiler runs meanwhile.
Status ModuleRegistry::translateCodeOfNvcc(FatBinary &binary, unsigned arch) {
  std::lock_guard translation(binary.translating);
  if (binary.refused || !binary.wrapper || !isOfNvcc(*binary.wrapper))
    return binary.refused;
  Image image;
  std::string errors;
  binary.refused = readNvccImage(*binary.wrapper, arch, &errors, &image);
  if (binary.refused) {
    printDiagnostic(fmt::format("raddle: error: {}{}", errors, errors.ends_with('\n') ? "" : "\n"));
    return binary.refused;
  }
  std::unique_lock lock(mutex_);
  binary.wrapper = image.get();
  binary.image = std::move(image);
  return Status::kSuccess;
}

// The module of a unit: its own, or one with all relocatable units of the same executable or library.
Status ModuleRegistry::moduleOf(FatBinary &binary, unsigned arch, std::shared_ptr<Module> *out) {
  if (Status status = translateCodeOfNvcc(binary, arch))
    return status;
  std::unique_lock lock(mutex_);
  if (!binary.wrapper)
    return Status::kInvalidImage;
  if (!binary.module) {
    std::vector<FatBinary *> units;
    if (hasFlag(binary, abi::kRelocatable) && !binary.image) {
      const void *image = imageOf(binary.wrapper);
      for (const std::shared_ptr<FatBinary> &other : binaries_)
        if (!other->module && !other->image && hasFlag(*other, abi::kRelocatable) &&
            imageOf(other->wrapper) == image)
          units.push_back(other.get());
    } else {
      units.push_back(&binary);
    }

    backend::ModuleSource source;
    for (const FatBinary *unit : units) {
      backend::ModuleSource::Unit selected;
      if (Status status = selectUnit(*unit, arch, &selected))
        return status;
      source.units.push_back(selected);
      source.debug |= hasFlag(*unit, abi::kDebug);
      source.kept.push_back(unit->image);
    }
    Module::Shadows shadows;
    for (std::size_t index = 0; index < units.size(); ++index) {
      for (const auto &[name, shadow] : units[index]->variables) {
        shadows.emplace(name, shadow);
        shadows.emplace(fmt::format("{}@{}", name, index), shadow);
      }
    }
    auto module = std::make_shared<Module>(std::move(source), std::move(shadows));
    for (std::size_t index = 0; index < units.size(); ++index) {
      units[index]->module = module;
      units[index]->unit = static_cast<unsigned>(index);
    }
  }
  *out = binary.module;
  return Status::kSuccess;
}

void ModuleRegistry::reset(int device) {
  std::vector<std::shared_ptr<Module>> used;
  {
    std::unique_lock lock(mutex_);
    for (const std::shared_ptr<FatBinary> &binary : binaries_)
      if (binary->module)
        used.push_back(binary->module);
    for (auto &[host_function, entry] : kernels_)
      entry->ready[static_cast<std::size_t>(device)].store(nullptr);
    for (auto &[reference, entry] : referenced_)
      if (entry)
        entry->ready[static_cast<std::size_t>(device)].store(nullptr);
    generation_.store(newGeneration());
  }
  // Without the lock: one that is compiling a kernel asks how many there are.
  for (const std::shared_ptr<Module> &module : used)
    module->reset(device);
}

} // namespace raddle::host
