// Many copies by one call. They are one after the other in the stream, which is one of the orders that they may have.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

using namespace raddle::cudart;

namespace {

bool isKnown(cudaMemcpySrcAccessOrder order) {
  return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny;
}

cudaError_t fail(cudaError_t error, size_t index, size_t *failed) {
  if (failed)
    *failed = index;
  return recordError(error);
}

// In elements of one byte, as memory that is no array has them.
void describe(const cudaMemcpy3DOperand &operand, const cudaExtent &extent, cudaArray_t *array,
              cudaPos *position, cudaPitchedPtr *pitched) {
  if (operand.type == cudaMemcpyOperandTypeArray) {
    *array = operand.op.array.array;
    *position = {operand.op.array.offset.x, operand.op.array.offset.y, operand.op.array.offset.z};
    return;
  }
  const size_t row = operand.op.ptr.rowLength ? operand.op.ptr.rowLength : extent.width;
  const size_t height = operand.op.ptr.layerHeight ? operand.op.ptr.layerHeight : extent.height;
  *pitched = {operand.op.ptr.ptr, row, row, height};
}

// Bytes of an element: those of the array that takes part, else 1.
size_t elementBytes(const cudaMemcpy3DBatchOp &operation) {
  for (const cudaMemcpy3DOperand *operand : {&operation.src, &operation.dst}) {
    cudaChannelFormatDesc format = {};
    if (operand->type == cudaMemcpyOperandTypeArray &&
        cudaGetChannelDesc(&format, operand->op.array.array) == cudaSuccess)
      return static_cast<size_t>(format.x + format.y + format.z + format.w) / 8;
  }
  return 1;
}

} // namespace

cudaError_t cudaMemcpyBatchAsync(void **destinations, void **sources, size_t *sizes, size_t count,
                                 cudaMemcpyAttributes *attributes, size_t *first_of_attributes,
                                 size_t attribute_count, size_t *failed, cudaStream_t stream) {
  constexpr size_t kNone = SIZE_MAX;
  const bool is_described =
      attributes && first_of_attributes && attribute_count != 0 && attribute_count <= count;
  if (!destinations || !sources || !sizes || count == 0 || !is_described || first_of_attributes[0] != 0 ||
      stream == nullptr || stream == cudaStreamLegacy)
    return fail(cudaErrorInvalidValue, kNone, failed);
  for (size_t i = 0; i < attribute_count; ++i)
    if (!isKnown(attributes[i].srcAccessOrder) || first_of_attributes[i] >= count ||
        (i > 0 && first_of_attributes[i] <= first_of_attributes[i - 1]))
      return fail(cudaErrorInvalidValue, kNone, failed);
  for (size_t i = 0; i < count; ++i)
    if (cudaError_t error = cudaMemcpyAsync(destinations[i], sources[i], sizes[i], cudaMemcpyDefault, stream))
      return fail(error, i, failed);
  return cudaSuccess;
}

cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp *operations, size_t *failed,
                                   unsigned long long flags, cudaStream_t stream) {
  if (!operations || count == 0 || flags != 0 || stream == nullptr || stream == cudaStreamLegacy)
    return fail(cudaErrorInvalidValue, SIZE_MAX, failed);
  for (size_t i = 0; i < count; ++i) {
    const cudaMemcpy3DBatchOp &operation = operations[i];
    if (!isKnown(operation.srcAccessOrder))
      return fail(cudaErrorInvalidValue, i, failed);
    cudaMemcpy3DParms copy = {};
    describe(operation.src, operation.extent, &copy.srcArray, &copy.srcPos, &copy.srcPtr);
    describe(operation.dst, operation.extent, &copy.dstArray, &copy.dstPos, &copy.dstPtr);
    const size_t bytes = elementBytes(operation);
    copy.srcPtr.pitch *= bytes;
    copy.dstPtr.pitch *= bytes;
    copy.extent = operation.extent;
    copy.kind = cudaMemcpyDefault;
    if (cudaError_t error = cudaMemcpy3DAsync(&copy, stream))
      return fail(error, i, failed);
  }
  return cudaSuccess;
}
