#include "backend/device_queries.h"

#include <atomic>

namespace raddle::backend {

namespace {
std::atomic<const DeviceQueries *> queries_of_front_end = nullptr;
}

void setDeviceQueries(const DeviceQueries *queries) { queries_of_front_end = queries; }

const DeviceQueries *deviceQueries() { return queries_of_front_end; }

} // namespace raddle::backend
