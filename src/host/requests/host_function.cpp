#include "host/requests/host_function.h"

#include "host/process/host_thread.h"

#include "profile/timeline.h"

#include <utility>

namespace raddle::host {

void enqueueHostFunction(const Context &context, Stream &stream, std::function<void(Status)> function) {
  auto operation = TaskOperation::make(Operation::Kind::kHostFunction);
  operation->task = [function = std::move(function)](Status status) {
    profile::timeline::Work work("host function");
    if (work.isTold())
      work.describe("host function");
    hostThread().in_host_function = true;
    function(status);
    hostThread().in_host_function = false;
  };
  context.scheduler().enqueue(stream, std::move(operation));
}

} // namespace raddle::host
