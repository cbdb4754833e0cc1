#include "host/requests/graph.h"

#include "host/graph/graph_launch.h"
#include "host/process/host_thread.h"
#include "host/requests/capture.h"
#include "host/requests/copied_values.h"
#include "host/requests/copy.h"
#include "host/requests/external.h"
#include "host/requests/touched_memory.h"

#include <algorithm>
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
  if (from.extras().cluster_dim)
    to->addExtras().cluster_dim = from.extras().cluster_dim;
  to->stack_bytes = from.stack_bytes;
  to->checked = from.checked;
  if (from.extras().argument_bytes)
    to->addExtras().argument_bytes = from.extras().argument_bytes;
  const std::size_t bytes = from.function->parameter_bytes;
  std::memcpy(to->parameters.allocate(bytes), from.parameters.get(), bytes);
}

using Kind = Operation::Kind;

std::shared_ptr<Operation> taskOf(Task task, Kind kind = Kind::kTask,
                                  std::shared_ptr<check::Work> work = nullptr) {
  auto operation = TaskOperation::make(kind);
  operation->task = std::move(task);
  operation->work = std::move(work);
  return operation;
}

std::vector<StreamScheduler::Dependent> makeOperations(const Context &context,
                                                       const std::vector<GraphExec::Step> &steps,
                                                       const std::shared_ptr<GraphLaunch> &launch);

// The node of a condition, while one of its graphs runs.
struct ConditionalNode : std::enable_shared_from_this<ConditionalNode> {
  ConditionalNode(const Context &of, std::shared_ptr<GraphLaunch> in, ConditionWork does,
                  std::vector<std::shared_ptr<std::vector<GraphExec::Step>>> steps)
      : context(of), launch(std::move(in)), work(std::move(does)), bodies(std::move(steps)) {}

  // `operation`: the node's own.
  void run(const Operation *operation, std::function<void()> then) {
    const unsigned value = launch->exec->conditions.at(work.condition.handle).value;
    const bool is_switch = work.kind == ConditionWork::Kind::kSwitch;
    // The second graph of an `if` is for zero.
    const std::size_t body = is_switch ? value : value == 0;
    if (context.scheduler().fault(context.device.id()) != Status::kSuccess || body >= bodies.size()) {
      then();
      return;
    }
    const auto operations = makeOperations(context, *bodies[body], launch);
    // To other work, the node and all that it runs are one.
    for (const StreamScheduler::Dependent &dependent : operations) {
      dependent.operation->work = nullptr;
      if (dependent.operation->isLaunch())
        dependent.operation->asLaunch().launch.addExtras().work = operation->work.get();
    }
    context.scheduler().startGraph(context.device.id(), operations,
                                   {.at_end = [self = shared_from_this(), operation,
                                               then = std::move(then)](std::function<void()> finish) {
                                     if (self->work.kind == ConditionWork::Kind::kWhile)
                                       self->run(operation, then);
                                     else
                                       then();
                                     finish();
                                   }});
  }

  const Context context;
  const std::shared_ptr<GraphLaunch> launch;
  const ConditionWork work;
  const std::vector<std::shared_ptr<std::vector<GraphExec::Step>>> bodies;
};

// What is to be done for each kind of work.
struct MakeOperation {
  const Context &context;
  const std::shared_ptr<GraphLaunch> &launch;
  const GraphExec::Step &step;

