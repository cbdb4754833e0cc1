/* NVTX, version 3, for C and C++: marks and ranges by which a program tells a profiler what it is at. `raddle profile
   --timeline` listens. Otherwise each function does and answers what NVIDIA's does without a tool: nothing, with
   null for handles, 0 for ranges and NVTX_NO_PUSH_POP_TRACKING for levels. */
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include "raddle/names/hide.h"

#include <stddef.h>
#include <stdint.h>

#define NVTX_INLINE_STATIC static __inline__

#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_ERR_INIT_LOAD_PROPERTY 2
#define NVTX_ERR_INIT_ACCESS_LIBRARY 3
#define NVTX_ERR_INIT_LOAD_LIBRARY 4
#define NVTX_ERR_INIT_MISSING_LIBRARY_ENTRY_POINT 5
#define NVTX_ERR_INIT_FAILED_LIBRARY_ENTRY_POINT 6
#define NVTX_ERR_NO_INJECTION_LIBRARY_AVAILABLE 7
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;

typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;

typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

/* What a mark or a range is about. To be zeroed before the fields are set; `version` is NVTX_VERSION. */
typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size; /* NVTX_EVENT_ATTRIB_STRUCT_SIZE */
  uint32_t category;
  int32_t colorType; /* nvtxColorType_t */
  uint32_t color;
  int32_t payloadType; /* nvtxPayloadType_t */
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType; /* nvtxMessageType_t */
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

/* What a resource is. */
typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN = 0,
  NVTX_RESOURCE_TYPE_GENERIC_POINTER = 1,
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE = 2,
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = 3,
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = 4
} nvtxResourceGenericType_t;

