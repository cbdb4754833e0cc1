// The host side of multi-device launches for nvcc, over the CUDA runtime. See launch_multi_device.h.
#ifndef COOPERATIVE_GROUPS_DETAIL_LAUNCH_MULTI_DEVICE_NVCC_H
#define COOPERATIVE_GROUPS_DETAIL_LAUNCH_MULTI_DEVICE_NVCC_H

#include <cuda_runtime.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#if CUDART_VERSION < 12080
#error "launch_multi_device.h needs CUDA 12.8 or newer"
#endif

// What CUDA 13 has removed.
#if CUDART_VERSION >= 13000
#define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02

struct cudaLaunchParams {
  void *func;
  dim3 gridDim;
  dim3 blockDim;
  void **args;
  size_t sharedMem;
  cudaStream_t stream;
};
#endif

namespace cooperative_groups::__v1::detail::multi_device {

// ---- what each translation unit has: the pointer through which its kernels find the workspace ----

struct workspace_symbol {
  const void *symbol;
  std::vector<bool> set; // by device
};

struct workspace_symbols {
  std::mutex mutex;
  std::vector<workspace_symbol> all;

  static workspace_symbols &instance() {
    // Never destroyed: static objects of any file may need it at the end.
    static workspace_symbols *const symbols = new workspace_symbols;
    return *symbols;
  }
};

struct symbol_registration {
  explicit symbol_registration(const void *registered) : symbol(registered) {
    workspace_symbols &symbols = workspace_symbols::instance();
    std::lock_guard<std::mutex> lock(symbols.mutex);
    symbols.all.push_back({symbol, {}});
  }
  ~symbol_registration() {
    workspace_symbols &symbols = workspace_symbols::instance();
    std::lock_guard<std::mutex> lock(symbols.mutex);
    symbols.all.erase(std::remove_if(symbols.all.begin(), symbols.all.end(),
                                     [this](const workspace_symbol &one) { return one.symbol == symbol; }),
                      symbols.all.end());
  }
  const void *symbol;
};

static symbol_registration registration_of_this_file(&workspace_of_device);

// ---- what each device has, from its first multi-device launch to the end of the process ----

struct device_state {
  multi_grid_workspace *workspace = nullptr;
  unsigned long long *mailbox = nullptr; // one number for each sending device; null: host memory serves
  cudaStream_t stream = nullptr;         // for setting up, beside all work of the program
  cudaEvent_t ready = nullptr;           // earlier work of the launch's stream has finished
  cudaEvent_t done = nullptr;            // the last multi-device launch has finished
};

#define COOPERATIVE_GROUPS_TRY(call)                                                                         \
  if (cudaError_t error = (call))                                                                            \
  return error

class current_device_guard {
public:
  current_device_guard() { cudaGetDevice(&device_); }
  ~current_device_guard() { cudaSetDevice(device_); }

private:
  int device_ = 0;
};

class launcher {
public:
  static launcher &instance() {
    static launcher *const only = new launcher;
    return *only;
  }

  cudaError_t launch(cudaLaunchParams *list, unsigned num_devices, unsigned flags) {
    // One launch after the other, so that all devices see them in the same order.
    std::lock_guard<std::mutex> lock(mutex_);
    current_device_guard guard;
    COOPERATIVE_GROUPS_TRY(cudaGetDeviceCount(&device_count_));
    std::vector<int> devices;
    COOPERATIVE_GROUPS_TRY(check(list, num_devices, flags, devices));
    for (int device : devices)
      COOPERATIVE_GROUPS_TRY(prepare(device));
    COOPERATIVE_GROUPS_TRY(fill_workspaces(list, devices));
    if ((flags & cudaCooperativeLaunchMultiDeviceNoPreSync) == 0)
      COOPERATIVE_GROUPS_TRY(join(list, devices, &device_state::ready));
    for (unsigned rank = 0; rank < num_devices; ++rank) {
      const cudaLaunchParams &one = list[rank];
      COOPERATIVE_GROUPS_TRY(cudaSetDevice(devices[rank]));
      COOPERATIVE_GROUPS_TRY(cudaLaunchCooperativeKernel(one.func, one.gridDim, one.blockDim, one.args,
                                                         one.sharedMem, one.stream));
      // From here on this_multi_grid() is not valid.
      COOPERATIVE_GROUPS_TRY(
          cudaMemsetAsync(&state(devices[rank]).workspace->num_grids, 0, sizeof(unsigned), one.stream));
    }
    return finish(list, devices, (flags & cudaCooperativeLaunchMultiDeviceNoPostSync) == 0);
  }

private:
  device_state &state(int device) { return states_[static_cast<std::size_t>(device)]; }