  std::shared_ptr<Operation> operator()(const KernelWork &work) const {
    auto operation = LaunchOperation::make();
    copyLaunch(*work.launch, &operation->launch);
    if (launch)
      operation->launch.addExtras().graph = launch;
    return operation;
  }
  std::shared_ptr<Operation> operator()(const CopyWork &work) const {
    const Copy &copy = work.copy;
    const CopiedValues values(context.memory(), copy.destination, copy.source, copy.shape);
    return taskOf(
        [copy, values, &scheduler = context.scheduler(), &backend = context.backend(),
         device = context.device.id()](Status fault) {
          if (fault != Status::kSuccess || copy.shape.isEmpty())
            return;
          if (moveBytes(backend, copy))
            values.moved(copy.destination, copy.source, copy.shape);
          else
            scheduler.setFault(device, Status::kIllegalAddress);
        },
        Kind::kTask, workOf(context.memory(), copy));
  }
  std::shared_ptr<Operation> operator()(const FillWork &work) const {
    return taskOf(
        [fill = work.fill, &backend = context.backend()](Status fault) {
          if (fault == Status::kSuccess && !fill.shape.isEmpty())
            fillBytes(backend, fill);
        },
        Kind::kTask, workOf(context.memory(), work.fill));
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
  std::shared_ptr<Operation> operator()(const ConditionWork &work) const {
    auto node = std::make_shared<ConditionalNode>(context, launch, work, step.bodies);
    auto operation = TaskOperation::make(Kind::kDeferred);
    operation->task = [node = std::move(node), raw = operation.get()](Status) {
      node->run(raw, [&scheduler = node->context.scheduler(), raw] { scheduler.finishDeferred(*raw); });
    };
    return operation;
  }
  std::shared_ptr<Operation> operator()(const SignalWork &work) const { return operationOf(work); }
  std::shared_ptr<Operation> operator()(const AwaitWork &work) const { return operationOf(work); }
  // Children are steps of their own; an event is what the scheduler makes of its marker.
  template <typename Other> std::shared_ptr<Operation> operator()(const Other &) const {
    return TaskOperation::make(Kind::kMarker);
  }
};

// A kernel that other kernels change: what it does is known when its turn comes, and runs as a graph of one node then.
std::shared_ptr<Operation> updatableOperation(const Context &context, std::shared_ptr<UpdatableKernel> kernel,
                                              const std::shared_ptr<GraphLaunch> &launch) {
  auto operation = TaskOperation::make(Kind::kDeferred);
  operation->task = [context, kernel = std::move(kernel), launch, raw = operation.get()](Status) {
    const auto finish = [&scheduler = context.scheduler(), raw] { scheduler.finishDeferred(*raw); };
    const UpdatableKernel::State state = kernel->state();
    if (context.scheduler().fault(context.device.id()) != Status::kSuccess || !state.is_enabled) {
      finish();
      return;
    }
    auto inner = LaunchOperation::make();
    copyLaunch(*state.launch, &inner->launch);
    inner->launch.grid_dim = state.grid;
    std::ranges::copy(state.parameters, inner->launch.parameters.get());
    inner->launch.addExtras().graph = launch;
    // To other work, both are one.
    inner->launch.addExtras().work = raw->work.get();
    const std::vector<StreamScheduler::Dependent> graph = {{std::move(inner), {}, nullptr, nullptr}};
    context.scheduler().startGraph(context.device.id(), graph,
                                   {.at_end = [finish](std::function<void()> end) {
                                     finish();
                                     end();
                                   }});
  };
  return operation;
}

UpdatableKernel *updatableOf(const Work &work) {
  const auto *kernel = std::get_if<KernelWork>(&work);
  return kernel ? kernel->updatable.get() : nullptr;
}

std::shared_ptr<Operation> operationOfStep(const Context &context, const GraphExec::Step &step,
                                           const std::shared_ptr<GraphLaunch> &launch) {
  if (updatableOf(step.work))
    return updatableOperation(context, std::get<KernelWork>(step.work).updatable, launch);
  return step.enabled ? std::visit(MakeOperation{context, launch, step}, step.work)
                      : TaskOperation::make(Kind::kMarker);
}

Event *eventOf(const Work &work, bool recorded) {
  if (const auto *record = std::get_if<RecordWork>(&work); record && recorded)
    return record->event.get();
  const auto *wait = std::get_if<WaitWork>(&work);
  return wait && !recorded ? wait->event.get() : nullptr;
}

std::vector<StreamScheduler::Dependent> makeOperations(const Context &context,
                                                       const std::vector<GraphExec::Step> &steps,
                                                       const std::shared_ptr<GraphLaunch> &launch) {
  std::vector<StreamScheduler::Dependent> graph;
  graph.reserve(steps.size());
  for (const GraphExec::Step &step : steps)
    graph.push_back({operationOfStep(context, step, launch), step.before, eventOf(step.work, true),
                     eventOf(step.work, false)});
  return graph;
}

void findConditions(const std::vector<GraphExec::Step> &steps, GraphExec &exec) {
  for (const GraphExec::Step &step : steps) {
    if (const auto *condition = std::get_if<ConditionWork>(&step.work))
      exec.conditions.try_emplace(condition->condition.handle, condition->condition);
    for (const auto &body : step.bodies)
      findConditions(*body, exec);
  }
}

// Kernels may change those that are updatable from now on.
void beginUpdates(const std::vector<GraphExec::Step> &steps) {
  for (const GraphExec::Step &step : steps) {
    if (UpdatableKernel *const kernel = updatableOf(step.work))
      kernel->begin(std::get<KernelWork>(step.work).launch, step.enabled);
    for (const auto &body : step.bodies)
      beginUpdates(*body);
  }
}

bool hasUpdatable(const std::vector<GraphExec::Step> &steps) {
  return std::ranges::any_of(steps, [](const GraphExec::Step &step) {
    return updatableOf(step.work) ||
           std::ranges::any_of(step.bodies, [](const auto &body) { return hasUpdatable(*body); });
  });
}

bool areLoaded(const std::vector<GraphExec::Step> &steps) {
  return std::ranges::all_of(steps, [](const GraphExec::Step &step) {
    const auto *kernel = std::get_if<KernelWork>(&step.work);
    return (!kernel || isLoaded(*kernel)) &&
           std::ranges::all_of(step.bodies, [](const auto &body) { return areLoaded(*body); });
  });
}

// Looks at the kernels only where some have come or gone since.
Status checkKernels(GraphExec &exec) {
  const std::uint64_t generation = modules().generation();
  if (exec.checked_generation.load(std::memory_order_relaxed) == generation)
    return Status::kSuccess;
  if (!areLoaded(exec.steps))
    return Status::kInvalidHandle;
  exec.checked_generation = generation;
  return Status::kSuccess;
}

// Whether any graph may be launched by kernels, which then have to know which launch they belong to.
std::atomic<bool> kernels_launch_graphs = false;

// A launch that a kernel of another one asked for.
void runGraph(const Context &context, const std::shared_ptr<GraphExec> &exec,
              const std::shared_ptr<GraphLaunch> &parent, std::function<void()> then);

std::shared_ptr<GraphLaunch> makeLaunch(const Context &context, std::shared_ptr<GraphExec> exec,
                                        std::shared_ptr<GraphLaunch> parent) {
  return std::make_shared<GraphLaunch>(
      context.scheduler(), std::move(exec), std::move(parent),
      [context](const std::shared_ptr<GraphExec> &other, const std::shared_ptr<GraphLaunch> &within,
                std::function<void()> then) { runGraph(context, other, within, std::move(then)); });
}

void runGraph(const Context &context, const std::shared_ptr<GraphExec> &exec,
              const std::shared_ptr<GraphLaunch> &parent, std::function<void()> then) {
  const std::shared_ptr<GraphLaunch> launch = makeLaunch(context, exec, parent);
  ++exec->running;
  std::vector<StreamScheduler::Dependent> operations;
  {
    std::lock_guard lock(exec->mutex);
    operations = makeOperations(context, exec->steps, launch);
  }
  context.scheduler().startGraph(context.device.id(), operations,
                                 {.at_begin = [exec] { exec->resetConditions(); },
                                  .at_end =
                                      [launch, then = std::move(then)](std::function<void()> finish) {
                                        --launch->exec->running;
                                        launch->end(then);
                                        finish();
                                      }});
}

} // namespace

