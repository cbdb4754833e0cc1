// What processes have recorded (trace/recorder.h), as a trace.
#include "tools/kernel_names.h"
#include "tools/recorded_lines.h"
#include "tools/view/trace.h"
#include "trace/steps_file.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/JSON.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <map>

namespace raddle::tools::view {

namespace fs = std::filesystem;
using llvm::json::Array;
using llvm::json::Object;
using raddle::trace::StepRecord;
using raddle::trace::StepsHeader;

namespace {

class Reader {
public:
  explicit Reader(const fs::path &lines) : steps_(contentOf(fs::path(lines).replace_extension(".steps"))) {
    forEachLine(lines, [this](const Object &line) { readLine(line); });
    readSteps();
  }

  Trace take() { return std::move(trace_); }

private:
  void readLine(const Object &line) {
    if (const Object *launch = line.getObject("launch"))
      readLaunch(*launch);
    if (const Object *table = line.getObject("table"))
      if (const Object *meaning = table->getObject("meaning"))
        readTable(static_cast<unsigned>(number(*table, "number")), *meaning);
  }

  void readLaunch(const Object &launch) {
    const std::string kernel = readableKernel(text(launch, "kernel"));
    const RaddleDim3 grid = sizes(launch, "grid"), block = sizes(launch, "block");
    const std::string file = text(launch, "file");
    const bool is_wanted = launch.getBoolean("wanted").value_or(false);
    trace_.launches.push_back({kernel, file, grid, block, is_wanted});
    trace_.wanted_launches += is_wanted;
    if (!launch.getBoolean("traced").value_or(false))
      return;
    trace_.kernel = kernel, trace_.file = file;
    trace_.grid = grid, trace_.block = block, trace_.of_block = sizes(launch, "of_block");
    trace_.of_warp = static_cast<std::uint32_t>(number(launch, "of_warp"));
    trace_.launch = static_cast<std::uint32_t>(number(launch, "number"));
    trace_.lanes = static_cast<int>(number(launch, "lanes"));
    trace_.thread_engine_reason = text(launch, "thread_engine_reason");
  }

  void readTable(unsigned table, const Object &meaning) {
    std::vector<Place> places;
    if (const Array *all = meaning.getArray("places"))
      for (const llvm::json::Value &value : *all) {
        const Object &place = *value.getAsObject();
        places.push_back({text(place, "path"), llvm::demangle(text(place, "function")), text(place, "file"),
                          static_cast<unsigned>(number(place, "line")),
                          static_cast<unsigned>(number(place, "column"))});
      }
    first_site_[table] = static_cast<std::uint32_t>(trace_.sites.size());
    if (const Array *all = meaning.getArray("sites"))
      for (const llvm::json::Value &value : *all)
        trace_.sites.push_back(siteOf(*value.getAsObject(), table, places));
  }

  Site siteOf(const Object &object, unsigned table, const std::vector<Place> &places) {
    Site site{text(object, "kind"),
              text(object, "name"),
              text(object, "form"),
              text(object, "operation"),
              text(object, "by"),
              {},
              static_cast<unsigned>(number(object, "space")),
              number(object, "bytes"),
              {},
              -1,
              object.getBoolean("joins").value_or(false)};
    if (const Array *types = object.getArray("types"))
      for (const llvm::json::Value &type : *types)
        site.types.push_back(type.getAsString().value_or("").str());
    if (const std::size_t place = number(object, "place"); place < places.size())
      site.place = places[place];
    if (const auto of = object.getInteger("of"))
      site.of = static_cast<int>(first_site_[table] + static_cast<std::uint32_t>(*of));
    return site;
  }

  void readSteps() {
    StepsHeader header{};
    if (steps_.size() < sizeof header)
      return;
    std::memcpy(&header, steps_.data(), sizeof header);
    if (header.magic != raddle::trace::kStepsMagic)
      return;
    trace_.kept = header.kept, trace_.skipped = header.skipped, trace_.lost = header.lost;
    trace_.shared = header.shared, trace_.shared_bytes = header.shared_bytes;
    const std::size_t end = std::min<std::size_t>(header.bytes, steps_.size());
    for (std::size_t at = sizeof header; at + sizeof(StepRecord) <= end;)
      if (!readStep(at, end))
        return;
  }

  bool readStep(std::size_t &at, std::size_t end) {
    StepRecord step;
    std::memcpy(&step, steps_.data() + at, sizeof step);
    at += sizeof step;
    const std::size_t row = step.by_warp ? kRaddleWarpSize : 1;
    const auto first = first_site_.find(step.table);
    if (at + step.values * row * sizeof(std::uint64_t) > end || first == first_site_.end() ||
        first->second + step.site >= trace_.sites.size())
      return false;
    Record record{first->second + step.site, step.lanes, step.warp};
    for (unsigned i = 0; i < step.values; ++i, at += row * sizeof(std::uint64_t)) {
      std::uint64_t values[kRaddleWarpSize];
      std::memcpy(values, steps_.data() + at, row * sizeof(std::uint64_t));
      std::vector<std::uint64_t> &active = record.values.emplace_back();
      for (std::uint32_t left = step.lanes; left; left &= left - 1)
        active.push_back(values[step.by_warp ? std::countr_zero(left) : 0]);
    }
    if (!isLocal(record, step))
      trace_.records.push_back(std::move(record));
    return true;
  }

  // An access through a pointer that leads to a local variable, as only the running kernel knew. Those that the compiler knows are no steps
  // either.
  bool isLocal(const Record &record, const StepRecord &step) const {
    const Site &site = trace_.sites[record.site];
    return (site.kind == "load" || site.kind == "store" || site.kind == "atomic") && site.space == 0 &&
           !record.values.empty() && std::ranges::all_of(record.values[0], [&](std::uint64_t address) {
             return address - step.stack < step.stack_bytes;
           });
  }

  Trace trace_;
  const std::string steps_;
  std::map<unsigned, std::uint32_t> first_site_; // of each table
};

} // namespace

std::string Trace::titleOf(const std::string &name, const std::string &of_file) const {
  const bool is_shared = std::ranges::any_of(
      launches, [&](const LaunchShape &launch) { return launch.kernel == name && launch.file != of_file; });
  return is_shared ? name + " in " + of_file : name;
}

Trace readTrace(const std::string &folder) {
  Trace result;
  for (const fs::path &file : recordsIn(folder)) {
    Trace trace = Reader(file).take();
    std::vector<LaunchShape> launches = std::move(result.launches);
    launches.insert(launches.end(), trace.launches.begin(), trace.launches.end());
    const std::uint32_t wanted = result.wanted_launches + trace.wanted_launches;
    if (result.kernel.empty())
      result = std::move(trace);
    result.launches = std::move(launches);
    result.wanted_launches = wanted;
  }
  if (!result.kernel.empty())
    result.kernel = result.titleOf(result.kernel, result.file);
  return result;
}

} // namespace raddle::tools::view
