// What kernels ask of the device runtime, by number: of headers that device code includes, and of who answers.
#ifndef RADDLE_TYPES_DEVICE_REQUEST_H
#define RADDLE_TYPES_DEVICE_REQUEST_H

// Each with its operands. The answer is an error's number, but where something else is said. Creation answers with a handle,
// which is greater than all of those.
enum RaddleDeviceRequest {
  kRaddleLastError, // and forgets it
  kRaddlePeekAtLastError,
  kRaddleCreateStream,        // flags
  kRaddleDestroyStream,       // stream
  kRaddleCreateEvent,         // flags
  kRaddleDestroyEvent,        // event
  kRaddleRecordEvent,         // event, stream
  kRaddleStreamWaitsForEvent, // stream, event
  kRaddleStreamIsBusy,        // stream; 1 where work of it has not ended
  kRaddleSynchronizes,        // an error where the grid is too deep for that
  kRaddleBlockHasChildren,    // 1 where something that the block has launched has not ended
  kRaddleCopy,                // stream, destination, source, bytes
  kRaddleFill,                // stream, destination, byte, bytes
  kRaddleCopyRows,            // stream, destination, its pitch, source, its pitch, width, height
  kRaddleFillRows,            // stream, destination, its pitch, byte, width, height
  kRaddleParameterBuffer,     // kernel, x and y of the grid and of the block, z of both, shared bytes; the buffer, or 0
  kRaddleLaunchBuffer,        // the buffer, stream
  kRaddleLaunchGraph,         // graph, stream
  kRaddleCurrentGraph,        // the graph that the kernel is a node of, or 0
  kRaddleSetCondition,        // handle, value
  kRaddleKernelAttributes,    // a cudaFuncAttributes to be written, kernel
  kRaddleResidentBlocks,      // an int to be written, kernel, threads of a block, dynamic shared bytes, flags
  kRaddleEnableKernelNode,    // node, 0 or 1
  kRaddleSetKernelNodeGrid,   // node, x and y of the grid, z
  kRaddleSetKernelNodeParameter // node, offset among the packed parameters, bytes, how many
};

#endif
