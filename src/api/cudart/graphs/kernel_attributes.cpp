// Attributes of kernel nodes.
#include "api/cudart/graphs/call.h"
#include "api/cudart/launches/launch.h"
#include "host/requests/launch.h"

#include <cstring>

using namespace raddle::cudart;
using raddle::host::KernelWork;
using raddle::host::Node;
using raddle::host::UpdatableKernel;
using raddle::host::Work;

namespace {

// Whether the attribute changes how the kernel is launched.
bool isOfLaunch(cudaLaunchAttributeID attribute) {
  return attribute == cudaLaunchAttributeCooperative || attribute == cudaLaunchAttributeClusterDimension;
}

bool isHint(cudaLaunchAttributeID attribute) {
  switch (attribute) {
  case cudaLaunchAttributeAccessPolicyWindow:
  case cudaLaunchAttributePriority:
  case cudaLaunchAttributeClusterSchedulingPolicyPreference:
  case cudaLaunchAttributeMemSyncDomainMap:
  case cudaLaunchAttributeMemSyncDomain:
  case cudaLaunchAttributePreferredSharedMemoryCarveout:
    return true;
  default:
    return false;
  }
}

cudaLaunchAttributeValue launchValue(const raddle::backend::Launch &launch, cudaLaunchAttributeID attribute) {
  cudaLaunchAttributeValue value = {};
  if (attribute == cudaLaunchAttributeCooperative)
    value.cooperative = launch.cooperative;
  else if (const std::optional<RaddleDim3> &cluster = launch.extras().cluster_dim)
    value.clusterDim = {cluster->x, cluster->y, cluster->z};
  return value;
}

cudaLaunchAttributeValue updatableValue(const KernelWork &work) {
  cudaLaunchAttributeValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = work.updatable != nullptr;
  if (work.updatable)
    value.deviceUpdatableKernelNode.devNode = reinterpret_cast<cudaGraphDeviceNode_t>(work.updatable->handle);
  return value;
}

// The handle is told to the caller. Nothing takes it back.
cudaError_t makeUpdatable(KernelWork &work, cudaLaunchAttributeValue &value) {
  const int wanted = value.deviceUpdatableKernelNode.deviceUpdatable;
  if (wanted != 1)
    return wanted == 0 && !work.updatable ? cudaSuccess : cudaErrorInvalidValue;
  if (!work.updatable)
    work.updatable = UpdatableKernel::make();
  value = updatableValue(work);
  return cudaSuccess;
}

cudaError_t setAttribute(const Context &context, Node &node, cudaLaunchAttributeID id,
                         const cudaLaunchAttributeValue &value) {
  auto &work = std::get<KernelWork>(node.work);
  cudaLaunchAttribute attribute = {};
  attribute.id = id;
  attribute.val = value;
  if (isOfLaunch(id)) {
    Work changed;
    if (Status status = withAttribute(context, work, attributeOf(attribute), &changed))
      return errorOf(status);
    node.work = std::move(changed);
    return cudaSuccess;
  }
  raddle::host::LaunchRequest request; // of which nothing is wanted but whether the value is one
  if (Status status = applyAttribute(context, attributeOf(attribute), &request))
    return errorOf(status);
  std::memcpy(work.hints[id].data(), &value, sizeof value);
  return cudaSuccess;
}

} // namespace

// The order is that of CUDA 13 and of the driver API. CUDA 12 declares the source first, and copies the same way.
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t destination, cudaGraphNode_t source) {
  return onWork<KernelWork>(source, [=](const Context &context, Node &, const KernelWork &from) {
    Node *const node = raddle::host::findNode(destination);
    auto *const to = node ? std::get_if<KernelWork>(&node->work) : nullptr;
    if (!to || from.updatable || to->updatable)
      return cudaErrorInvalidValue;
    for (const auto attribute : {cudaLaunchAttributeClusterDimension, cudaLaunchAttributeCooperative}) {
      const cudaLaunchAttributeValue value = launchValue(*from.launch, attribute),
                                     before =
                                         launchValue(*std::get<KernelWork>(node->work).launch, attribute);
      if (std::memcmp(&value, &before, sizeof value) == 0)
        continue;
      if (cudaError_t error = setAttribute(context, *node, attribute, value))
        return error;
    }
    std::get<KernelWork>(node->work).hints = from.hints;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t handle, cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue *value) {
  return onWork<KernelWork>(handle, [=](const Context &, Node &, const KernelWork &work) {
    if (!value)
      return cudaErrorInvalidValue;
    if (isOfLaunch(attribute))
      *value = launchValue(*work.launch, attribute);
    else if (attribute == cudaLaunchAttributeDeviceUpdatableKernelNode)
      *value = updatableValue(work);
    else if (!isHint(attribute))
      return cudaErrorInvalidValue;
    else if (const auto hint = work.hints.find(attribute); hint != work.hints.end())
      std::memcpy(value, hint->second.data(), sizeof *value);
    else
      *value = {};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t handle, cudaLaunchAttributeID attribute,
                                            const cudaLaunchAttributeValue *value) {
  return onWork<KernelWork>(handle, [=](const Context &context, Node &node, KernelWork &work) {
    if (!value)
      return cudaErrorInvalidValue;
    if (attribute == cudaLaunchAttributeDeviceUpdatableKernelNode)
      return makeUpdatable(work, const_cast<cudaLaunchAttributeValue &>(*value));
    return isOfLaunch(attribute) || isHint(attribute) ? setAttribute(context, node, attribute, *value)
                                                      : cudaErrorInvalidValue;
  });
}
