#include "host/requests/graph.h"

#include "host/process/host_thread.h"
#include "host/requests/capture.h"
#include "host/requests/copied_values.h"
#include "host/requests/copy.h"
#include "host/requests/external.h"

#include <cstring>
#include <utility>
#include <variant>
#include <vector>

namespace raddle::host {

namespace {

void copyLaunch(const backend::Launch &from, backend::Launch *to) {
  to->function = from.function;
  to->grid_dim = from.grid_dim;
  to->block_dim = from.block_dim;
  to->dynamic_shared_bytes = from.dynamic_shared_bytes;
  to->device = from.device;
  to->device_state = from.device_state;
  to->cooperative = from.cooperative;
  to->cluster_dim = from.cluster_dim;
  to->stack_bytes = from.stack_bytes;
  to->checked = from.checked;
  to->argument_bytes = from.argument_bytes;
  const std::size_t bytes = from.function->parameter_bytes;
  std::memcpy(to->parameters.allocate(bytes), from.parameters.get(), bytes);
}

using Kind = Operation::Kind;

std::shared_ptr<Operation> taskOf(std::function<void(Status)> task, Kind kind = Kind::kTask) {
  auto operation = Operation::make(kind);
  operation->task = std::move(task);
  return operation;
}

// What is to be done for each kind of work.
struct MakeOperation {
  const Context &context;

  std::shared_ptr<Operation> operator()(const KernelWork &work) const {
    auto operation = Operation::make(Kind::kLaunch);
    copyLaunch(*work.launch, &operation->launch);
    return operation;
  }
  std::shared_ptr<Operation> operator()(const CopyWork &work) const {
    const Copy &copy = work.copy;
    const CopiedValues values(context.memory(), copy.destination, copy.source, copy.shape);
    return taskOf([copy, values, &scheduler = context.scheduler(), &backend = context.backend(),
                   device = context.device.id()](Status fault) {
      if (fault != Status::kSuccess || copy.shape.isEmpty())
        return;
      if (moveBytes(backend, copy))
        values.moved(copy.destination, copy.source, copy.shape);
      else
        scheduler.setFault(device, Status::kIllegalAddress);
    });
  }
  std::shared_ptr<Operation> operator()(const FillWork &work) const {
    return taskOf([fill = work.fill, &backend = context.backend()](Status fault) {
      if (fault == Status::kSuccess && !fill.shape.isEmpty())
        fillBytes(backend, fill);
    });
  }
  std::shared_ptr<Operation> operator()(const HostWork &work) const {
    return taskOf(
        [work](Status fault) {
          if (fault != Status::kSuccess)
            return;
          hostThread().in_host_function = true;
          work.function(work.data);
          hostThread().in_host_function = false;
        },
        Kind::kHostFunction);
  }
  std::shared_ptr<Operation> operator()(const SignalWork &work) const { return operationOf(work); }
  std::shared_ptr<Operation> operator()(const AwaitWork &work) const { return operationOf(work); }
  // Children are steps of their own; an event is what the scheduler makes of its marker.
  template <typename Other> std::shared_ptr<Operation> operator()(const Other &) const {
    return Operation::make(Kind::kMarker);
  }
};

Event *eventOf(const Work &work, bool recorded) {
  if (const auto *record = std::get_if<RecordWork>(&work); record && recorded)
    return record->event.get();
  const auto *wait = std::get_if<WaitWork>(&work);
  return wait && !recorded ? wait->event.get() : nullptr;
}

} // namespace

Status instantiate(const Context &context, const Graph &graph, unsigned long long flags,
                   std::shared_ptr<GraphExec> *out) {
  std::optional<std::vector<GraphExec::Step>> steps = stepsOf(graph);
  if (!steps)
    return Status::kInvalidValue;
  auto exec = std::make_shared<GraphExec>();
  exec->device = context.device.id();
  exec->flags = flags;
  exec->graph = graph.clone();
  exec->steps = std::move(*steps);
  *out = std::move(exec);
  return Status::kSuccess;
}

Status launchGraph(const Context &context, GraphExec &exec, Stream &stream) {
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return refuseIfCapturing(context, stream); }))
    return *status;
  std::lock_guard lock(exec.mutex);
  const MakeOperation make{context};
  std::vector<StreamScheduler::Dependent> graph;
  graph.reserve(exec.steps.size());
  for (const GraphExec::Step &step : exec.steps)
    graph.push_back({step.enabled ? std::visit(make, step.work) : Operation::make(Kind::kMarker), step.before,
                     eventOf(step.work, true), eventOf(step.work, false)});
  exec.last = context.scheduler().enqueueGraph(stream, graph, exec.last);
  return Status::kSuccess;
}

Update updateExec(GraphExec &exec, const Graph &graph, const Node **fault) {
  *fault = nullptr;
  std::optional<std::vector<GraphExec::Step>> steps = stepsOf(graph);
  if (!steps || steps->size() != exec.steps.size())
    return Update::kTopologyChanged;
  for (std::size_t i = 0; i < steps->size(); ++i) {
    const GraphExec::Step &before = exec.steps[i], &after = (*steps)[i];
    *fault = after.source;
    if (before.before != after.before)
      return Update::kTopologyChanged;
    if (before.work.index() != after.work.index())
      return Update::kKindChanged;
  }
  *fault = nullptr;
  std::lock_guard lock(exec.mutex);
  for (std::size_t i = 0; i < steps->size(); ++i)
    exec.steps[i].work = (*steps)[i].work;
  exec.graph = graph.clone();
  return Update::kSuccess;
}

} // namespace raddle::host
