// The log of the driver: a line for each call that has failed, to be called for, or to be read later.
// flags: -lcuda
#include "driver_check.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace {

std::string told;

void tell(void *data, CUlogLevel level, char *message, size_t length) {
  CHECK(data == &told && level == CU_LOG_LEVEL_ERROR);
  told.append(message, length);
}

// A call that fails.
void fail() { CHECK(cuMemFree(0x10) != CUDA_SUCCESS); }

void callsBack() {
  CUlogsCallbackHandle handle = nullptr;
  CHECK_CU(cuLogsRegisterCallback(tell, &told, &handle));
  fail();
  CHECK(!told.empty());
  const std::string before = told;
  CHECK_CU(cuLogsUnregisterCallback(handle));
  fail();
  CHECK(told == before);
  CHECK(cuLogsRegisterCallback(nullptr, nullptr, &handle) != CUDA_SUCCESS);
}

void isReadLater() {
  CUlogIterator begin = 0, end = 0;
  CHECK_CU(cuLogsCurrent(&begin, 0));
  fail();
  char text[4096] = {}, again[4096] = {};
  size_t bytes = sizeof text;
  CUlogIterator at = begin;
  CHECK_CU(cuLogsDumpToMemory(&at, text, &bytes, 0));
  CHECK(std::strlen(text) != 0);
  CHECK_CU(cuLogsCurrent(&end, 0));
  CHECK_EQ(at, end);
  bytes = sizeof again;
  CHECK_CU(cuLogsDumpToMemory(&at, again, &bytes, 0));
  CHECK_EQ(std::strlen(again), 0u);

  const std::string path = "logs_" + std::to_string(getpid()) + ".txt";
  at = begin;
  CHECK_CU(cuLogsDumpToFile(&at, path.c_str(), 0));
  std::stringstream contents;
  contents << std::ifstream(path).rdbuf();
  CHECK(contents.str() == text);
  std::remove(path.c_str());
}

} // namespace

int main() {
  CUdevice device = 0;
  CUcontext context = nullptr;
  CHECK_CU(cuInit(0));
  CHECK_CU(cuDeviceGet(&device, 0));
  CHECK_CU(createContext(&context, 0, device));
  callsBack();
  isReadLater();
  CHECK_CU(cuCtxDestroy(context));
  return verdict();
}
