// The OpenCL competitors: one device (the CPU), one in-order queue, kernels from one source file.
#ifndef RADDLE_BENCH_OPENCL_H
#define RADDLE_BENCH_OPENCL_H

#include "harness.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <vector>

namespace bench {

inline void require(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    throw std::runtime_error("OpenCL: " + std::string(what) + ": error " + std::to_string(error));
}

class OpenCl {
public:
  /// Builds the file that the macro OPENCL_SOURCE names.
  explicit OpenCl(const char *options = "-cl-fast-relaxed-math") {
    cl_platform_id platform;
    require(clGetPlatformIDs(1, &platform, nullptr), "no platform");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device_, nullptr), "no CPU device");
    cl_int error;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    require(error, "context");
    queue_ = clCreateCommandQueue(context_, device_, 0, &error);
    require(error, "queue");
    std::ifstream file(OPENCL_SOURCE);
    std::string source((std::istreambuf_iterator<char>(file)), {});
    const char *text = source.c_str();
    program_ = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
    require(error, "program");
    require(clBuildProgram(program_, 1, &device_, options, nullptr, nullptr), "build");
  }

  cl_kernel kernel(const char *name) {
    cl_int error;
    cl_kernel result = clCreateKernel(program_, name, &error);
    require(error, name);
    return result;
  }

  /// The array itself, not a copy: the device is the CPU.
  template <typename T> cl_mem buffer(const Array<T> &host) {
    cl_int error;
    cl_mem result = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, host.size() * sizeof(T),
                                   const_cast<T *>(host.data()), &error);
    require(error, "buffer");
    return result;
  }

  template <typename... Arguments> void setArguments(cl_kernel kernel, const Arguments &...arguments) {
    cl_uint index = 0;
    (require(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "argument"), ...);
  }

  /// Sizes count work-items, as OpenCL has it: the grid is `global`, one block is `local`.
  void launch(cl_kernel kernel, std::vector<std::size_t> global, std::vector<std::size_t> local) {
    require(clEnqueueNDRangeKernel(queue_, kernel, cl_uint(global.size()), nullptr, global.data(),
                                   local.data(), 0, nullptr, nullptr),
            "launch");
  }
  void finish() { require(clFinish(queue_), "finish"); }

private:
  cl_device_id device_;
  cl_context context_;
  cl_command_queue queue_;
  cl_program program_;
};

inline std::size_t roundUp(std::size_t size, std::size_t block) { return (size + block - 1) / block * block; }

} // namespace bench

#endif
