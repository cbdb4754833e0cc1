// Graphs: making and looking at them, their edges, and objects of the program that live as long.
#include "api/cudart/graphs/call.h"
#include "check/live_objects.h"
#include "host/requests/graph.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <mutex>

using namespace raddle::cudart;
using raddle::host::Graph;
using raddle::host::Node;

namespace {

// As CUDA answers questions for lists: without an array, how many there are; else what fits, nulls after it.
template <typename List> cudaError_t answer(const List &nodes, cudaGraphNode_t *out, std::size_t *count) {
  if (!count)
    return cudaErrorInvalidValue;
  if (out)
    for (std::size_t i = 0; i < *count; ++i)
      out[i] = i < nodes.size() ? handleOf(*nodes[i]) : nullptr;
  *count = out ? std::min(*count, nodes.size()) : nodes.size();
  return cudaSuccess;
}

// Edges of the default kind.
void clear(cudaGraphEdgeData *data, std::size_t count) {
  if (data)
    std::fill_n(data, count, cudaGraphEdgeData{});
}

bool arePlain(const cudaGraphEdgeData *data, std::size_t count) {
  return !data || std::all_of(data, data + count, [](const cudaGraphEdgeData &edge) {
    return edge.from_port == 0 && edge.to_port == 0 && edge.type == cudaGraphDependencyTypeDefault;
  });
}

cudaError_t edges(cudaGraph_t handle, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                  std::size_t *count) {
  return onGraph(handle, [=](const Context &, Graph &graph) {
    if (!count || !from != !to)
      return cudaErrorInvalidValue;
    std::size_t known = 0;
    for (const auto &node : graph.nodes())
      for (const Node *dependent : node->dependents) {
        if (from && known < *count) {
          from[known] = handleOf(*node);
          to[known] = handleOf(*dependent);
        }
        ++known;
      }
    clear(data, std::min(known, *count));
    *count = from ? std::min(*count, known) : known;
    return cudaSuccess;
  });
}

// All edges or none.
cudaError_t change(cudaGraph_t handle, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                   const cudaGraphEdgeData *data, std::size_t count, bool connects) {
  return onGraph(handle, [=](const Context &, Graph &graph) {
    const auto first = nodesOf(from, count), last = nodesOf(to, count);
    if (!first || !last)
      return cudaErrorInvalidValue;
    if (!arePlain(data, count))
      return cudaErrorNotSupported;
    auto apply = [&](std::size_t i, bool connect) {
      Node &begin = *(*first)[i], &end = *(*last)[i];
      return connect ? graph.connect(begin, end) : graph.disconnect(begin, end);
    };
    for (std::size_t i = 0; i < count; ++i)
      if (apply(i, connects) != Status::kSuccess) {
        while (i-- > 0)
          static_cast<void>(apply(i, !connects));
        return cudaErrorInvalidValue;
      }
    return cudaSuccess;
  });
}

const char *nameOf(cudaGraphNodeType type) {
  switch (type) {
  case cudaGraphNodeTypeKernel:
    return "kernel";
  case cudaGraphNodeTypeMemcpy:
    return "memcpy";
  case cudaGraphNodeTypeMemset:
    return "memset";
  case cudaGraphNodeTypeHost:
    return "host";
  case cudaGraphNodeTypeGraph:
    return "graph";
  case cudaGraphNodeTypeWaitEvent:
    return "wait event";
  case cudaGraphNodeTypeEventRecord:
    return "record event";
  default:
    return "empty";
  }
}

// In Graphviz' language, children as clusters.
std::string dotOf(const Graph &graph, std::string &edges, unsigned &clusters) {
  std::string text;
  for (const auto &node : graph.nodes()) {
    std::string label = nameOf(typeOf(node->work));
    if (const auto *kernel = std::get_if<raddle::host::KernelWork>(&node->work))
      label += fmt::format("\\n{}", raddle::host::isLoaded(*kernel) ? kernel->launch->function->name
                                                                     : "(unloaded)");
    text +=
        fmt::format("  \"{}\" [label=\"{}\" shape=record];\n", static_cast<const void *>(node.get()), label);
    for (const Node *dependent : node->dependents)
      edges += fmt::format("  \"{}\" -> \"{}\";\n", static_cast<const void *>(node.get()),
                           static_cast<const void *>(dependent));
    if (const auto *child = std::get_if<raddle::host::ChildWork>(&node->work))
      text += fmt::format("  subgraph cluster_{} {{\n{}  }}\n", ++clusters,
                          dotOf(*child->graph, edges, clusters));
  }
  return text;
}

// An object of the program with a count of references; its end is told when there are none.
struct UserObject {
  void *object;
  cudaHostFn_t destroy;
  std::atomic<unsigned> references;