  // Everything that could refuse a launch is asked before the first one: a grid whose peers never start would
  // wait for them for ever.
  cudaError_t check(const cudaLaunchParams *list, unsigned num_devices, unsigned flags,
                    std::vector<int> &devices) const {
    constexpr unsigned known_flags =
        cudaCooperativeLaunchMultiDeviceNoPreSync | cudaCooperativeLaunchMultiDeviceNoPostSync;
    if (!list || num_devices == 0 || num_devices > static_cast<unsigned>(device_count_) ||
        num_devices > kMaxGrids || (flags & ~known_flags) != 0)
      return cudaErrorInvalidValue;
    for (unsigned rank = 0; rank < num_devices; ++rank) {
      const cudaLaunchParams &one = list[rank];
      if (!one.func)
        return cudaErrorInvalidDeviceFunction;
      if (!one.stream || one.stream == cudaStreamLegacy || one.stream == cudaStreamPerThread)
        return cudaErrorInvalidResourceHandle;
      int device = 0;
      COOPERATIVE_GROUPS_TRY(cudaStreamGetDevice(one.stream, &device));
      bool twice = std::find(devices.begin(), devices.end(), device) != devices.end();
      if (twice || !alike(one, *list))
        return cudaErrorInvalidValue;
      devices.push_back(device);
      COOPERATIVE_GROUPS_TRY(cudaSetDevice(device));
      COOPERATIVE_GROUPS_TRY(check_size(one, device));
    }
    return cudaSuccess;
  }

  static bool same(const dim3 &a, const dim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

  static bool alike(const cudaLaunchParams &a, const cudaLaunchParams &b) {
    return a.func == b.func && a.sharedMem == b.sharedMem && same(a.gridDim, b.gridDim) &&
           same(a.blockDim, b.blockDim) && !a.args == !b.args;
  }

  // Also loads the kernel, which must not happen while a grid waits for this one.
  static cudaError_t check_size(const cudaLaunchParams &one, int device) {
    cudaFuncAttributes attributes;
    COOPERATIVE_GROUPS_TRY(cudaFuncGetAttributes(&attributes, one.func));
    unsigned long long threads = 1ull * one.blockDim.x * one.blockDim.y * one.blockDim.z;
    unsigned long long blocks = 1ull * one.gridDim.x * one.gridDim.y * one.gridDim.z;
    if (threads == 0 || blocks == 0 || threads > static_cast<unsigned>(attributes.maxThreadsPerBlock) ||
        one.blockDim.z > 64 || one.gridDim.y > 65535 || one.gridDim.z > 65535)
      return CUDART_VERSION >= 13000 ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration;
    int cooperative = 0, multiprocessors = 0, resident = 0;
    COOPERATIVE_GROUPS_TRY(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    COOPERATIVE_GROUPS_TRY(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    COOPERATIVE_GROUPS_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &resident, one.func, static_cast<int>(threads), one.sharedMem));
    if (!cooperative)
      return cudaErrorNotSupported;
    if (blocks > static_cast<unsigned long long>(resident) * static_cast<unsigned>(multiprocessors) ||
        one.sharedMem > static_cast<unsigned>(attributes.maxDynamicSharedSizeBytes))
      return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
  }

  static bool can_access(int device, int peer) {
    int answer = 0;
    return device != peer && cudaDeviceCanAccessPeer(&answer, device, peer) == cudaSuccess && answer != 0;
  }

  // Memory of a device that its peers reach, whatever the program has enabled or will disable.
  cudaError_t make_shared_pool(int device, cudaMemPool_t *pool) const {
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device};
    COOPERATIVE_GROUPS_TRY(cudaMemPoolCreate(pool, &properties));
    std::vector<cudaMemAccessDesc> peers;
    for (int peer = 0; peer < device_count_; ++peer)
      if (can_access(peer, device))
        peers.push_back({{cudaMemLocationTypeDevice, peer}, cudaMemAccessFlagsProtReadWrite});
    return peers.empty() ? cudaSuccess : cudaMemPoolSetAccess(*pool, peers.data(), peers.size());
  }

