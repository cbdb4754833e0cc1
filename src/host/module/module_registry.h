// The device code of the process: which fat binaries are registered, and what they become when used.
//
// Registration happens in the program's static constructors and only records pointers. The first use of
// a kernel or a variable makes its Module.
#ifndef RADDLE_HOST_MODULE_MODULE_REGISTRY_H
#define RADDLE_HOST_MODULE_MODULE_REGISTRY_H

#include "abi/fat_binary.h"
#include "host/module/image.h"
#include "host/module/module.h"
#include "host/status.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace raddle::host {

/// One registered translation unit. Its address is the handle that __cudaRegisterFatBinary returns, for those of the program.
struct FatBinary : std::enable_shared_from_this<FatBinary> {
  const abi::FatBinaryWrapper *wrapper = nullptr;             // null once its library was closed
  std::shared_ptr<Module> module = nullptr;                   // null until the first use
  unsigned unit = 0;                                          // index within the module
  Image image = nullptr;                                      // of one that the program has loaded by itself
  std::vector<std::pair<std::string, void *>> variables = {}; // mangled name, the host's shadow
  std::vector<std::pair<std::string, void **>> managed =
      {};                            // mangled name, where the host looks for its address
  std::mutex translating = {};       // of code of nvcc, at its first use
  Status refused = Status::kSuccess; // why such code cannot be used
};

/// A kernel on one device, ready to launch.
struct Kernel {
  // Its facts. What runs is in `functions`: that for another class of blocks may differ.
  const backend::Function *facts = nullptr;
  // By BlockClass::index(); null until a launch needed it.
  std::array<std::atomic<const backend::Function *>, BlockClass::kCount> functions{};
  // See host/requests/pointer_arguments.h.
  std::atomic<std::uint16_t> launches_looked_at = 0;
  std::atomic<std::uint8_t> unknown_looked_at = 0;
  std::atomic<std::uint64_t> frees_looked_at = 0;
  // What programs set; read at every launch.
  std::atomic<unsigned> max_dynamic_shared = 0; // bytes
  std::atomic<int> carveout_percent = -1;
  std::atomic<int> non_portable_cluster_size = 0; // clusters of more than 8 blocks are allowed unless 0
  std::atomic<int> cluster_scheduling_policy = 0; // a hint, with the number of the front end
  std::array<std::atomic<unsigned>, 3> required_cluster{}; // blocks in x, y and z; 0: not set
};

class ModuleRegistry {
public:
  static constexpr int kMaxDevices = 64;

  ModuleRegistry();
  ~ModuleRegistry();

  FatBinary *addFatBinary(const abi::FatBinaryWrapper *wrapper);
  /// One that is a module of its own.
  FatBinary *addFatBinary(Image image);
  void addKernel(FatBinary *binary, const void *host_function, const char *name);
  void addVariable(FatBinary *binary, void *host_variable, const char *name);
  /// A managed variable that the host reaches through a pointer.
  void addManagedVariable(FatBinary *binary, void **pointer, const char *name);
  void removeFatBinary(FatBinary *binary);

  /// Gives the pointers to the unit's managed variables their values. As findVariable().
  Status placeManagedVariables(FatBinary &binary, const Target &target);

  /// Changes when kernels come or go.
  std::uint64_t generation() const { return generation_.load(); }
  /// Whether a kernel that a stub stood for when it was looked up is still there: its module may be gone since, or the device
  /// have been reset.
  bool isLoaded(const void *host_function, int device, const backend::Function &function) const;

  /// The mangled names of the kernels that raddlecc lists beside the unit's code.
  static std::vector<std::string> kernelsOf(const FatBinary &binary);

  /// How many kernels are registered.
  std::size_t kernelCount() const;

  /// The kernel that a host stub stands for, compiled and loaded for the device when needed.
  /// Status::kUnknownFunction: not registered. Status::kNoImageForDevice: not our container.
  /// Status::kInvalidImage: damaged. Else as Module::loadKernel.
  /// Facts come with code: it is that for blocks of so many threads, 0 when nothing is known of later launches.
  Status findKernel(const void *host_function, const Target &target, Kernel **out,
                    unsigned block_threads = 0);
  /// The same for a launch: (*out)->functions has one for blocks of this class.
  Status findKernel(const void *host_function, const BlockClass &block, const Target &target, Kernel **out);
  /// The same with that one, by the shape of the blocks. Threads know what they have launched lately.
  Status findKernel(const void *host_function, const RaddleDim3 &block, const Target &target, Kernel **out,
                    const backend::Function **function);

  /// The same for one that device code refers to. It is the one that the host knows by its name, where it does.
  Status findKernel(const backend::KernelReference &reference, const BlockClass &block, const Target &target,
                    Kernel **out);
  /// With facts of any code that there is of it; else with those of code for `block`.
  Status findFacts(const backend::KernelReference &reference, const BlockClass &block, const Target &target,
                   Kernel **out);

  /// The mangled name of the kernel that a host stub stands for; "" when it is not registered.
  std::string kernelName(const void *host_function) const;

  /// Where a variable lives on the device. Status::kUnknownSymbol: not registered. Else as findKernel.
  Status findVariable(const void *host_variable, const Target &target, Symbol *out);

  /// The same for a variable of a unit by its mangled name.
  Status findVariable(FatBinary &binary, const std::string &name, const Target &target, Symbol *out);

  /// Gives the memory of the unit's variables back. Nothing may use them any more.
  void releaseVariables(const FatBinary &binary);

  /// Forgets what the device has, after its memory was released.
  void reset(int device);

private:
  struct KernelEntry;
  struct VariableEntry {
    std::shared_ptr<FatBinary> binary;
    std::string name;
  };

  static std::uint64_t newGeneration();
  FatBinary *add(std::shared_ptr<FatBinary> binary);
  std::shared_ptr<KernelEntry> entryOf(const backend::KernelReference &reference, const Target &target);
  Status findKernel(const backend::KernelReference &reference, const BlockClass &block, bool needs_code,
                    const Target &target, Kernel **out);
  Status loadKernel(KernelEntry &entry, const BlockClass &block, const Target &target, Kernel **out);
  Status moduleOf(FatBinary &binary, unsigned arch, std::shared_ptr<Module> *out);
  Status translateCodeOfNvcc(FatBinary &binary, unsigned arch);

  mutable std::shared_mutex mutex_;
  // Another number, of all registries in the process, after each change of what is known of kernels.
  std::atomic<std::uint64_t> generation_;
  std::vector<std::shared_ptr<FatBinary>> binaries_; // in the order of registration
  std::unordered_map<const void *, std::shared_ptr<KernelEntry>> kernels_;
  std::unordered_map<const void *, VariableEntry> variables_;
  std::unordered_map<const backend::KernelReference *, std::shared_ptr<KernelEntry>> referenced_;
};

} // namespace raddle::host

#endif
