#include "ptx/module/module_parser.h"

#include "ptx/syntax/declaration_parser.h"
#include "ptx/syntax/statement_parser.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace raddle::ptx {

namespace {

// "sm_90a" -> 90.
unsigned architectureOf(std::string_view target) {
  unsigned number = 0;
  if (target.starts_with("sm_") || target.starts_with("compute_")) {
    target.remove_prefix(target.find('_') + 1);
    std::from_chars(target.data(), target.data() + target.size(), number);
  }
  return number;
}

class ModuleParser {
public:
  explicit ModuleParser(std::string_view text) : reader_(text) {}

  std::variant<ModuleText, Problem> parse() {
    while (!reader_.hasFailed() && !reader_.is(Token::Kind::End))
      parseDirective();
    if (!reader_.hasFailed() && module_.version == 0)
      reader_.fail("a module begins with .version and .target");
    if (reader_.hasFailed())
      return Problem{reader_.line(), reader_.problem()};
    return std::move(module_);
  }

private:
  void parseDirective() {
    reader_.beginStatement();
    if (reader_.accept(";"))
      return;
    if (!reader_.isDirective())
      return reader_.fail("a directive is missing");
    const std::string_view word = reader_.token().text;
    if (word == ".version")
      parseVersion();
    else if (module_.version == 0)
      reader_.fail("a module begins with .version");
    else if (word == ".target")
      parseTarget();
    else if (word == ".address_size")
      parseAddressSize();
    else if (word == ".file")
      parseFile();
    else if (word == ".section")
      skipSection();
    else if (word == ".pragma")
      reader_.skipPast(";");
    else if (word == ".alias")
      parseAlias();
    else
      parseDeclaration();
  }

  void parseVersion() {
    reader_.advance();
    const std::string text = reader_.take();
    unsigned major = 0, minor = 0;
    const auto [dot, failed] = std::from_chars(text.data(), text.data() + text.size(), major);
    if (failed != std::errc() || *dot != '.')
      return reader_.fail(".version has a number such as 8.5");
    std::from_chars(dot + 1, text.data() + text.size(), minor);
    module_.version = 10 * major + minor;
  }

  void parseTarget() {
    do {
      reader_.advance();
      module_.target = std::max(module_.target, architectureOf(reader_.token().text));
      reader_.advance();
    } while (reader_.isPunctuation(","));
    if (module_.target == 0)
      reader_.fail(".target names an architecture such as sm_80");
  }

  void parseAddressSize() {
    reader_.advance();
    if (reader_.token().value != 64)
      return reader_.fail("addresses are of 64 bits");
    reader_.advance();
  }

  // .file 1 "name", 1700000000, 1234
  void parseFile() {
    reader_.advance();
    const auto number = static_cast<unsigned>(reader_.token().value);
    reader_.advance();
    if (!reader_.is(Token::Kind::String))
      return reader_.fail("the name of a file is missing");
    const std::string name = reader_.take();
    module_.files[number] = name.substr(1, name.size() - 2);
    while (reader_.accept(","))
      reader_.advance();
  }

  void skipSection() {
    while (!reader_.is(Token::Kind::End) && !reader_.isPunctuation("{"))
      reader_.advance();
    unsigned depth = 0;
    do {
      depth += reader_.isPunctuation("{");
      depth -= reader_.isPunctuation("}");
      reader_.advance();
    } while (depth != 0 && !reader_.is(Token::Kind::End));
    if (depth != 0)
      reader_.fail("'}' is missing at the end of a section");
  }

  void parseAlias() {
    reader_.advance();
    const std::string name = reader_.take();
    reader_.expect(",");
    module_.aliases[name] = reader_.take();
    reader_.expect(";");
  }

  // A function or a variable, by what follows .visible and the like.
  void parseDeclaration() {
    FunctionText function;
    function.line = reader_.line();
    TokenReader ahead = reader_;
    while (ahead.isDirective()) {
      const std::string word = ahead.take();
      function.is_external |= word == ".extern";
      function.is_visible |= word == ".visible";
      function.is_weak |= word == ".weak" || word == ".common";
      if (word != ".entry" && word != ".func")
        continue;
      function.is_kernel = word == ".entry";
      reader_ = ahead;
      return parseFunction(std::move(function));
    }
    parseVariables();
  }

  void parseVariables() {
    const Variable common = parseDeclarationPrefix(reader_);
    do
      for (Variable &variable : parseDeclarators(reader_, common))
        module_.variables.push_back(std::move(variable));
    while (!reader_.hasFailed() && reader_.accept(","));
    reader_.expect(";");
  }

  void parseFunction(FunctionText function) {
    // .func .attribute(...)
    while (reader_.isDirective())
      parseFunctionDirective(function);
    NamedSignature named = parseSignature(reader_);
    function.name = std::move(named.name);
    function.signature = std::move(named.signature);
    while (!reader_.hasFailed() && reader_.isDirective())
      parseFunctionDirective(function);
    if (!reader_.accept(";")) {
      reader_.expect("{");
      function.has_body = true;
      if (!reader_.hasFailed())
        function.body = StatementParser(reader_, Source::Module).parseBody();
    }
    module_.functions.push_back(std::move(function));
  }

  // .maxntid 16, 16, 1 .noreturn .pragma "nounroll";
  void parseFunctionDirective(FunctionText &function) {
    Directive directive;
    directive.name = reader_.take().substr(1);
    if (directive.name == "pragma")
      return reader_.skipPast(";");
    if (directive.name == "attribute")
      return reader_.skipPast(")");
    function.does_not_return |= directive.name == "noreturn";
    if (reader_.is(Token::Kind::Integer))
      do {
        directive.numbers.push_back(reader_.token().value);
        reader_.advance();
      } while (reader_.accept(",") && reader_.is(Token::Kind::Integer));
    function.directives.push_back(std::move(directive));
  }

  TokenReader reader_;
  ModuleText module_;
};

} // namespace

std::variant<ModuleText, Problem> parseModule(std::string_view text) { return ModuleParser(text).parse(); }

} // namespace raddle::ptx
