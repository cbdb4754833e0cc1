// CUDA_VISIBLE_DEVICES: which devices of the machine a program sees, and in which order.
#ifndef RADDLE_HOST_DEVICE_VISIBLE_DEVICES_H
#define RADDLE_HOST_DEVICE_VISIBLE_DEVICES_H

#include "host/status.h"

#include <array>
#include <string>
#include <vector>

namespace raddle::host {

struct VisibleDevices {
  std::vector<int> numbers;         // of the machine's devices; empty: none is seen
  Status status = Status::kSuccess; // what every call answers when none is
};

/// What `list` leaves of the machine's devices with these UUIDs ("GPU-..."), by the rules that an H100 shows (CUDA 13.0,
/// 2026-11-26): numbers, or UUIDs or beginnings of such, separated by commas; the first entry decides which of both. An
/// entry that names no device ends the list, one that names a device again spoils all.
VisibleDevices visibleDevices(const std::string &list, const std::vector<std::string> &uuids);

/// A UUID as nvidia-smi writes it: "GPU-72616464-6c65-2d35-612d-303030000000".
std::string formatUuid(const std::array<unsigned char, 16> &uuid);

} // namespace raddle::host

#endif
