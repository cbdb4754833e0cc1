#include "vectorize/named_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

struct NamedFact {
  std::string_view name;
  std::uint32_t (*number)(const CompileJob &);
  void (*set)(CompileJob &, std::uint32_t);
};

template <auto part, auto member> constexpr NamedFact factOf(std::string_view name) {
  return {name, [](const CompileJob &job) { return static_cast<std::uint32_t>(job.*part.*member); },
          [](CompileJob &job, std::uint32_t number) { job.*part.*member = number; }};
}

constexpr NamedFact kFacts[] = {
    factOf<&CompileJob::facts, &Facts::fused_warps>("fused-warps"),
    factOf<&CompileJob::facts, &Facts::warps_per_exchange>("warps-per-exchange"),
    factOf<&CompileJob::facts, &Facts::polls_for_blocks>("polls-for-blocks"),
    factOf<&CompileJob::facts, &Facts::loops_over_warps>("loops-over-warps"),
    factOf<&CompileJob::facts, &Facts::warp_loop_unrolled>("warp-loop-unrolled"),
    factOf<&CompileJob::facts, &Facts::barriers_in_loops>("barriers-in-loops"),
    factOf<&CompileJob::facts, &Facts::stored_words>("stored-words"),
    factOf<&CompileJob::outputs, &Outputs::static_shared_bytes>("static-shared-bytes"),
    factOf<&CompileJob::outputs, &Outputs::has_dynamic_shared>("has-dynamic-shared"),
};

} // namespace

std::string describeFacts(const CompileJob &job) {
  const CompileJob at_first;
  std::vector<std::string> known;
  for (const NamedFact &fact : kFacts)
    if (fact.number(job) != fact.number(at_first))
      known.push_back(fmt::format("{}={}", fact.name, fact.number(job)));
  return fmt::format("{}", fmt::join(known, ","));
}

bool takeFact(CompileJob &job, StringRef fact) {
  const auto [name, text] = fact.split('=');
  const NamedFact *found = find_if(kFacts, [&](const NamedFact &known) {
    return name == StringRef(known.name.data(), known.name.size());
  });
  unsigned number;
  if (found == std::end(kFacts) || text.getAsInteger(10, number))
    return false;
  found->set(job, number);
  return true;
}

} // namespace raddle::vectorize