bool isLoaded(const KernelWork &work) {
  return modules().isLoaded(work.stub, work.launch->device, *work.launch->function);
}

Status instantiate(const Context &context, const Graph &graph, unsigned long long flags, bool for_kernels,
                   std::shared_ptr<GraphExec> *out) {
  std::optional<std::vector<GraphExec::Step>> steps = stepsOf(graph);
  if (!steps)
    return Status::kInvalidValue;
  auto exec = std::make_shared<GraphExec>();
  exec->device = context.device.id();
  exec->flags = flags;
  exec->steps = std::move(*steps);
  exec->is_for_kernels = for_kernels;
  if (for_kernels)
    kernels_launch_graphs = true;
  if (!areLoaded(exec->steps))
    return Status::kInvalidHandle;
  findConditions(exec->steps, *exec);
  exec->is_updatable = hasUpdatable(exec->steps);
  if (!exec->conditions.empty() || exec->is_updatable) {
    if (!graph.instantiation.expired())
      return Status::kNotSupported;
    graph.instantiation = exec;
  }
  beginUpdates(exec->steps);
  *out = std::move(exec);
  return Status::kSuccess;
}

Status launchGraph(const Context &context, const std::shared_ptr<GraphExec> &exec, Stream &stream) {
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return refuseIfCapturing(context, stream); }))
    return *status;
  std::lock_guard lock(exec->mutex);
  if (Status status = checkKernels(*exec))
    return status;
  exec->is_uploaded = true;
  std::shared_ptr<GraphLaunch> launch;
  GraphHooks hooks;
  if (!exec->conditions.empty() || kernels_launch_graphs.load(std::memory_order_relaxed)) {
    // Graphs that its kernels launch as its siblings run within the outer one.
    launch = makeLaunch(context, exec, makeLaunch(context, exec, nullptr));
    hooks.at_begin = [exec] {
      ++exec->running;
      exec->resetConditions();
    };
    hooks.at_end = [launch](std::function<void()> finish) {
      --launch->exec->running;
      launch->end([launch, finish = std::move(finish)] { launch->parent->end(finish); });
    };
  }
  const auto graph = makeOperations(context, exec->steps, launch);
  hooks.past = &exec->past;
  exec->last = context.scheduler().enqueueGraph(stream, graph, exec->last, std::move(hooks));
  return Status::kSuccess;
}

