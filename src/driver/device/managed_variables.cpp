#include "driver/device/managed_variables.h"

#include "driver/device/open_bitcode.h"
#include "jit/compiler/variable_images.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <map>

namespace raddle::driver {

namespace {

using jit::VariableImage;

Result<std::vector<VariableImage>> readImages(const std::filesystem::path &bitcode) {
  llvm::LLVMContext context;
  auto module = openBitcode(bitcode, context);
  if (!module)
    return module.error();
  return jit::collectManagedVariables(**module);
}

std::string hostName(size_t index) { return fmt::format("__raddle_managed_{}", index); }

// A variable that host code does not use may have no shadow there: hence weak.
std::string declaration(const VariableImage &image, size_t index) {
  return fmt::format("extern \"C\" __attribute__((weak)) char {}[{}] __asm__(\"{}\");\n", hostName(index),
                     std::max<std::uint64_t>(image.size, 1), image.name);
}

// Shadows are zero, so zeros at either end need no copying.
std::string copyOfBytes(const VariableImage &image, size_t index) {
  auto is_set = [](std::uint8_t byte) { return byte != 0; };
  auto begin = std::find_if(image.bytes.begin(), image.bytes.end(), is_set);
  auto end = std::find_if(image.bytes.rbegin(), image.bytes.rend(), is_set).base();
  if (begin >= end)
    return "";
  std::string literal;
  for (auto byte = begin; byte != end; ++byte)
    literal += fmt::format("\\{:03o}", *byte);
  return fmt::format("    __builtin_memcpy({} + {}, \"{}\", {});\n", hostName(index),
                     begin - image.bytes.begin(), literal, end - begin);
}

} // namespace

Result<std::string> managedVariablesHeader(const std::filesystem::path &bitcode) {
  auto images = readImages(bitcode);
  if (!images)
    return images.error();
  if (images->empty())
    return std::string();

  std::map<std::string, size_t> indices;
  std::string declarations, statements;
  for (size_t index = 0; index < images->size(); ++index) {
    indices[(*images)[index].name] = index;
    declarations += declaration((*images)[index], index);
  }
  for (size_t index = 0; index < images->size(); ++index) {
    const VariableImage &image = (*images)[index];
    statements += fmt::format("  if ({}) {{\n", hostName(index));
    statements += copyOfBytes(image, index);
    for (const VariableImage::Relocation &relocation : image.relocations) {
      auto target = indices.find(relocation.target);
      // Addresses of other device variables are filled in by the runtime, which allocates them.
      if (target != indices.end())
        statements +=
            fmt::format("    {{ char *p = {} + {}; __builtin_memcpy({} + {}, &p, sizeof p); }}\n",
                        hostName(target->second), relocation.addend, hostName(index), relocation.offset);
    }
    statements += fmt::format("    __raddleRegisterManagedVariable({}, {});\n  }}\n", hostName(index),
                              std::max<std::uint64_t>(image.size, 1));
  }
  // No warnings about this file. 101 is the first priority that is not the C library's own.
  return fmt::format(
      "#pragma GCC system_header\n{}"
      "static __attribute__((constructor(101))) void __raddle_initialize_managed_variables() {{\n"
      "{}}}\n",
      declarations, statements);
}

} // namespace raddle::driver