  std::size_t mailbox_bytes() const {
    return static_cast<std::size_t>(device_count_) * sizeof(unsigned long long);
  }

  cudaError_t prepare(int device) {
    COOPERATIVE_GROUPS_TRY(cudaSetDevice(device));
    if (!host_mailboxes_) {
      std::size_t bytes = mailbox_bytes() * static_cast<std::size_t>(device_count_);
      COOPERATIVE_GROUPS_TRY(
          cudaHostAlloc(&host_mailboxes_, bytes, cudaHostAllocPortable | cudaHostAllocMapped));
      std::fill_n(host_mailboxes_, bytes / sizeof(unsigned long long), 0ull);
      states_.resize(static_cast<std::size_t>(device_count_));
    }
    if (!state(device).done) {
      device_state made;
      COOPERATIVE_GROUPS_TRY(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking));
      cudaMemPool_t pool = nullptr;
      COOPERATIVE_GROUPS_TRY(make_shared_pool(device, &pool));
      COOPERATIVE_GROUPS_TRY(
          cudaMallocFromPoolAsync(&made.workspace, sizeof *made.workspace, pool, made.stream));
      COOPERATIVE_GROUPS_TRY(cudaMallocFromPoolAsync(&made.mailbox, mailbox_bytes(), pool, made.stream));
      COOPERATIVE_GROUPS_TRY(cudaMemsetAsync(made.workspace, 0, sizeof *made.workspace, made.stream));
      COOPERATIVE_GROUPS_TRY(cudaMemsetAsync(made.mailbox, 0, mailbox_bytes(), made.stream));
      COOPERATIVE_GROUPS_TRY(cudaEventCreateWithFlags(&made.ready, cudaEventDisableTiming));
      COOPERATIVE_GROUPS_TRY(cudaEventCreateWithFlags(&made.done, cudaEventDisableTiming));
      COOPERATIVE_GROUPS_TRY(cudaStreamSynchronize(made.stream));
      state(device) = made;
    }
    return set_symbols(device);
  }

  cudaError_t set_symbols(int device) {
    device_state &own = state(device);
    workspace_symbols &symbols = workspace_symbols::instance();
    std::lock_guard<std::mutex> lock(symbols.mutex);
    for (workspace_symbol &one : symbols.all) {
      one.set.resize(static_cast<std::size_t>(device_count_));
      if (one.set[static_cast<std::size_t>(device)])
        continue;
      COOPERATIVE_GROUPS_TRY(cudaMemcpyToSymbolAsync(one.symbol, &own.workspace, sizeof own.workspace, 0,
                                                     cudaMemcpyHostToDevice, own.stream));
      COOPERATIVE_GROUPS_TRY(cudaStreamSynchronize(own.stream));
      one.set[static_cast<std::size_t>(device)] = true;
    }
    return cudaSuccess;
  }

  // Where `sender` leaves its number for `receiver`.
  unsigned long long *mailbox(int receiver, int sender) {
    if (can_access(sender, receiver))
      return state(receiver).mailbox + sender;
    return host_mailboxes_ + receiver * device_count_ + sender;
  }

