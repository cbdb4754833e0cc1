#include "ptx/instructions/instruction_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace raddle::ptx {

namespace {

// Lists that many rows share.
const std::map<std::string_view, std::string_view> &lists() {
  static const std::map<std::string_view, std::string_view> lists = {
      {"int", "u16|u32|u64|s16|s32|s64"},
      {"integer", "u8|u16|u32|u64|s8|s16|s32|s64"},
      {"float", "f16|bf16|f32|f64"},
      {"any", "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"},
      {"memory", "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"},
      {"half", "f16|f16x2|bf16|bf16x2"},
      {"rnd", "rn|rz|rm|rp"},
      {"order", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan"},
      {"bool", "and|or|xor"},
      {"space", "global|shared|shared::cta|shared::cluster|local|const|param|param::entry|param::func"},
      {"scope", "cta|cluster|gpu|sys"},
      {"cache", "ca|cg|cs|lu|cv|wb|wt"},
      {"evict", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"},
      {"evict2", "L2::evict_normal|L2::evict_first|L2::evict_last"},
      {"hint", "L2::cache_hint"},
      {"prefetch", "L2::64B|L2::128B|L2::256B"},
  };
  return lists;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end != 0)
      parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// <t:u32|u64>, {rn|rz}, <@int>
ModifierGroup readGroup(std::string_view text) {
  ModifierGroup group;
  group.required = text.front() == '<';
  text = text.substr(1, text.size() - 2);
  // "L2::64B" has colons of its own.
  if (std::size_t colon = text.find(':');
      colon != std::string_view::npos && text.substr(colon, 2) != "::" && text.find('|') > colon) {
    group.name = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  for (const std::string &alternative : split(text, '|')) {
    if (alternative.front() != '@') {
      group.alternatives.push_back(alternative);
      continue;
    }
    const std::string list = alternative.substr(1);
    for (const std::string &member : split(lists().at(list), '|'))
      group.alternatives.push_back(member);
    if (group.name.empty())
      group.name = list;
  }
  if (group.name.empty())
    group.name = text;
  return group;
}

OperandSpec readOperand(std::string text) {
  OperandSpec operand;
  auto takeFront = [&](std::string_view prefix) {
    if (!text.starts_with(prefix))
      return false;
    text.erase(0, prefix.size());
    return true;
  };
  auto takeBack = [&](std::string_view suffix) {
    if (!text.ends_with(suffix))
      return false;
    text.erase(text.size() - suffix.size());
    return true;
  };
  operand.is_optional = takeBack("?");
  operand.is_read = takeFront("+");
  operand.is_destination = takeFront("=") || operand.is_read;
  operand.has_predicate = takeBack("|p");
  if (const std::size_t star = text.find('*'); star != std::string::npos) {
    operand.is_vector = true;
    const std::string_view length = std::string_view(text).substr(star + 1);
    if (length.starts_with("n:"))
      operand.columns_per_element = static_cast<unsigned>(length.back() - '0');
    else
      operand.length = length.empty() ? 0 : static_cast<unsigned>(length.front() - '0');
    text.erase(star);
  }
  operand.may_be_wider = takeFront("~");
  operand.twice_as_wide = takeFront("2");
  operand.is_constant = takeFront("#");
  operand.is_address = text.starts_with("[");
  operand.type = text;
  return operand;
}

Pattern readRow(const Row &row) {
  Pattern pattern;
  pattern.row = &row;
  for (const std::string &word : split(row.opcode, ' '))
    if (word.front() == '<' || word.front() == '{')
      pattern.groups.push_back(readGroup(word));
    else
      pattern.mnemonic = split(word, '.');
  for (const std::string &word : split(row.operands, ' '))
    pattern.operands.push_back(readOperand(word));
  return pattern;
}

// How many parts of the opcode the mnemonic is; 0 when it is another one.
std::size_t mnemonicLength(const Pattern &pattern, const std::vector<std::string> &opcode) {
  const std::size_t length = pattern.mnemonic.size();
  return length <= opcode.size() &&
                 std::equal(pattern.mnemonic.begin(), pattern.mnemonic.end(), opcode.begin())
             ? length
             : 0;
}

// The opcode with the mnemonic in front, as ptxas takes modifiers in any order: vote.ballot.sync.b32. Empty when it is
// another one.
std::vector<std::string> withMnemonicInFront(const Pattern &pattern, const std::vector<std::string> &opcode) {
  if (opcode.empty() || opcode.front() != pattern.mnemonic.front())
    return {};
  std::vector<std::string> arranged = pattern.mnemonic, rest = opcode;
  for (const std::string &part : pattern.mnemonic) {
    auto found = std::ranges::find(rest, part);
    if (found == rest.end())
      return {};
    rest.erase(found);
  }
  arranged.insert(arranged.end(), rest.begin(), rest.end());
  return arranged;
}

// Gives each modifier to the first group that still can take it. Returns the number of modifiers that fit.
std::size_t assign(const Pattern &pattern, const std::vector<std::string> &opcode, Match &match) {
  match = Match{&pattern, {}, {}};
  std::vector<bool> used(pattern.groups.size());
  for (std::size_t i = pattern.mnemonic.size(); i < opcode.size(); ++i) {
    std::size_t group = 0;
    while (group < pattern.groups.size() &&
           (used[group] || std::ranges::find(pattern.groups[group].alternatives, opcode[i]) ==
                               pattern.groups[group].alternatives.end()))
      ++group;
    if (group == pattern.groups.size())
      return match.modifiers.size();
    used[group] = true;
    match.modifiers.push_back(opcode[i]);
    match.groups[pattern.groups[group].name] = opcode[i];
  }
  return match.modifiers.size();
}

const ModifierGroup *missingGroup(const Match &match) {
  for (const ModifierGroup &group : match.pattern->groups)
    if (group.required && !match.groups.contains(group.name))
      return &group;
  return nullptr;
}

// What to do instead, by the beginning of the opcode.
std::string_view advice(const std::string &opcode) {
  static constexpr std::pair<std::string_view, std::string_view> kAdvice[] = {
      {"wgmma.mma_async", "there are m64nNk16 (f16, bf16), m64nNk8 (tf32), m64nNk32 (e4m3, e5m2) for N = 8, "
                          "16, 24, ... 256, m64nNk32 (s8, u8) and m64nNk256 "
                          "(b1, .and.popc) for N = 8, 16, 24, 32, 48, 64, ... 256; with .sp all but b1 with "
                          "twice the k; D is f32, or f16 for f16, "
                          "e4m3 and e5m2, and s32 for integers and b1"},
      {"wgmma",
       "there are wgmma.mma_async, wgmma.fence, wgmma.commit_group and wgmma.wait_group, all .sync.aligned"},
      {"tcgen05", "products by a whole block are not supported: use mma.sync, or guard the asm with a macro"},
      {"mma.sp", "there are m16n8k8 (tf32), m16n8k16 (f16, bf16, tf32), m16n8k32 (f16, bf16, s8, u8), "
                 "m16n8k64 (e4m3, e5m2, s8, u8, s4, "
                 "u4) and m16n8k128 (s4, u4), all .row.col; D and C are f32, or f16 for f16, and s32 for "
                 "integers; then come the "
                 "metadata and the sparsity selector, a number"},
      {"mma",
       "there are m8n8k4 (f16, f64), m16n8k4 (tf32, f64), m16n8k8 (f16, bf16, tf32, f64), m16n8k16 (f16, "
       "bf16, "
       "f64, e4m3, e5m2, s8, u8), m16n8k32 (e4m3, e5m2, s8, u8, s4, u4), m8n8k16 (s8, u8), m8n8k32 and "
       "m16n8k64 "
       "(s4, u4), m8n8k128, m16n8k128 and m16n8k256 (b1, .xor.popc or .and.popc); all are .row.col but "
       "m8n8k4 of "
       "f16; D and C are f32 or f16 for f16, e4m3 and e5m2, f64 for f64, s32 for integers and b1, else f32"},
      {"wmma",
       "in PTX the layout of its fragments is not documented: use mma.sync, or nvcuda::wmma of mma.h"},
      {"ldmatrix", "there is .m8n8 with .x1, .x2 or .x4, {.trans}, .shared and .b16"},
      {"stmatrix", "there is .m8n8 with .x1, .x2 or .x4, {.trans}, .shared and .b16"},
      {"movmatrix", "there is movmatrix.sync.aligned.m8n8.trans.b16"},
      {"cp.async.bulk.tensor",
       "there are copies of tiles, .1d to .5d; .im2col, .tile::gather4, .tile::scatter4 and .cta_group "
       "are not supported"},
      {"cp.reduce.async.bulk.tensor",
       "there are reductions of tiles, .1d to .5d; .im2col_no_offs is not supported"},
      {"cp.reduce.async.bulk", "in global memory there are .add for .u32 .s32 .u64 .f32 .f64, .add.noftz for "
                               ".f16 .bf16, .min .max for .u32 .s32 "
                               ".u64 .s64 .f16 .bf16, .inc .dec for .u32, .and .or .xor for .b32 .b64; in "
                               "shared memory .add for .u32 .s32 .u64, "
                               ".min .max for .u32 .s32, .inc .dec for .u32, .and .or .xor for .b32"},
      {"multimem", "memory of several devices is not supported: use ld, st and red on each"},
      {"shfl.", "GPUs from sm_70 on have only shfl.sync, which names the lanes that take part"},
      {"vote.", "GPUs from sm_70 on have only vote.sync, which names the lanes that take part"},
      {"tex", "there are .1d .2d .3d .a1d .a2d .cube .acube with .v4, f32, s32 or u32 from f32 coordinates, "
              "and .1d from s32 ones; "
              "textures of several samples, and samplers apart from their textures, are not supported"},
      {"tld4", "there is tld4.r.2d.v4, also with .g, .b and .a, of f32 coordinates"},
      {"suld", "there is suld.b with .1d .2d .3d .a1d .a2d, up to .v4.b32, and .trap, .clamp or .zero"},
      {"sust", "there is sust.b with .1d .2d .3d .a1d .a2d, up to .v4.b32, and .trap, .clamp or .zero"},
      {"txq", "a texture cannot be asked: hand its properties over as parameters"},
      {"sur", "reductions in surfaces are not supported: use red on memory"},
      {"suq", "a surface cannot be asked: hand its properties over as parameters"},
      {"brx", "use bra with predicates"},
      {"alloca", "use a local array"},
  };
  for (const auto &[prefix, text] : kAdvice)
    if (opcode.starts_with(prefix))
      return text;
  return "docs/inline_ptx.md lists what is supported; write it in C++, or guard the asm with a macro";
}

Error explain(const std::vector<std::string> &opcode) {
  const std::string whole = fmt::format("{}", fmt::join(opcode, "."));
  const Pattern *closest = nullptr;
  std::size_t fitting = 0;
  Match match;
  for (const Pattern &pattern : patterns())
    if (std::size_t length = mnemonicLength(pattern, opcode))
      if (std::size_t fits = length + assign(pattern, opcode, match); !closest || fits > fitting) {
        closest = &pattern;
        fitting = fits;
      }
  if (!closest)
    return Error{fmt::format("unknown PTX instruction '{}': {}", whole, advice(whole))};
  if (fitting < opcode.size())
    return Error{fmt::format("'{}' has the modifier '.{}', which '{}' does not have here: {}", whole,
                             opcode[fitting], fmt::join(closest->mnemonic, "."), advice(whole))};
  assign(*closest, opcode, match);
  if (const ModifierGroup *group = missingGroup(match))
    return Error{fmt::format("'{}' needs one of .{}", whole, fmt::join(group->alternatives, " ."))};
  return Error{fmt::format("'{}' is no combination of modifiers that exists", whole)};
}

} // namespace

const std::vector<Pattern> &patterns() {
  static const std::vector<Pattern> patterns = [] {
    std::vector<Pattern> all;
    for (const std::vector<Row> *rows :
         {&integerInstructions(), &bitInstructions(), &floatInstructions(), &halfInstructions(),
          &comparisonInstructions(), &conversionInstructions(), &memoryInstructions(), &atomicInstructions(),
          &asyncInstructions(), &tensorInstructions(), &warpInstructions(), &matrixInstructions(),
          &warpgroupInstructions(), &textureInstructions(), &barrierInstructions(), &videoInstructions(),
          &moveInstructions()})
      for (const Row &row : *rows)
        all.push_back(readRow(row));
    return all;
  }();
  return patterns;
}

bool Match::has(const std::string &modifier) const {
  return std::ranges::find(modifiers, modifier) != modifiers.end();
}

std::string Match::get(const std::string &group) const {
  auto found = groups.find(group);
  return found == groups.end() ? std::string() : found->second;
}

Result<Match> findRow(const std::vector<std::string> &opcode) {
  Match match;
  for (const Pattern &pattern : patterns())
    if (std::size_t length = mnemonicLength(pattern, opcode))
      if (length + assign(pattern, opcode, match) == opcode.size() && !missingGroup(match))
        return match;
  for (const Pattern &pattern : patterns())
    if (std::vector<std::string> arranged = withMnemonicInFront(pattern, opcode); !arranged.empty())
      if (pattern.mnemonic.size() + assign(pattern, arranged, match) == arranged.size() &&
          !missingGroup(match))
        return match;
  return explain(opcode);
}

} // namespace raddle::ptx
