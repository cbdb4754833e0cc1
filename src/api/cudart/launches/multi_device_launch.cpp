// Launching one kernel on several devices, whose grids may synchronise.
#include "cuda_runtime_api.h"

#include "api/cudart/launches/launch.h"

#include <memory>
#include <set>
#include <span>
#include <vector>

using namespace raddle::cudart;
using raddle::host::LaunchOperation;
using raddle::host::Stream;
using raddle::host::StreamRegistry;
using raddle::host::StreamScheduler;

namespace {

using Entries = std::span<const cudaLaunchParams>;
using Streams = std::vector<std::shared_ptr<Stream>>;

bool same(const dim3 &a, const dim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool alike(const cudaLaunchParams &a, const cudaLaunchParams &b) {
  return a.func == b.func && same(a.gridDim, b.gridDim) && same(a.blockDim, b.blockDim) &&
         a.sharedMem == b.sharedMem;
}

LaunchRequest requestOf(const cudaLaunchParams &entry) {
  return {entry.func, extentOf(entry.gridDim), extentOf(entry.blockDim), entry.args, entry.sharedMem, true};
}

// The streams tell the devices.
cudaError_t findStreams(const StreamRegistry &registry, Entries entries, Streams *streams) {
  std::set<int> devices;
  for (const cudaLaunchParams &entry : entries) {
    if (!entry.func)
      return cudaErrorInvalidDeviceFunction;
    std::shared_ptr<Stream> stream = findMadeStream(registry, entry.stream);
    if (!stream)
      return cudaErrorInvalidResourceHandle;
    bool device_is_new = devices.insert(stream->device).second;
    if (!device_is_new || !alike(entry, entries.front()))
      return cudaErrorInvalidValue;
    streams->push_back(std::move(stream));
  }
  return cudaSuccess;
}

cudaError_t launchOnAll(Process &process, Entries entries, unsigned flags) {
  Streams streams;
  if (cudaError_t error = findStreams(process.scheduler.registry(), entries, &streams))
    return error;
  if (Status status = checkShape(requestOf(entries.front())))
    return errorOf(status);

  // All are described before the first is enqueued, so that all run or none.
  std::vector<StreamScheduler::Member> members;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Context context{process, process.device(streams[i]->device)};
    if (Status fault = process.scheduler.fault(context.device.id()))
      return errorOf(fault);
    members.push_back({streams[i], LaunchOperation::make()});
    if (Status status = describeLaunch(context, requestOf(entries[i]), &members.back().launch->launch))
      return errorOf(status);
  }

  std::vector<raddle::backend::Launch *> grids;
  for (const StreamScheduler::Member &member : members)
    grids.push_back(&member.launch->launch);
  process.backend.join(grids);
  process.scheduler.enqueueTogether(members, (flags & cudaCooperativeLaunchMultiDeviceNoPreSync) == 0,
                                    (flags & cudaCooperativeLaunchMultiDeviceNoPostSync) == 0);
  return cudaSuccess;
}

} // namespace

// The answers are those of an H100 (CUDA 13.0's driver, 2026-11-21), which still knows this launch.
cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *list, unsigned int count,
                                                   unsigned int flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnownFlags =
        cudaCooperativeLaunchMultiDeviceNoPreSync | cudaCooperativeLaunchMultiDeviceNoPostSync;
    if (!list || count == 0 || count > context.process.devices.size() || (flags & ~kKnownFlags) != 0)
      return cudaErrorInvalidValue;
    return launchOnAll(context.process, {list, count}, flags);
  });
}
