// Compiling PTX to device code without a device. docs/driver_api.md says what goes in and what comes out.
#ifndef NV_PTX_COMPILER_H
#define NV_PTX_COMPILER_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  NVPTXCOMPILE_SUCCESS = 0,
  NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE = 1,
  NVPTXCOMPILE_ERROR_INVALID_INPUT = 2,
  NVPTXCOMPILE_ERROR_COMPILATION_FAILURE = 3,
  NVPTXCOMPILE_ERROR_INTERNAL = 4,
  NVPTXCOMPILE_ERROR_OUT_OF_MEMORY = 5,
  NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE = 6,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION = 7,
  NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 8,
  NVPTXCOMPILE_ERROR_CANCELLED = 9
} nvPTXCompileResult;

typedef struct nvPTXCompiler *nvPTXCompilerHandle;

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major, unsigned int *minor);

/* The text is copied. */
nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler, size_t length, const char *ptx);
nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler);

/* NVPTXCOMPILE_ERROR_COMPILATION_FAILURE: an option is not known, or the text has errors; the log says which. */
nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler, int optionCount, const char *const *options);

/* NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE: nothing has been compiled, or not without errors. */
nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler, size_t *bytes);
nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler, void *program);

/* Sizes of logs are without the null byte, which has to have room in the buffer. */
nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler, size_t *bytes);
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler, char *log);
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler, size_t *bytes);
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler, char *log);

/* It is asked once, before the compilation, whether to cancel that: 1 does. */
nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler, int (*callback)(void *, void *),
                                                void *payload);

#if defined(__cplusplus)
}
#endif

#endif
