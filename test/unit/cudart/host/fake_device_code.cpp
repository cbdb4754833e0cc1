#include "fake_device_code.h"

#include "abi/fat_binary.h"
#include "abi/kernel_abi.h"
#include "backend/cpu/loader/compilation_notice.h"
#include "backend/cpu/loader/kernel_store.h"
#include "backend/cpu/loader/object_symbols.h"
#include "crt/host_runtime.h"

#include <cstring>
#include <map>
#include <vector>

namespace raddle::test {

std::atomic<int> loads = 0;

// Each stub has a body of its own, or the linker might fold them into one address.
void storeStub() { loads += 0; }
void countStub() { loads += 1; }
void waitStub() { loads += 2; }
void wildStub() { loads += 3; }
void boundedStub() { loads += 4; }
void sharedStub() { loads += 5; }
void readVariableStub() { loads += 6; }
void brokenStub() { loads += 7; }
void unknownStub() { loads += 8; }
void appendStub() { loads += 9; }

int variable;
void *pointer_to_it;
int managed = 7;

namespace {

void *variable_slot;

struct StoreParameters {
  int *target;
  int value;
};

void store(RaddleBlock *block, const void *parameters) {
  auto *p = static_cast<const StoreParameters *>(parameters);
  if (block->block_idx.x == 0)
    *p->target = p->value;
}

struct AppendParameters {
  std::vector<int> *list;
  int value;
};

void append(RaddleBlock *block, const void *parameters) {
  auto *p = static_cast<const AppendParameters *>(parameters);
  if (block->block_idx.x == 0)
    p->list->push_back(p->value);
}

void count(RaddleBlock *block, const void *parameters) {
  auto *total = *static_cast<std::atomic<int> *const *>(parameters);
  *total += static_cast<int>(block->block_dim.x * block->block_dim.y * block->block_dim.z);
}

// Polls as compiled kernels do, giving other work a turn.
void wait(RaddleThread *thread, const void *parameters) {
  auto *gate = *static_cast<std::atomic<bool> *const *>(parameters);
  while (!*gate)
    raddle_yield(thread);
}

void wild(RaddleBlock *, const void *) {
  auto *nowhere = reinterpret_cast<volatile int *>(16);
  *nowhere = 1;
}

void nothing(RaddleBlock *, const void *) {}

void shared(RaddleBlock *block, const void *parameters) {
  auto *out = *static_cast<std::uint32_t *const *>(parameters);
  std::memset(block->shared, 0, 1024 + block->dynamic_shared_bytes);
  *out = block->dynamic_shared_bytes;
}

void readVariable(RaddleBlock *, const void *parameters) {
  **static_cast<int *const *>(parameters) = *static_cast<int *>(variable_slot);
}

constexpr RaddleParameter kPointer[] = {{0, 8}};
constexpr RaddleParameter kPointerAndInt[] = {{0, 8}, {8, 4}};

RaddleKernel kernel(const char *name, void (*entry)(RaddleBlock *, const void *)) {
  RaddleKernel record = {};
  record.shared_align = kRaddleSharedAlign;
  record.name = name;
  record.source_file = "fake.cu";
  record.source_line = 1;
  record.parameter_count = 1;
  record.parameter_bytes = 8;
  record.parameters = kPointer;
  record.stack_bytes = 512;
  record.lanes = 1;
  record.block_entry = entry;
  return record;
}

std::map<std::string, RaddleKernel> makeKernels() {
  std::map<std::string, RaddleKernel> kernels;
  for (const RaddleKernel &record :
       {kernel("store", store), kernel("append", append), kernel("count", count), kernel("wait", nullptr),
        kernel("wild", wild), kernel("bounded", nothing), kernel("shared", shared),
        kernel("readVariable", readVariable)})
    kernels[record.name] = record;
  for (const char *name : {"store", "append"}) {
    kernels[name].parameter_count = 2;
    kernels[name].parameter_bytes = 16;
    kernels[name].parameters = kPointerAndInt;
  }
  for (const char *name : {"wild", "bounded"})
    kernels[name].parameter_count = kernels[name].parameter_bytes = 0;
  kernels["wait"].flags = kRaddleKernelNeedsFibers;
  kernels["wait"].thread_entry = wait;
  kernels["bounded"].max_threads_per_block = 64;
  kernels["shared"].static_shared_bytes = 1024;
  return kernels;
}

RaddleObject *makeKernelObject(const RaddleKernel *record) {
  static const RaddleImport kImports[] = {{"variable@0", &variable_slot}};
  auto *object = new RaddleObject{};
  object->abi = kRaddleKernelAbi;
  object->lanes = 1;
  object->build_id = "fake";
  object->kernel_count = 1;
  object->kernels = record;
  if (std::string_view(record->name) == "readVariable") {
    object->import_count = 1;
    object->imports = kImports;
  }
  return object;
}

const RaddleObject *moduleObject() {
  static const int kVariableImage = 42;
  static const int kManagedImage = 7;
  static const RaddleRelocation kRelocation = {0, "variable@0", 0};
  static const RaddleVariable kVariables[] = {
      // The first unit has it with internal linkage, so its name carries the unit's number.
      {"variable@0", 4, 4, 0, 0, &kVariableImage, nullptr},
      {"pointer_to_it", 8, 8, 0, 1, nullptr, &kRelocation},
      {"managed", 4, 4, kRaddleVariableManaged, 0, &kManagedImage, nullptr}};
  static const RaddleObject kObject = {.abi = kRaddleKernelAbi,
                                       .lanes = 0,
                                       .build_id = "fake",
                                       .import_count = 0,
                                       .variable_count = 3,
                                       .function_count = 0,
                                       .kernel_count = 0,
                                       .imports = nullptr,
                                       .variables = kVariables,
                                       .functions = nullptr,
                                       .kernels = nullptr};
  return &kObject;
}

struct Container {
  abi::FatBinaryHeader header;
  abi::FatBinaryEntry entry;
  char bitcode[8];
};

const Container kContainer = {
    {{'R', 'A', 'D', 'D', 'L', 'E', 'F', 'B'}, abi::kFatBinaryVersion, 0, sizeof(Container), 90, 1, {1, 2}},
    {abi::PayloadKind::kBitcode, 90, offsetof(Container, bitcode), 8},
    "fake"};
abi::FatBinaryWrapper wrapper = {abi::kWrapperMagic, 1, &kContainer, nullptr};

struct Registrar {
  Registrar() {
    void **handle = __cudaRegisterFatBinary(&wrapper);
    auto add = [handle](void (*stub)(), const char *name) {
      __cudaRegisterFunction(handle, reinterpret_cast<const char *>(stub), nullptr, name, -1, nullptr,
                             nullptr, nullptr, nullptr, nullptr);
    };
    add(storeStub, "store");
    add(countStub, "count");
    add(appendStub, "append");
    add(waitStub, "wait");
    add(wildStub, "wild");
    add(boundedStub, "bounded");
    add(sharedStub, "shared");
    add(readVariableStub, "readVariable");
    add(brokenStub, "broken");
    auto addVariable = [handle](void *shadow, const char *name, std::size_t size) {
      __cudaRegisterVar(handle, static_cast<char *>(shadow), nullptr, name, 0, size, 0, 0);
    };
    addVariable(&variable, "variable", sizeof variable);
    addVariable(&pointer_to_it, "pointer_to_it", sizeof pointer_to_it);
    addVariable(&managed, "managed", sizeof managed);
    __raddleRegisterManagedVariable(&managed, sizeof managed);
    __cudaRegisterFatBinaryEnd(handle);
  }
} registrar;

} // namespace
} // namespace raddle::test

namespace raddle::jit {

Result<const RaddleObject *> loadModuleObject(const ModuleSource &, int) {
  ++test::loads;
  return test::moduleObject();
}

Result<const RaddleObject *> loadKernelObject(const ModuleSource &, const std::string &name,
                                              const BlockClass *, int) {
  ++test::loads;
  static const std::map<std::string, RaddleKernel> kKernels = test::makeKernels();
  auto position = kKernels.find(name.substr(0, name.rfind('@')));
  if (position == kKernels.end())
    return Error{"the test wants it so"};
  return test::makeKernelObject(&position->second);
}

void installSymbolizer() {}
void setKernelCounter(std::size_t (*)()) {}

} // namespace raddle::jit
