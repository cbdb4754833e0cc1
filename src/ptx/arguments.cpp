#include "ptx/arguments.h"

#include "ptx/syntax/lexer.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>

#include <fmt/format.h>

namespace raddle::ptx {

namespace {

// How wide the register of a constraint letter is; 0 for one that PTX does not have.
unsigned registerBits(llvm::StringRef code) {
  return llvm::StringSwitch<unsigned>(code)
      .Case("h", 16)
      .Cases("r", "f", 32)
      .Cases("l", "d", 64)
      .Case("q", 128)
      .Case("b", 1)
      .Default(0);
}

// "%p1" is operand 1 printed in the way "p" to clang, which writes ${1:p}. To PTX it is a register, if the text
// declares it, alone or as one of a range ("%p<2>"): its name, or "".
std::string declaredRegister(llvm::StringRef text, llvm::StringRef reference) {
  const auto [number, letter] = reference.split(':');
  if (letter.size() != 1)
    return {};
  const std::string alone = fmt::format("${{{}}}", reference.str());
  const std::string range = fmt::format("%{}<", letter.str());
  for (size_t at = text.find(".reg"); at != llvm::StringRef::npos; at = text.find(".reg", at + 1)) {
    const llvm::StringRef directive = text.substr(at).split(';').first;
    if (directive.contains(alone) || directive.contains(range))
      return fmt::format("%{}{}", letter.str(), number.str());
  }
  return {};
}

bool meansConstant(llvm::StringRef code) { return code == "n" || code == "i"; }

} // namespace

Result<std::vector<Argument>> readArguments(const llvm::CallBase &call) {
  const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const llvm::DataLayout &layout = call.getModule()->getDataLayout();
  std::vector<Argument> arguments;
  unsigned next_input = 0, next_output = 0;
  auto *results = llvm::dyn_cast<llvm::StructType>(call.getType());
  for (const llvm::InlineAsm::ConstraintInfo &constraint : assembly->ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber)
      continue;
    const std::string code = constraint.Codes.empty() ? std::string() : constraint.Codes.front();
    Argument argument;
    argument.is_output = constraint.Type == llvm::InlineAsm::isOutput;
    const std::size_t number = arguments.size();
    if (constraint.isIndirect || constraint.Codes.size() != 1)
      return Error{fmt::format(
          "operand %{} has a constraint that PTX does not have: use h, r, l, q, f, d or n", number)};
    if (argument.is_output) {
      argument.type = results ? results->getElementType(next_output++) : call.getType();
    } else {
      argument.value = call.getArgOperand(next_input++);
      argument.type = argument.value->getType();
    }
    if (!argument.is_output && llvm::isDigit(code.front())) {
      argument.same_as = std::stoi(code);
      Argument &output = arguments[static_cast<std::size_t>(argument.same_as)];
      output.value = argument.value;
      argument.bits = output.bits;
      if (layout.getTypeSizeInBits(argument.type) != output.bits)
        return Error{
            fmt::format("operand %{} goes into the register of operand %{}, which is of another size", number,
                        argument.same_as)};
    } else if (meansConstant(code)) {
      if (!llvm::isa<llvm::ConstantInt>(argument.value))
        return Error{
            fmt::format("operand %{} has the constraint '{}', but is no integer constant", number, code)};
      argument.is_constant = true;
    } else {
      argument.bits = registerBits(code);
      const std::uint64_t bits = layout.getTypeSizeInBits(argument.type);
      if (argument.bits == 0)
        return Error{fmt::format(
            "operand %{} has the constraint '{}', which PTX does not have: use h, r, l, q, f, d or n", number,
            code)};
      if (bits != argument.bits)
        return Error{fmt::format("operand %{} is of {} bits, but its constraint '{}' means {}: cast it",
                                 number, bits, code, argument.bits)};
    }
    arguments.push_back(argument);
  }
  return arguments;
}

std::string expandTemplate(llvm::StringRef text, const std::vector<Argument> &arguments, unsigned unique) {
  const llvm::StringRef whole = text;
  std::string result;
  while (!text.empty()) {
    const auto [plain, rest] = text.split('$');
    result += plain;
    if (plain.size() == text.size())
      break;
    text = rest;
    if (text.consume_front("$")) {
      result += '$';
      continue;
    }
    llvm::StringRef reference = text;
    if (text.consume_front("{")) {
      reference = text.take_until([](char c) { return c == '}'; });
      text = text.drop_front(std::min(reference.size() + 1, text.size()));
      if (reference == ":uid") {
        result += std::to_string(unique);
        continue;
      }
      if (const std::string name = declaredRegister(whole, reference); !name.empty()) {
        result += name;
        continue;
      }
    } else {
      text = text.drop_while(llvm::isDigit);
    }
    unsigned number = 0;
    reference.consumeInteger(10, number);
    if (number < arguments.size() && arguments[number].is_constant)
      result += std::to_string(llvm::cast<llvm::ConstantInt>(arguments[number].value)->getSExtValue());
    else
      result += kArgumentMark + std::to_string(number);
  }
  return result;
}

} // namespace raddle::ptx
