#include "runtime/calls/wrong_access.h"

#include "backend/device_launches.h"
#include "backend/device_memory.h"
#include "base/margin.h"
#include "check/live_objects.h"
#include "check/pools.h"
#include "check/report.h"
#include "machine/pages.h"
#include "runtime/device/device_heap.h"
#include "runtime/worker/guarded_copy.h"
#include "runtime/worker/worker.h"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace raddle::runtime {

namespace {

struct Range {
  std::uintptr_t begin = 0;
  std::uint64_t bytes = 0;

  // With its end, which one may point to.
  bool holds(std::uintptr_t pointer) const { return bytes != 0 && pointer - begin <= bytes; }
  bool holds(std::uintptr_t address, std::uint64_t length) const {
    return address - begin <= bytes && length <= bytes - (address - begin);
  }
};

std::uintptr_t numberOf(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Where the system gives access to whole pages.
Range pagesOf(const Range &range) {
  const std::uintptr_t page = pageBytes(), begin = range.begin / page * page;
  return {begin, (range.begin + range.bytes + page - 1) / page * page - begin};
}

Range sharedOf(const Block &block) { return {numberOf(block.shared), block.shared_bytes}; }

// What a compiled kernel brings with it: constants, texts, tables of functions.
bool isOfKernelObject(std::uintptr_t address) {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void *>(address), &info) || !info.dli_fname)
    return false;
  static std::mutex mutex;
  static auto *const known = new std::map<const void *, bool>;
  std::lock_guard lock(mutex);
  const auto [entry, is_new] = known->try_emplace(info.dli_fbase, false);
  if (is_new)
    if (void *object = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD)) {
      entry->second = dlsym(object, "raddle_object") != nullptr;
      dlclose(object);
    }
  return entry->second;
}

WrongAccess beside(check::Rule rule, const Range &range, std::uintptr_t address, std::string object) {
  return {.rule = rule,
          .object = std::move(object),
          .offset = static_cast<std::int64_t>(address - range.begin),
          .bytes = range.bytes};
}