  cudaError_t fill_workspaces(const cudaLaunchParams *list, const std::vector<int> &devices) {
    ++launches_;
    for (std::size_t rank = 0; rank < devices.size(); ++rank) {
      multi_grid_workspace filled = {};
      filled.num_grids = static_cast<unsigned>(devices.size());
      filled.grid_rank = static_cast<unsigned>(rank);
      filled.first_barrier = launches_ << 36;
      for (std::size_t other = 0; other < devices.size(); ++other) {
        filled.outbox[other] = mailbox(devices[other], devices[rank]);
        filled.inbox[other] = mailbox(devices[rank], devices[other]);
      }
      device_state &own = state(devices[rank]);
      COOPERATIVE_GROUPS_TRY(cudaSetDevice(devices[rank]));
      // An earlier multi-device launch in another stream may still use the workspace.
      COOPERATIVE_GROUPS_TRY(cudaStreamWaitEvent(list[rank].stream, own.done, 0));
      COOPERATIVE_GROUPS_TRY(
          cudaMemcpyAsync(own.workspace, &filled, sizeof filled, cudaMemcpyHostToDevice, list[rank].stream));
    }
    return cudaSuccess;
  }

  // Every stream waits for what all of them have had to do so far.
  cudaError_t join(const cudaLaunchParams *list, const std::vector<int> &devices,
                   cudaEvent_t device_state::*event) {
    COOPERATIVE_GROUPS_TRY(record(list, devices, event));
    for (std::size_t rank = 0; rank < devices.size(); ++rank)
      for (int other : devices)
        if (other != devices[rank])
          COOPERATIVE_GROUPS_TRY(cudaStreamWaitEvent(list[rank].stream, state(other).*event, 0));
    return cudaSuccess;
  }

  cudaError_t record(const cudaLaunchParams *list, const std::vector<int> &devices,
                     cudaEvent_t device_state::*event) {
    for (std::size_t rank = 0; rank < devices.size(); ++rank) {
      COOPERATIVE_GROUPS_TRY(cudaSetDevice(devices[rank]));
      COOPERATIVE_GROUPS_TRY(cudaEventRecord(state(devices[rank]).*event, list[rank].stream));
    }
    return cudaSuccess;
  }

  cudaError_t finish(const cudaLaunchParams *list, const std::vector<int> &devices, bool post_sync) {
    return post_sync ? join(list, devices, &device_state::done) : record(list, devices, &device_state::done);
  }

  std::mutex mutex_;
  int device_count_ = 0;
  unsigned long long launches_ = 0;
  unsigned long long *host_mailboxes_ = nullptr; // [receiver][sender]
  std::vector<device_state> states_;
};

#undef COOPERATIVE_GROUPS_TRY

} // namespace cooperative_groups::__v1::detail::multi_device

namespace cooperative_groups::__v1 {

/// Launches `list[i].func` on the device of `list[i].stream`, for 0 <= i < num_devices, as
/// cudaLaunchCooperativeKernelMultiDevice() of CUDA 9 to 12 does: the same kernel, grid, block and shared
/// memory on each device, no device twice, streams that the program has created, not more blocks than are
/// resident at once on each device.
///
/// Launches that share a device run one after the other, in the order of the calls.
///
/// \returns cudaErrorInvalidValue: the list or the flags make no sense, entries differ, or a device occurs
/// twice; cudaErrorInvalidResourceHandle: a default stream; cudaErrorCooperativeLaunchTooLarge: more blocks
/// than fit on a device; or what the CUDA runtime answers.
inline cudaError_t launch_multi_device(cudaLaunchParams *list, unsigned num_devices, unsigned flags = 0) {
  return detail::multi_device::launcher::instance().launch(list, num_devices, flags);
}

} // namespace cooperative_groups::__v1

#if CUDART_VERSION >= 13000
inline cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams *list, unsigned num_devices,
                                                          unsigned flags = 0) {
  return cooperative_groups::launch_multi_device(list, num_devices, flags);
}
#endif

#endif
