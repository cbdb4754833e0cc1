// Compiling device code while the program runs. docs/driver_api.md says what the options do.
#ifndef __NVRTC_H__
#define __NVRTC_H__

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
  NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
  NVRTC_ERROR_PCH_CREATE = 15,
  NVRTC_ERROR_CANCELLED = 16
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *architectures);

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int headerCount,
                               const char *const *headers, const char *const *includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int optionCount, const char *const *options);

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *code);
/* The former names of these two. */
nvrtcResult nvrtcGetNVVMSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetNVVM(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram program, char *code);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name);

nvrtcResult nvrtcGetPCHHeapSize(size_t *bytes);
nvrtcResult nvrtcSetPCHHeapSize(size_t bytes);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *, void *), void *payload);

#if defined(__cplusplus)
}
#endif

#endif