Status launchGraphFromDevice(const std::shared_ptr<backend::LaunchedGraph> &caller,
                             const std::shared_ptr<GraphExec> &exec, GraphStream stream) {
  const auto launch = std::static_pointer_cast<GraphLaunch>(caller);
  if (!launch || !exec->is_for_kernels || !exec->is_uploaded)
    return Status::kInvalidValue;
  {
    std::lock_guard lock(exec->mutex);
    if (Status status = checkKernels(*exec))
      return status;
  }
  if (stream == GraphStream::kTail)
    return launch->launchAtTail(exec);
  if (exec->running != 0)
    return Status::kInvalidValue;
  const bool is_sibling = stream == GraphStream::kFireAndForgetAsSibling;
  return (is_sibling ? launch->parent : launch)->launchWithin(exec);
}

Status setCondition(const std::shared_ptr<backend::LaunchedGraph> &caller, std::uint64_t condition,
                    unsigned value) {
  const auto launch = std::static_pointer_cast<GraphLaunch>(caller);
  if (!launch)
    return Status::kInvalidValue;
  const auto found = launch->exec->conditions.find(condition);
  if (found == launch->exec->conditions.end())
    return Status::kInvalidValue;
  found->second.value = value;
  return Status::kSuccess;
}

std::shared_ptr<GraphExec> currentGraph(const std::shared_ptr<backend::LaunchedGraph> &caller) {
  const auto launch = std::static_pointer_cast<GraphLaunch>(caller);
  return launch && launch->exec->is_for_kernels ? launch->exec : nullptr;
}

Update updateExec(GraphExec &exec, const Graph &graph, const Node **fault) {
  *fault = nullptr;
  std::optional<std::vector<GraphExec::Step>> steps = stepsOf(graph);
  if (!steps || steps->size() != exec.steps.size())
    return Update::kTopologyChanged;
  if (exec.is_updatable || hasUpdatable(*steps))
    return Update::kNotSupported;
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
  for (std::size_t i = 0; i < steps->size(); ++i) {
    exec.steps[i].work = (*steps)[i].work;
    exec.steps[i].bodies = std::move((*steps)[i].bodies);
  }
  return Update::kSuccess;
}

} // namespace raddle::host
