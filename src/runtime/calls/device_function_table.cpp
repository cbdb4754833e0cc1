#include "runtime/calls/device_function_table.h"
#include "diagnostics/messages.h"

#include "abi/kernel_exports.h"
#include "diagnostics/symbolizer.h"
#include "runtime/block/fault.h"
#include "runtime/worker/worker.h"

#include <algorithm>
#include <atomic>
#include <dlfcn.h>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <vector>

namespace raddle::runtime {

namespace {

using Addresses = std::vector<const void *>; // ascending

// Readers take no lock, so each table that was ever published stays.
std::atomic<const Addresses *> current = nullptr;

} // namespace

void addDeviceFunctions(std::span<const RaddleFunction> functions) {
  static std::mutex mutex;
  static std::vector<std::unique_ptr<const Addresses>> tables;
  if (functions.empty())
    return;
  std::lock_guard lock(mutex);
  auto table = std::make_unique<Addresses>();
  if (const Addresses *before = current.load())
    *table = *before;
  for (const RaddleFunction &function : functions)
    table->push_back(function.address);
  std::ranges::sort(*table);
  table->erase(std::ranges::unique(*table).begin(), table->end());
  current = table.get();
  tables.push_back(std::move(table));
}

bool isDeviceFunction(const void *address) {
  const Addresses *table = current.load(std::memory_order_acquire);
  return table && std::ranges::binary_search(*table, address);
}

namespace {

// What an address is that kernels may not call.
std::string describeTarget(const void *target) {
  Dl_info info{};
  if (!dladdr(target, &info))
    return fmt::format("called address {}, which is no function", target);
  // The program's own functions have no name here unless they are exported; its debug information may know them.
  std::string name = info.dli_sname && info.dli_saddr == target ? demangled(info.dli_sname) : "";
  if (name.empty()) {
    const auto frames = symbolizeFrames({reinterpret_cast<std::uintptr_t>(target)});
    if (!frames[0].empty())
      name = frames[0].back().function;
  }
  return fmt::format("called address {}, which is {} of the host program, not of the device", target,
                     name.empty() ? "code" : fmt::format("function '{}'", name));
}

// Null, small numbers and the like are no code of anybody.
bool isCodeOfHost(const void *target) {
  Dl_info info{};
  return dladdr(target, &info) != 0;
}

[[noreturn, gnu::noinline]] void refuseTarget(RaddleThread *thread, const void *target, std::uintptr_t site) {
  std::string text;
  bool is_of_host = false;
  static_cast<Block *>(thread->block)->worker->onHomeStack([&] {
    text = describeTarget(target);
    is_of_host = isCodeOfHost(target);
  });
  raiseFaultOfKernel(
      thread, FaultKind::kIllegalAddress, std::move(text), site,
      is_of_host ? "a kernel can call neither a function whose address the host took, nor the virtual "
                   "functions of an object that the host made; take the address, or make the object, in "
                   "device code"
                 : nullptr);
}

} // namespace

} // namespace raddle::runtime

using namespace raddle;
using namespace raddle::runtime;

RADDLE_EXPORT void raddle_check_target(RaddleThread *thread, const void *target) {
  if (!isDeviceFunction(target)) [[unlikely]]
    refuseTarget(thread, target, RADDLE_CALL_SITE);
}