typedef struct nvtxResourceAttributes_v0 {
  uint16_t version;
  uint16_t size; /* NVTX_RESOURCE_ATTRIB_STRUCT_SIZE */
  int32_t identifierType;
  union identifier_t {
    const void *pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;
typedef struct nvtxResourceAttributes_v0 nvtxResourceAttributes_t;

#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_t))

/* What libraddle.so is told; where it is not there, nobody is. Answers levels from 1, ranges, and names that last. */
enum {
  RADDLE_NVTX_MARK,
  RADDLE_NVTX_PUSH,
  RADDLE_NVTX_POP,
  RADDLE_NVTX_START,
  RADDLE_NVTX_END,
  RADDLE_NVTX_NAME,
  /* What has the number or the handle `range` is called by the message. */
  RADDLE_NVTX_NAME_THREAD,
  RADDLE_NVTX_NAME_STREAM,
  RADDLE_NVTX_NAME_DEVICE,
  RADDLE_NVTX_WIDE = 0x100 /* the message has wide characters */
};
uint64_t raddle_note_range(unsigned what, const char *domain, const void *message, uint64_t range)
    __attribute__((weak));

NVTX_INLINE_STATIC uint64_t __raddle_nvtx_note(unsigned what, nvtxDomainHandle_t domain, const void *message,
                                               uint64_t range) {
  return raddle_note_range ? raddle_note_range(what, (const char *)domain, message, range) : 0;
}
NVTX_INLINE_STATIC uint64_t __raddle_nvtx_note_event(unsigned what, nvtxDomainHandle_t domain,
                                                     const nvtxEventAttributes_t *event) {
  const void *message = NULL;
  if (event && event->messageType == NVTX_MESSAGE_TYPE_UNICODE) {
    what |= RADDLE_NVTX_WIDE;
    message = event->message.unicode;
  } else if (event && event->messageType == NVTX_MESSAGE_TYPE_ASCII) {
    message = event->message.ascii;
  } else if (event && event->messageType == NVTX_MESSAGE_TYPE_REGISTERED) {
    message = event->message.registered;
  }
  return __raddle_nvtx_note(what, domain, message, 0);
}
NVTX_INLINE_STATIC int __raddle_nvtx_level(uint64_t answer) {
  return answer ? (int)answer - 1 : NVTX_NO_PUSH_POP_TRACKING;
}

NVTX_INLINE_STATIC void nvtxInitialize(const void *reserved) { (void)reserved; }

/* Marks: something happens now. */
NVTX_INLINE_STATIC void nvtxMarkEx(const nvtxEventAttributes_t *eventAttrib) {
  __raddle_nvtx_note_event(RADDLE_NVTX_MARK, NULL, eventAttrib);
}
NVTX_INLINE_STATIC void nvtxMarkA(const char *message) {
  __raddle_nvtx_note(RADDLE_NVTX_MARK, NULL, message, 0);
}
NVTX_INLINE_STATIC void nvtxMarkW(const wchar_t *message) {
  __raddle_nvtx_note(RADDLE_NVTX_MARK | RADDLE_NVTX_WIDE, NULL, message, 0);
}

/* Ranges that may end on another thread. */
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *eventAttrib) {
  return __raddle_nvtx_note_event(RADDLE_NVTX_START, NULL, eventAttrib);
}
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartA(const char *message) {
  return __raddle_nvtx_note(RADDLE_NVTX_START, NULL, message, 0);
}
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartW(const wchar_t *message) {
  return __raddle_nvtx_note(RADDLE_NVTX_START | RADDLE_NVTX_WIDE, NULL, message, 0);
}
NVTX_INLINE_STATIC void nvtxRangeEnd(nvtxRangeId_t id) { __raddle_nvtx_note(RADDLE_NVTX_END, NULL, NULL, id); }

/* Ranges within each other on one thread. */
NVTX_INLINE_STATIC int nvtxRangePushEx(const nvtxEventAttributes_t *eventAttrib) {
  return __raddle_nvtx_level(__raddle_nvtx_note_event(RADDLE_NVTX_PUSH, NULL, eventAttrib));
}
NVTX_INLINE_STATIC int nvtxRangePushA(const char *message) {
  return __raddle_nvtx_level(__raddle_nvtx_note(RADDLE_NVTX_PUSH, NULL, message, 0));
}
NVTX_INLINE_STATIC int nvtxRangePushW(const wchar_t *message) {
  return __raddle_nvtx_level(__raddle_nvtx_note(RADDLE_NVTX_PUSH | RADDLE_NVTX_WIDE, NULL, message, 0));
}
NVTX_INLINE_STATIC int nvtxRangePop(void) {
  return __raddle_nvtx_level(__raddle_nvtx_note(RADDLE_NVTX_POP, NULL, NULL, 0));
}

/* Domains, and the same in a domain. A handle is the name. */
NVTX_INLINE_STATIC nvtxDomainHandle_t nvtxDomainCreateA(const char *name) {
  return (nvtxDomainHandle_t)(uintptr_t)__raddle_nvtx_note(RADDLE_NVTX_NAME, NULL, name, 0);
}
NVTX_INLINE_STATIC nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) {
  return (nvtxDomainHandle_t)(uintptr_t)__raddle_nvtx_note(RADDLE_NVTX_NAME | RADDLE_NVTX_WIDE, NULL, name, 0);
}
NVTX_INLINE_STATIC void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
NVTX_INLINE_STATIC void nvtxDomainMarkEx(nvtxDomainHandle_t domain,
                                         const nvtxEventAttributes_t *eventAttrib) {
  __raddle_nvtx_note_event(RADDLE_NVTX_MARK, domain, eventAttrib);
}
NVTX_INLINE_STATIC nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                        const nvtxEventAttributes_t *eventAttrib) {
  return __raddle_nvtx_note_event(RADDLE_NVTX_START, domain, eventAttrib);
}
NVTX_INLINE_STATIC void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) {
  __raddle_nvtx_note(RADDLE_NVTX_END, domain, NULL, id);
}
NVTX_INLINE_STATIC int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                             const nvtxEventAttributes_t *eventAttrib) {
  return __raddle_nvtx_level(__raddle_nvtx_note_event(RADDLE_NVTX_PUSH, domain, eventAttrib));
}
NVTX_INLINE_STATIC int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  return __raddle_nvtx_level(__raddle_nvtx_note(RADDLE_NVTX_POP, domain, NULL, 0));
}
NVTX_INLINE_STATIC nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain,
                                                                const char *string) {
  (void)domain;
  return (nvtxStringHandle_t)(uintptr_t)__raddle_nvtx_note(RADDLE_NVTX_NAME, NULL, string, 0);
}
NVTX_INLINE_STATIC nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain,
                                                                const wchar_t *string) {
  (void)domain;
  return (nvtxStringHandle_t)(uintptr_t)__raddle_nvtx_note(RADDLE_NVTX_NAME | RADDLE_NVTX_WIDE, NULL, string, 0);
}
NVTX_INLINE_STATIC nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t domain,
                                                                 nvtxResourceAttributes_t *attribs) {
  if (attribs && attribs->identifierType == NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE &&
      attribs->messageType != NVTX_MESSAGE_UNKNOWN)
    __raddle_nvtx_note(RADDLE_NVTX_NAME_THREAD |
                           (attribs->messageType == NVTX_MESSAGE_TYPE_UNICODE ? RADDLE_NVTX_WIDE : 0),
                       domain, (const void *)attribs->message.ascii, attribs->identifier.ullValue);
  return NULL;
}
NVTX_INLINE_STATIC void nvtxDomainResourceDestroy(nvtxResourceHandle_t resource) { (void)resource; }

/* Names. */
NVTX_INLINE_STATIC void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category,
                                                const char *name) {
  (void)domain, (void)category, (void)name;
}
NVTX_INLINE_STATIC void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category,
                                                const wchar_t *name) {
  (void)domain, (void)category, (void)name;
}
NVTX_INLINE_STATIC void nvtxNameCategoryA(uint32_t category, const char *name) { (void)category, (void)name; }
NVTX_INLINE_STATIC void nvtxNameCategoryW(uint32_t category, const wchar_t *name) {
  (void)category, (void)name;
}
NVTX_INLINE_STATIC void nvtxNameOsThreadA(uint32_t threadId, const char *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_THREAD, NULL, name, threadId);
}
NVTX_INLINE_STATIC void nvtxNameOsThreadW(uint32_t threadId, const wchar_t *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_THREAD | RADDLE_NVTX_WIDE, NULL, name, threadId);
}

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif

#include "raddle/names/show.h"

#endif
