// How functions of the device headers are declared.
#ifndef RADDLE_DEVICE_ATTRIBUTES_H
#define RADDLE_DEVICE_ATTRIBUTES_H

// An inline device function. Without debug information of its own, a fault in it is reported at the line
// of the user's program that called it.
#define RADDLE_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))

// The same for functions that nvcc also offers to host code.
#define RADDLE_HOST_DEVICE static __inline__ __attribute__((host, device, always_inline, nodebug))
#define RADDLE_HOST static __inline__ __attribute__((host, always_inline, nodebug))

// A function whose body is in the device library. Pure ones depend on nothing but their arguments.
#define RADDLE_LIBRARY extern "C" __attribute__((device))
#define RADDLE_LIBRARY_PURE extern "C" __attribute__((device, const))

#endif
