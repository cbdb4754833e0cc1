#include "tools/occupancy/report.h"

#include "driver/command/version.h"
#include "tools/occupancy/report_page.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <functional>

namespace raddle::tools::occupancy {

using namespace raddle::occupancy;
using llvm::json::OStream;

namespace {

std::int64_t number(std::size_t value) { return static_cast<std::int64_t>(value); }

// A step function of x = 0, unit, 2 unit ... as pairs [last x of the step, blocks].
void writeSteps(OStream &json, std::size_t last, std::size_t unit,
                const std::function<unsigned(std::size_t)> &blocks) {
  json.array([&] {
    for (std::size_t x = 0; x <= last; x += unit) {
      unsigned here = blocks(x);
      bool ends = x + unit > last || blocks(x + unit) != here;
      if (ends)
        json.array([&] {
          json.value(number(x));
          json.value(here == kUnlimited ? -1 : static_cast<std::int64_t>(here));
        });
    }
  });
}

void writeArchitecture(OStream &json, const Architecture &architecture) {
  json.attributeObject("arch", [&] {
    json.attribute("name", architecture.name());
    json.attribute("family", llvm::StringRef(name(architecture.family)));
    json.attribute("chip", llvm::StringRef(architecture.chip));
    json.attribute("warps", architecture.warps_per_sm);
    json.attribute("blocks", architecture.blocks_per_sm);
    json.attribute("schedulers", architecture.subpartitions);
    json.attribute("registers", architecture.registers_per_sm);
    json.attribute("maxRegisters", architecture.registers_per_thread);
    json.attribute("shared", number(architecture.shared_per_sm));
    json.attribute("maxShared", number(architecture.shared_optin));
    json.attribute("sharedReserved", number(architecture.shared_reserved));
    json.attribute("sharedUnit", number(architecture.shared_unit));
    json.attribute("barriers", architecture.barrier_slots);
    json.attribute("source", llvm::StringRef(architecture.source));
  });
}

// The limits as functions of what a block takes: of its warps, of warps and registers, of shared memory, of
// barriers.
void writeLimits(OStream &json, const Architecture &architecture, KernelResources kernel) {
  unsigned most_warps = kMaxThreadsPerBlock / kWarpSize;
  auto limitOf = [&](Resource resource, BlockShape block) {
    return computeOccupancy(architecture, kernel, block)[resource].blocks;
  };
  json.attributeArray("byWarps", [&] {
    for (unsigned warps = 1; warps <= most_warps; ++warps)
      json.value(limitOf(Resource::Warps, {warps * kWarpSize, 0}));
  });
  json.attributeArray("byRegisters", [&] {
    for (unsigned warps = 1; warps <= most_warps; ++warps)
      writeSteps(json, architecture.registers_per_thread, 1, [&](std::size_t registers) {
        kernel.registers_per_thread = static_cast<unsigned>(registers);
        return limitOf(Resource::Registers, {warps * kWarpSize, 0});
      });
  });
  json.attributeArray("registersOfWarp", [&] {
    for (unsigned registers = 0; registers <= architecture.registers_per_thread; ++registers)
      json.value(registersOfWarp(architecture, registers));
  });
  kernel.static_shared = 0;
  kernel.max_dynamic_shared = architecture.shared_optin;
  json.attributeBegin("byShared");
  writeSteps(json, architecture.shared_optin, architecture.shared_unit,
             [&](std::size_t bytes) { return limitOf(Resource::SharedMemory, {kWarpSize, bytes}); });
  json.attributeEnd();
  json.attributeBegin("byBarriers");
  writeSteps(json, kMaxBarriersPerBlock, 1, [&](std::size_t barriers) {
    kernel.barriers_per_block = static_cast<unsigned>(barriers);
    return limitOf(Resource::Barriers, {kWarpSize, 0});
  });
  json.attributeEnd();
}

void writeMachine(OStream &json, const Machine &machine) {
  json.attributeObject("machine", [&] {
    json.attribute("product", llvm::StringRef(machine.product));
    json.attribute("multiprocessors", machine.multiprocessors);
    json.attribute("clock", machine.clock_ghz);
    json.attribute("arithmeticLatency", machine.arithmetic_latency);
    json.attribute("operationsPerCycle", machine.operations_per_cycle);
    json.attribute("operations", operationsInFlight(machine));
    json.attribute("arithmeticSource", llvm::StringRef(machine.arithmetic_source));
    json.attribute("bandwidth", machine.bandwidth_gbs);
    json.attribute("memoryLatency", machine.memory_latency);
    json.attribute("memorySource", llvm::StringRef(machine.memory_source));
    if (std::optional<double> bytes = bytesInFlight(machine))
      json.attribute("bytes", *bytes / machine.multiprocessors);
  });
}

void writeKernel(OStream &json, const ProgramRow &row) {
  const Configuration &configuration = row.assessment.configuration;
  json.object([&] {
    json.attribute("name", row.name);
    json.attribute("block", configuration.block.threads);
    json.attribute("registers", configuration.kernel.registers_per_thread);
    json.attribute("source", describe(row.kernel.source));
    json.attribute("shared", number(configuration.sharedPerBlock()));
    json.attribute("barriers", configuration.kernel.barriers_per_block);
    json.attribute("maxThreads", row.kernel.max_threads);
    json.attribute("operations", configuration.work.operations);
    json.attribute("loads", configuration.work.loads);
    json.attribute("loadBytes", configuration.work.bytes_per_load);
    json.attribute("best", row.assessment.best_block.threads);
  });
}

std::string dataOf(const std::vector<ProgramRow> &rows, const std::string &title) {
  const Assessment &first = rows.front().assessment;
  std::string text;
  llvm::raw_string_ostream stream(text);
  OStream json(stream);
  json.object([&] {
    json.attribute("title", title);
    json.attribute("version", driver::raddleVersion());
    writeArchitecture(json, *first.configuration.architecture);
    writeLimits(json, *first.configuration.architecture, first.configuration.kernel);
    if (first.machine)
      writeMachine(json, *first.machine);
    json.attributeArray("kernels", [&] {
      for (const ProgramRow &row : rows)
        writeKernel(json, row);
    });
  });
  return text;
}

// In a script element nothing may look like its end.
std::string insideScript(std::string json) {
  for (std::size_t at = json.find("</"); at != std::string::npos; at = json.find("</", at))
    json.replace(at, 2, "<\\/");
  for (std::size_t at = json.find("<!--"); at != std::string::npos; at = json.find("<!--", at))
    json.replace(at, 4, "<\\u0021--");
  return json;
}

std::string replaced(std::string text, std::string_view mark, std::string_view by) {
  std::size_t at = text.find(mark);
  return text.replace(at, mark.size(), by);
}

} // namespace

std::string htmlReport(const std::vector<ProgramRow> &rows, const std::string &title) {
  std::string page(kReportPage);
  page = replaced(std::move(page), "/*STYLE*/", kReportStyle);
  page = replaced(std::move(page), "/*SCRIPT*/", kReportScript);
  return replaced(std::move(page), "/*DATA*/", insideScript(dataOf(rows, title)));
}

} // namespace raddle::tools::occupancy