  void release(unsigned count) {
    if (references.fetch_sub(count) == count)
      destroy(object);
  }
};

struct UserObjects {
  std::mutex mutex;
  std::map<const void *, std::shared_ptr<UserObject>> objects;

  std::shared_ptr<UserObject> find(cudaUserObject_t handle) {
    std::lock_guard lock(mutex);
    const auto found = objects.find(handle);
    return found != objects.end() ? found->second : nullptr;
  }
};

UserObjects &userObjects() {
  static auto *const kObjects = new UserObjects;
  return *kObjects;
}

// Runs `body(object)` for at least one reference.
template <typename Body> cudaError_t onObject(cudaUserObject_t handle, unsigned count, Body body) {
  return onProcess([&](Process &) {
    const std::shared_ptr<UserObject> object = userObjects().find(handle);
    if (!object || count == 0)
      return cudaErrorInvalidValue;
    return body(object);
  });
}

} // namespace

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!graph || flags != 0)
      return cudaErrorInvalidValue;
    *graph = handleOf(*context.process.graphs.add(std::make_shared<Graph>()));
    raddle::check::noteMade(*graph, raddle::check::Rule::kLeakGraph, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!context.process.graphs.removeGraph(graph))
      return cudaErrorInvalidValue;
    raddle::check::noteGone(graph, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onGraph(original, [=](const Context &context, Graph &graph) {
    if (!clone)
      return cudaErrorInvalidValue;
    *clone = handleOf(*context.process.graphs.add(graph.clone()));
    raddle::check::noteMade(*clone, raddle::check::Rule::kLeakGraph, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
  return onGraph(clone, [=](const Context &, Graph &graph) {
    if (!node)
      return cudaErrorInvalidValue;
    const auto found = std::ranges::find_if(graph.nodes(), [&](const auto &known) {
      return known->original == raddle::host::findNode(original);
    });
    if (!original || found == graph.nodes().end())
      return cudaErrorInvalidValue;
    *node = handleOf(**found);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char *path, unsigned int) {
  return onGraph(handle, [=](const Context &, Graph &graph) {
    std::FILE *const file = path ? std::fopen(path, "w") : nullptr;
    if (!file)
      return path ? cudaErrorOperatingSystem : cudaErrorInvalidValue;
    std::string edges;
    unsigned clusters = 0;
    const std::string nodes = dotOf(graph, edges, clusters);
    fmt::print(file, "digraph dot {{\n{}{}}}\n", nodes, edges);
    return std::fclose(file) == 0 ? cudaSuccess : cudaErrorOperatingSystem;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t *nodes, size_t *count) {
  return onGraph(handle, [=](const Context &, Graph &graph) { return answer(graph.nodes(), nodes, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t *nodes, size_t *count) {
  return onGraph(handle, [=](const Context &, Graph &graph) {
    std::vector<Node *> roots;
    for (const auto &node : graph.nodes())
      if (node->dependencies.empty())
        roots.push_back(node.get());
    return answer(roots, nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
  return edges(graph, from, to, nullptr, count);
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 cudaGraphEdgeData *data, size_t *count) {
  return edges(graph, from, to, data, count);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType *type) {
  return onNode(handle, [=](const Context &, Node &node) {
    if (!type)
      return cudaErrorInvalidValue;
    *type = typeOf(node.work);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t *nodes, size_t *count) {
  return onNode(handle, [=](const Context &, Node &node) { return answer(node.dependencies, nodes, count); });
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t handle, cudaGraphNode_t *nodes,
                                            cudaGraphEdgeData *data, size_t *count) {
  return onNode(handle, [=](const Context &, Node &node) {
    const cudaError_t error = answer(node.dependencies, nodes, count);
    if (error == cudaSuccess && nodes)
      clear(data, *count);
    return error;
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t *nodes, size_t *count) {
  return onNode(handle, [=](const Context &, Node &node) { return answer(node.dependents, nodes, count); });
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t handle, cudaGraphNode_t *nodes,
                                              cudaGraphEdgeData *data, size_t *count) {
  return onNode(handle, [=](const Context &, Node &node) {
    const cudaError_t error = answer(node.dependents, nodes, count);
    if (error == cudaSuccess && nodes)
      clear(data, *count);
    return error;
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count) {
  return change(graph, from, to, nullptr, count, true);
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *data,
                                        size_t count) {
  return change(graph, from, to, data, count, true);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, size_t count) {
  return change(graph, from, to, nullptr, count, false);
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to, const cudaGraphEdgeData *data,
                                           size_t count) {
  return change(graph, from, to, data, count, false);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
  return onNode(handle, [](const Context &, Node &node) {
    const auto *kernel = std::get_if<raddle::host::KernelWork>(&node.work);
    if (kernel && kernel->updatable)
      return cudaErrorInvalidValue;
    node.graph->remove(node);
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *handle, void *object, cudaHostFn_t destroy,
                                 unsigned int count, unsigned int flags) {
  return onProcess([=](Process &) {
    // The one flag says that destruction is not waited for, which has to be given.
    if (!handle || !destroy || count == 0 || flags != cudaUserObjectNoDestructorSync)
      return cudaErrorInvalidValue;
    auto made = std::make_shared<UserObject>(object, destroy, count);
    *handle = reinterpret_cast<cudaUserObject_t>(made.get());
    std::lock_guard lock(userObjects().mutex);
    userObjects().objects[*handle] = std::move(made);
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t handle, unsigned int count) {
  return onObject(handle, count, [=](const std::shared_ptr<UserObject> &object) {
    object->references += count;
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t handle, unsigned int count) {
  return onObject(handle, count, [=](const std::shared_ptr<UserObject> &object) {
    object->release(count);
    return cudaSuccess;
  });
}

// The graph's references are released when it, and all that is made of it, is gone.
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t handle, unsigned int count,
                                      unsigned int flags) {
  return onGraph(graph, [=](const Context &, Graph &found) {
    const std::shared_ptr<UserObject> object = userObjects().find(handle);
    if (!object || count == 0 || (flags & ~static_cast<unsigned>(cudaGraphUserObjectMove)) != 0)
      return cudaErrorInvalidValue;
    if ((flags & cudaGraphUserObjectMove) == 0)
      object->references += count;
    for (unsigned i = 0; i < count; ++i)
      found.kept.emplace_back(object.get(), [object](void *) { object->release(1); });
    return cudaSuccess;
  });
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t handle, unsigned int count) {
  return onGraph(graph, [=](const Context &, Graph &found) {
    const std::shared_ptr<UserObject> object = userObjects().find(handle);
    if (!object || count == 0)
      return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i) {
      const auto kept =
          std::ranges::find_if(found.kept, [&](const auto &one) { return one.get() == object.get(); });
      if (kept == found.kept.end())
        return cudaErrorInvalidValue;
      found.kept.erase(kept);
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int default_value, unsigned int flags) {
  return onGraph(graph, [=](const Context &, Graph &) {
    if (!handle || (flags & ~cudaGraphCondAssignDefault) != 0)
      return cudaErrorInvalidValue;
    *handle = raddle::host::makeCondition(default_value, (flags & cudaGraphCondAssignDefault) != 0).handle;
    return cudaSuccess;
  });
}
