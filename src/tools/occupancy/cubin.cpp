// A cubin has a section .text.<kernel> per kernel, its static shared memory as the size of
// .nv.shared.<kernel>, and lists of attributes in .nv.info (about all functions, by symbol) and
// .nv.info.<kernel>. An attribute is two bytes of format and number, then a byte, a short, or a short of
// length and that many bytes.
#include "tools/occupancy/cubin.h"

#include "occupancy/architecture.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <span>

namespace raddle::tools::occupancy {

namespace {

constexpr unsigned kMachineCuda = 190;

enum Format : std::uint8_t { kNoValue = 1, kByteValue = 2, kShortValue = 3, kSizedValue = 4 };
enum AttributeNumber : std::uint8_t { kMaxThreads = 0x05, kRegisterCount = 0x2f, kBarrierCount = 0x4c };

// Reads that never leave the file.
template <typename T> bool readAt(std::string_view bytes, std::size_t offset, T &value) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
    return false;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return true;
}

std::string_view slice(std::string_view bytes, std::size_t offset, std::size_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size)
    return {};
  return bytes.substr(offset, size);
}

std::string_view stringAt(std::string_view table, std::size_t offset) {
  if (offset >= table.size())
    return {};
  return table.substr(offset, table.find('\0', offset) - offset);
}

struct Section {
  std::string_view name;
  Elf64_Shdr header;
  std::string_view contents; // empty for one without bytes in the file
};

class Cubin {
public:
  static Result<Cubin> parse(std::string_view bytes) {
    Cubin cubin;
    if (!readAt(bytes, 0, cubin.header_) || !isCubin(bytes))
      return Error{"not a cubin"};
    std::vector<Elf64_Shdr> headers(cubin.header_.e_shnum);
    for (std::size_t i = 0; i < headers.size(); ++i)
      if (!readAt(bytes, cubin.header_.e_shoff + i * sizeof(Elf64_Shdr), headers[i]))
        return Error{"the cubin is cut off: its section headers lie past its end"};
    if (cubin.header_.e_shstrndx >= headers.size())
      return Error{"the cubin has no section names"};
    const Elf64_Shdr &strings = headers[cubin.header_.e_shstrndx];
    std::string_view names = slice(bytes, strings.sh_offset, strings.sh_size);
    for (const Elf64_Shdr &header : headers) {
      std::string_view contents =
          header.sh_type == SHT_NOBITS ? std::string_view() : slice(bytes, header.sh_offset, header.sh_size);
      cubin.sections_.push_back({stringAt(names, header.sh_name), header, contents});
    }
    return cubin;
  }

  // Since version 8 of the ABI the number lies one byte higher.
  unsigned architecture() const {
    unsigned shift = header_.e_ident[EI_ABIVERSION] >= 8 ? 8 : 0;
    return header_.e_flags >> shift & 0xff;
  }

  std::span<const Section> sections() const { return sections_; }

  const Section *find(std::string_view name) const {
    auto section = std::ranges::find(sections_, name, &Section::name);
    return section == sections_.end() ? nullptr : &*section;
  }

  std::string_view symbolName(std::size_t index) const {
    const Section *symbols = find(".symtab"), *strings = find(".strtab");
    Elf64_Sym symbol;
    if (!symbols || !strings || !readAt(symbols->contents, index * sizeof(Elf64_Sym), symbol))
      return {};
    return stringAt(strings->contents, symbol.st_name);
  }

private:
  Elf64_Ehdr header_{};
  std::vector<Section> sections_;
};

// Calls `visit(number, value bytes)` for each attribute.
void forEachAttribute(std::string_view list,
                      const std::function<void(std::uint8_t number, std::string_view value)> &visit) {
  for (std::size_t at = 0; at + 4 <= list.size();) {
    auto format = static_cast<std::uint8_t>(list[at]), number = static_cast<std::uint8_t>(list[at + 1]);
    std::uint16_t size = 0;
    readAt(list, at + 2, size);
    if (format == kSizedValue) {
      visit(number, slice(list, at + 4, size));
      at += 4u + size;
    } else {
      visit(number, list.substr(at + 2, 2));
      at += 4;
    }
  }
}

std::map<std::string_view, unsigned> registerCounts(const Cubin &cubin) {
  std::map<std::string_view, unsigned> counts;
  if (const Section *info = cubin.find(".nv.info"))
    forEachAttribute(info->contents, [&](std::uint8_t number, std::string_view value) {
      std::uint32_t symbol = 0, registers = 0;
      if (number == kRegisterCount && readAt(value, 0, symbol) && readAt(value, 4, registers))
        counts[cubin.symbolName(symbol)] = registers;
    });
  return counts;
}

void readAttributes(std::string_view list, KernelFacts &kernel) {
  forEachAttribute(list, [&](std::uint8_t number, std::string_view value) {
    std::uint32_t x = 0, y = 0, z = 0;
    if (number == kMaxThreads && readAt(value, 0, x) && readAt(value, 4, y) && readAt(value, 8, z))
      kernel.max_threads = x * y * z;
    if (number == kBarrierCount && !value.empty())
      kernel.barriers = static_cast<std::uint8_t>(value[0]);
  });
}

// Since sm_90 the section of a linked kernel begins with the system's share.
std::size_t declaredShared(const Cubin &cubin, std::size_t section_bytes) {
  const raddle::occupancy::Architecture *architecture =
      raddle::occupancy::findArchitecture(std::to_string(cubin.architecture()));
  bool has_reserve = architecture && cubin.find(".nv.shared.reserved.0");
  return has_reserve ? section_bytes - std::min(section_bytes, architecture->shared_reserved) : section_bytes;
}

} // namespace

bool isCubin(std::string_view bytes) {
  Elf64_Ehdr header;
  return readAt(bytes, 0, header) && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == kMachineCuda;
}

Result<std::vector<KernelFacts>> readCubin(std::string_view bytes) {
  auto cubin = Cubin::parse(bytes);
  if (!cubin)
    return cubin.error();
  constexpr std::string_view kText = ".text.";
  std::map<std::string_view, unsigned> registers = registerCounts(*cubin);
  std::vector<KernelFacts> kernels;
  for (const Section &section : cubin->sections()) {
    if (!section.name.starts_with(kText))
      continue;
    std::string name(section.name.substr(kText.size()));
    // Functions that are called have code too; only kernels have attributes of their own.
    const Section *info = cubin->find(".nv.info." + name), *shared = cubin->find(".nv.shared." + name);
    if (!info || !cubin->find(".nv.constant0." + name))
      continue;
    KernelFacts kernel{.name = name, .architecture = cubin->architecture(), .source = RegisterSource::Cubin};
    if (auto count = registers.find(name); count != registers.end())
      kernel.registers = count->second;
    if (shared)
      kernel.static_shared = declaredShared(*cubin, shared->header.sh_size);
    readAttributes(info->contents, kernel);
    kernels.push_back(kernel);
  }
  return kernels;
}

std::vector<std::string_view> findCubins(std::string_view bytes) {
  std::vector<std::string_view> found;
  for (std::size_t at = bytes.find(ELFMAG); at != std::string_view::npos; at = bytes.find(ELFMAG, at + 1))
    if (isCubin(bytes.substr(at)))
      found.push_back(bytes.substr(at));
  return found;
}

} // namespace raddle::tools::occupancy