// "x", "app.cu:7:3" and "app.cu:9:1" of such lines.
std::array<std::string, 3> linesOf(std::string_view text) {
  std::array<std::string, 3> lines;
  for (std::string &line : lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

check::Place placeOf(const std::string &text) {
  const std::size_t column = text.rfind(':'), line = column == 0 ? column : text.rfind(':', column - 1);
  if (column == std::string::npos || line == std::string::npos)
    return {};
  const std::string file = text.substr(0, line);
  // Absolute ones are told as those of stacks are.
  const bool is_absolute = file.starts_with('/');
  return {.file = is_absolute ? file.substr(file.rfind('/') + 1) : file,
          .line = static_cast<unsigned>(std::strtoul(text.c_str() + line + 1, nullptr, 10)),
          .column = static_cast<unsigned>(std::strtoul(text.c_str() + column + 1, nullptr, 10)),
          .function = "",
          .path = is_absolute ? file : ""};
}

std::optional<WrongAccess> inVariable(const CheckedAccess &access) {
  if (Range{0, access.size}.holds(access.address, access.bytes))
    return std::nullopt;
  check::Rule rule = check::Rule::kOutOfBoundsGlobal;
  switch (access.flags >> kRaddleAccessSpaceShift & 0xff) {
  case kRaddleSpaceShared:
    rule = check::Rule::kOutOfBoundsShared;
    break;
  case kRaddleSpaceConstant:
    rule =
        access.flags & kRaddleAccessWrites ? check::Rule::kConstantWrite : check::Rule::kOutOfBoundsConstant;
    break;
  case kRaddleSpaceParameter:
    rule = check::Rule::kOutOfBoundsConstant;
    break;
  case kRaddleSpaceLocal:
    rule = check::Rule::kOutOfBoundsLocal;
    break;
  default:
    break;
  }
  const auto [name, declared, left] = linesOf(access.variable);
  std::string object = name.empty() ? "a local variable" : "'" + name + "'";
  if (access.flags & kRaddleAccessIsOfMember) {
    rule = check::Rule::kOutOfBoundsMember;
    object = name.empty() ? "an array within a structure" : object + ", an array within a structure";
  } else if (access.address == kRaddleOutOfScope) {
    rule = check::Rule::kUseAfterScope;
  }
  WrongAccess wrong = beside(rule, {0, access.size}, access.address, std::move(object));
  wrong.element = access.flags >> kRaddleAccessElementShift;
  wrong.name = name;
  wrong.declared = declared;
  wrong.left = left;
  return wrong;
}

// Nothing where the pointer does not lead into the heap of kernels.
std::optional<std::optional<WrongAccess>> inHeap(const Block &block, const CheckedAccess &access) {
  DeviceHeap *heap = block.run->heap();
  const auto *root = reinterpret_cast<const void *>(access.root);
  if (!heap || !heap->contains(root))
    return std::nullopt;
  const auto found = heap->find(root);
  if (!found)
    return WrongAccess{.rule = check::Rule::kWildAddress, .object = "the heap of kernels"};
  const Range range{numberOf(found->begin), found->bytes};
  const HeapHistory::Life life = heap->history().lifeOf(found->begin);
  const bool is_free = found->is_free || life.freed != 0;
  if (!is_free && range.holds(access.address, access.bytes))
    return std::optional<WrongAccess>();
  WrongAccess wrong = is_free ? beside(check::Rule::kUseAfterFree, range, access.address,
                                       "memory that a kernel had from malloc()")
                              : beside(check::Rule::kOutOfBoundsHeap, range, access.address,
                                       plural(found->bytes, "byte") + " that a kernel had from malloc()");
  wrong.made = life.made;
  wrong.freed = life.freed;
  return wrong;
}

// What kernels may not do with what begins there.
std::optional<WrongAccess> inSpiteOfPermission(std::uintptr_t begin, std::uint64_t bytes,
                                               const std::string &object, const CheckedAccess &access) {
  const unsigned needed = access.flags & kRaddleAccessIsAtomic ? check::kMayUpdateAtomically
                          : access.flags & kRaddleAccessWrites ? check::kMayWrite
                                                               : check::kMayRead;
  if (check::permissionsOf(reinterpret_cast<const void *>(begin)) & needed)
    return std::nullopt;
  return beside(check::Rule::kForbiddenAccess, {begin, bytes}, access.address, object);
}

WrongAccess ofPiece(check::Rule rule, const check::Piece &piece, const CheckedAccess &access) {
  const Range range{piece.begin, piece.bytes};
  const std::string name = check::nameOfMemory(reinterpret_cast<const void *>(piece.begin));
  WrongAccess wrong = beside(rule, range, access.address,
                             fmt::format("a piece of {} of a pool{}", plural(piece.bytes, "byte"),
                                         name.empty() ? "" : ", '" + name + "'"));
  wrong.life = piece.life;
  return wrong;
}

// The same for memory that the program divides itself.
std::optional<std::optional<WrongAccess>> inPool(const CheckedAccess &access) {
  if (!check::knowsPools())
    return std::nullopt;
  // Who has a pointer to the pool may access any piece.
  const auto pool = check::poolAt(access.root);
  for (const std::uintptr_t pointer : {access.root, access.address}) {
    if (const auto piece = check::pieceAt(pointer)) {
      if (Range{piece->begin, piece->bytes}.holds(access.address, access.bytes))
        return inSpiteOfPermission(piece->begin, piece->bytes, "a piece of a pool", access);
      if (pointer == access.root || piece->begin + piece->bytes != pointer)
        return ofPiece(check::Rule::kOutOfBoundsGlobal, *piece, access);
    } else if (const auto freed = check::freedPieceAt(pointer)) {
      return ofPiece(check::Rule::kUseAfterFree, *freed, access);
    }
    if (!pool)
      return std::nullopt;
  }
  WrongAccess wrong = beside(check::Rule::kOutOfBoundsGlobal, {pool->begin, pool->bytes}, access.address,
                             "any piece that the pool has handed out");
  return wrong;
}

// The same for the memory that the program has allocated.
std::optional<std::optional<WrongAccess>> inAllocation(const CheckedAccess &access) {
  const backend::DeviceMemory *memory = backend::deviceMemory();
  auto object = memory ? memory->objectAt(access.root) : std::nullopt;
  if (memory && !object)
    object = memory->freedAt(access.root);
  if (!object)
    return std::nullopt;
  const Range range{object->begin, object->bytes};
  if (!object->freed && (object->is_of_program ? pagesOf(range) : range).holds(access.address, access.bytes))
    return inSpiteOfPermission(object->begin, object->bytes, object->text, access);
  WrongAccess wrong =
      beside(object->freed ? check::Rule::kUseAfterFree : check::Rule::kOutOfBoundsGlobal, range,
             access.address, object->name.empty() ? object->text : "'" + object->name + "'");
  wrong.base = reinterpret_cast<const void *>(object->begin);
  wrong.name = object->name;
  return wrong;
}

// How far from the object it lies, or where in it.
std::string placeIn(const WrongAccess &wrong) {
  if (wrong.offset < 0)
    return plural(static_cast<std::uint64_t>(-wrong.offset), "byte") + " in front of";
  return fmt::format("byte {} of", wrong.offset);
}

std::string positionOf(const CheckedAccess &access, const WrongAccess &wrong) {
  if (wrong.offset < 0 && static_cast<std::uint64_t>(-wrong.offset) >= access.bytes)
    return "in front of";
  if (wrong.offset < 0)
    return "across the beginning of";
  const auto offset = static_cast<std::uint64_t>(wrong.offset);
  return offset >= wrong.bytes ? "past the end of" : "across the end of";
}

} // namespace

std::optional<WrongAccess> whatIsWrong(const Block &block, Fiber &fiber, const CheckedAccess &access) {
  if (access.bytes == 0 && access.address != kRaddleOutOfScope)
    return std::nullopt;
  if (access.variable)
    return inVariable(access);
  if (const auto answer = inPool(access))
    return *answer;
  if (const auto answer = inAllocation(access))
    return *answer;
  if (const auto answer = inHeap(block, access))
    return *answer;
  if (const auto bytes = backend::DeviceParameters::around(access.root); bytes.data()) {
    const Range buffer{numberOf(bytes.data()), bytes.size()};
    return buffer.holds(access.address, access.bytes)
               ? std::nullopt
               : std::optional(beside(check::Rule::kOutOfBoundsGlobal, buffer, access.address,
                                      "the parameter buffer of a launch"));
  }
  if (const Range shared = sharedOf(block); shared.holds(access.root))
    return shared.holds(access.address, access.bytes)
               ? std::nullopt
               : std::optional(beside(check::Rule::kOutOfBoundsShared, shared, access.address,
                                      "the block's shared memory"));
  const Range stack{numberOf(fiber.stack_bottom),
                    static_cast<std::uint64_t>(fiber.stackTop() - fiber.stack_bottom)};
  if (stack.holds(access.root))
    return stack.holds(access.address, access.bytes)
               ? std::nullopt
               : std::optional(WrongAccess{.rule = check::Rule::kOutOfBoundsLocal,
                                           .object = "the thread's local memory"});
  const backend::Launch &launch = block.run->launch();
  const Range parameters{numberOf(launch.parameters.get()), launch.function->parameter_bytes};
  if (parameters.holds(access.root) && parameters.holds(access.address, access.bytes))
    return std::nullopt;
  if (block.cluster)
    for (const Block *other : block.cluster->blocks)
      if (sharedOf(*other).holds(access.root))
        return sharedOf(*other).holds(access.address, access.bytes)
                   ? std::nullopt
                   : std::optional(beside(check::Rule::kOutOfBoundsShared, sharedOf(*other), access.address,
                                          "the shared memory of a block of the cluster"));
  if (isOfKernelObject(access.address))
    return std::nullopt;
  char byte = 0;
  if (access.root >= pageBytes() && guardedCopy(&byte, reinterpret_cast<const void *>(access.root), 1))
    return WrongAccess{.rule = check::Rule::kHostPointer};
  return WrongAccess{.rule = check::Rule::kWildAddress};
}

check::Finding findingOf(const CheckedAccess &access, const WrongAccess &wrong) {
  const bool writes = access.flags & kRaddleAccessWrites;
  const std::string what =
      fmt::format("{} of {}",
                  access.flags & kRaddleAccessIsAtomic ? writes ? "atomic update" : "atomic read"
                  : writes                             ? "write"
                                                       : "read",
                  plural(access.bytes, "byte"));
  check::Finding finding = check::Finding::of(wrong.rule, what);
  switch (wrong.rule) {
  case check::Rule::kHostPointer:
    finding.what += fmt::format(" at address {:#x}, which is memory of the host that no device may access",
                                access.address);
    break;
  case check::Rule::kWildAddress:
    finding.what += access.root == 0
                        ? fmt::format(" through a null pointer, at address {:#x}", access.address)
                        : fmt::format(" at address {:#x}, which belongs to nothing", access.address);
    break;
  case check::Rule::kUseAfterFree:
    finding.what += " in memory that was freed";
    finding.object = fmt::format("{} {}", placeIn(wrong), wrong.object);
    break;
  case check::Rule::kForbiddenAccess:
    finding.what += " that the program has forbidden";
    finding.object = fmt::format("{} {}", placeIn(wrong), wrong.object);
    break;
  case check::Rule::kConstantWrite:
    finding.what += fmt::format(" to {}, a __constant__ variable", wrong.object);
    finding.object = wrong.element ? fmt::format("{}[{}]", wrong.name,
                                                 wrong.offset / static_cast<std::int64_t>(wrong.element))
                                   : wrong.name;
    break;
  case check::Rule::kUseAfterScope:
    finding.what += fmt::format(" of {}, outside of its scope", wrong.object);
    finding.object = wrong.name;
    break;
  default:
    finding.what += fmt::format(" {} {}", positionOf(access, wrong), wrong.object);
    if (wrong.bytes != 0 || wrong.offset != 0)
      finding.object = fmt::format("{} {}", placeIn(wrong), plural(wrong.bytes, "byte"));
    if (wrong.element != 0 && wrong.offset % static_cast<std::int64_t>(wrong.element) == 0 &&
        !wrong.name.empty())
      finding.object = fmt::format("{}[{}], {}", wrong.name,
                                   wrong.offset / static_cast<std::int64_t>(wrong.element), finding.object);
  }
  if (wrong.freed)
    finding.other = check::Access{.stack = check::placesAt(wrong.freed), .what = "freed here"};
  else if (wrong.made)
    finding.other = check::Access{.stack = check::placesAt(wrong.made), .what = "allocated here"};
  if (!wrong.declared.empty())
    finding.notes.push_back({wrong.name.empty() ? "it is made here" : "'" + wrong.name + "' is declared here",
                             placeOf(wrong.declared)});
  if (wrong.rule == check::Rule::kUseAfterScope && !wrong.left.empty())
    finding.notes.push_back({"its scope ends here", placeOf(wrong.left)});
  if (wrong.base || wrong.life)
    if (const auto lifetime = wrong.life ? wrong.life : check::lifetimeOf(wrong.base)) {
      const std::vector<check::Place> made = check::placesOf(lifetime->made);
      const std::string where = check::Access{.stack = made}.place().text();
      if (!where.empty())
        finding.object += " allocated at " + where;
      if (lifetime->gone)
        finding.other = check::Access{.stack = check::placesOf(*lifetime->gone), .what = "freed here"};
      else
        finding.other = check::Access{.stack = made, .what = "allocated here"};
    }
  if (wrong.rule == check::Rule::kOutOfBoundsGlobal && !access.variable && !wrong.life &&
      backend::deviceMemory())
    if (const auto there = backend::deviceMemory()->objectAt(access.address);
        there && there->begin != numberOf(wrong.base))
      finding.notes.push_back(
          {fmt::format("it meets byte {} of {}", access.address - there->begin, there->text)});
  finding.here.write = writes;
  finding.here.bytes = static_cast<unsigned>(access.bytes);
  finding.here.address = access.address;
  return finding;
}

} // namespace raddle::runtime
