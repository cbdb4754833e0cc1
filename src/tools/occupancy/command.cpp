// raddle occupancy: the occupancy calculator.
#include "tools/subcommands.h"

#include "base/environment.h"
#include "driver/device/fat_binary_writer.h"
#include "tools/kernel_names.h"
#include "tools/occupancy/batch.h"
#include "tools/occupancy/json_output.h"
#include "tools/occupancy/program_kernels.h"
#include "tools/occupancy/report.h"
#include "tools/occupancy/text_output.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace raddle::tools {

namespace {

using namespace occupancy;

struct Request {
  Question question;
  std::optional<std::int64_t> block, registers, shared, barriers;
  std::optional<double> target_percent;
  std::string kernel;
  std::string measured; // a cubin or what ptxas printed
  std::string batch;
  std::string html;
  bool json = false;
  bool architectures = false;
  bool machines = false;
  std::vector<std::string> arguments; // the program, and options for raddlecc

  std::optional<double> target() const {
    return target_percent ? std::optional(*target_percent / 100) : std::nullopt;
  }
};

int print(const std::string &text) {
  fmt::print("{}", text);
  return 0;
}

int answerBatch(const Request &request) {
  std::size_t failures = 0;
  if (request.batch == "-") {
    failures = runBatch(std::cin, std::cout, request.question);
  } else {
    std::ifstream file(request.batch);
    if (!file)
      return fail(fmt::format("cannot read {}", request.batch));
    failures = runBatch(file, std::cout, request.question);
  }
  return failures == 0 ? 0 : 1;
}

int writeReport(const Request &request, const std::vector<ProgramRow> &rows, const std::string &title) {
  std::string page = htmlReport(rows, title);
  if (auto failed = driver::writeFile(request.html, page))
    return fail(failed->message);
  fmt::print("Wrote {}\n", request.html);
  return 0;
}

// The options that stand for numbers, where they were given.
Question fromFlags(const Request &request) {
  Question question = request.question;
  question.block_threads = request.block.value_or(question.block_threads);
  question.registers = request.registers.value_or(question.registers);
  question.shared = request.shared.value_or(question.shared);
  question.barriers = request.barriers.value_or(question.barriers);
  return question;
}

int answerFlags(const Request &request) {
  auto configuration = makeConfiguration(fromFlags(request));
  if (!configuration)
    return fail(configuration.error().message);
  Assessment assessment = assess(*configuration);
  if (!request.html.empty()) {
    KernelFacts facts;
    facts.source = RegisterSource::CommandLine;
    return writeReport(request, {{facts, "as given", assessment}}, "");
  }
  return print(request.json ? toJson(assessment, request.target()) : describe(assessment, request.target()));
}

Result<ProgramRow> assessKernel(const Request &request, KernelFacts kernel) {
  auto architecture = parseArchitecture(request.question.architecture);
  if (!architecture)
    return architecture.error();
  Question question = request.question;
  std::string name = readableKernel(kernel.name);
  if (kernel.source == RegisterSource::Estimate)
    kernel.registers = std::min(
        kernel.registers, raddle::occupancy::registersWithin(
                              **architecture, {kernel.max_threads, kernel.min_blocks, kernel.max_registers}));
  if (request.registers)
    kernel.source = RegisterSource::CommandLine;
  question.registers = request.registers.value_or(kernel.registers);
  question.static_shared = static_cast<std::int64_t>(kernel.static_shared);
  question.shared = request.shared.value_or(0);
  question.barriers = request.barriers.value_or(kernel.barriers);
  question.block_threads =
      request.block.value_or(kernel.max_threads != 0 ? kernel.max_threads : question.block_threads);
  if (kernel.max_threads != 0 && question.block_threads > kernel.max_threads)
    return Error{fmt::format("threads per block is {}; {} can be launched with 1 to {} (__launch_bounds__)",
                             question.block_threads, name, kernel.max_threads)};
  auto configuration = makeConfiguration(question);
  if (!configuration)
    return Error{fmt::format("{}: {}", name, configuration.error().message)};
  if (kernel.max_threads != 0)
    configuration->kernel.max_threads_per_block = kernel.max_threads;
  return ProgramRow{kernel, name, assess(*configuration)};
}

Result<std::vector<KernelFacts>> kernelsOfProgram(const Request &request, const std::string &program,
                                                  const std::vector<std::string> &options) {
  auto architecture = parseArchitecture(request.question.architecture);
  if (!architecture)
    return architecture.error();
  unsigned number = (*architecture)->major * 10 + (*architecture)->minor;
  auto kernels = readKernels(program, number, options);
  if (kernels && !request.measured.empty() && request.measured != program) {
    auto measured = readKernels(request.measured, number, {});
    if (!measured)
      return measured.error();
    takeMeasured(*kernels, *measured);
  }
  return kernels;
}

Result<std::vector<ProgramRow>> assessProgram(const Request &request,
                                              const std::vector<KernelFacts> &kernels) {
  std::vector<ProgramRow> rows;
  std::string names;
  for (const KernelFacts &kernel : kernels) {
    names += "\n  " + readableKernel(kernel.name);
    if (!request.kernel.empty() && !namesKernel(request.kernel, kernel.name))
      continue;
    auto row = assessKernel(request, kernel);
    if (!row)
      return row.error();
    rows.push_back(std::move(*row));
  }
  if (kernels.empty())
    return Error{"the program has no kernel"};
  if (rows.empty())
    return Error{fmt::format("there is no kernel '{}' in this program; it has:{}", request.kernel, names)};
  return rows;
}

std::string describeProgram(const Request &request, const std::vector<ProgramRow> &rows) {
  const ProgramRow &first = rows.front();
  if (rows.size() > 1)
    return fmt::format(
        "On {}, {} dynamic shared memory per block:\n\n{}\nraddle occupancy --kernel NAME says more "
        "about one of them.\n",
        first.assessment.configuration.architecture->name(),
        request.shared.value_or(0) == 0 ? "without" : fmt::format("{} bytes of", *request.shared),
        describe(rows));
  return fmt::format("{} (registers: {})\n{}", first.name, describe(first.kernel.source),
                     describe(first.assessment, request.target()));
}

int answerProgram(const Request &request, const std::string &program,
                  const std::vector<std::string> &options) {
  auto kernels = kernelsOfProgram(request, program, options);
  if (!kernels)
    return fail(kernels.error().message);
  auto rows = assessProgram(request, *kernels);
  if (!rows)
    return fail(rows.error().message);
  std::string file = std::filesystem::path(program).filename();
  if (!request.html.empty())
    return writeReport(request, *rows, file);
  return print(request.json ? toJson(*rows, program, request.target()) : describeProgram(request, *rows));
}

int answer(const Request &request) {
  if (request.architectures)
    return print(describeArchitectures());
  if (request.machines)
    return print(describeMachines());
  if (request.target_percent && !(*request.target_percent > 0 && *request.target_percent <= 100))
    return fail(fmt::format("--target is {}; it can be from 1 to 100 percent", *request.target_percent));
  if (!request.batch.empty())
    return answerBatch(request);

  // The program is the .cu file, or the only argument; the others are for raddlecc.
  std::vector<std::string> options = request.arguments;
  auto is_source = [](const std::string &word) { return std::filesystem::path(word).extension() == ".cu"; };
  auto program = std::ranges::find_if(options, is_source);
  if (program == options.end() && !options.empty())
    program = options.begin();
  std::string name = program == options.end() ? request.measured : *program;
  if (program != options.end())
    options.erase(program);
  if (!options.empty() && !is_source(name))
    return fail(fmt::format("'{}' is not understood; raddle occupancy --help says what is", options.front()));
  if (!name.empty())
    return answerProgram(request, name, options);
  if (!request.block)
    return fail(
        "raddle occupancy needs a program, or --block and the like; raddle occupancy --help says more");
  return answerFlags(request);
}

void addOptions(CLI::App &command, Request &request) {
  Question &question = request.question;
  command.add_option("--arch", question.architecture, "The architecture ($RADDLE_DEVICE, or sm_90)");
  command.add_option("--block", request.block,
                     "Threads per block, 1 to 1024 (of a program: its launch bound, or 256)");
  command.add_option("--regs", request.registers, "Registers per thread (32; of a program: an estimate)");
  command.add_option("--smem", request.shared,
                     "Bytes of shared memory per block, besides what a kernel declares (0)");
  command.add_option("--barriers", request.barriers, "Named barriers per block, 0 to 16 (1)");
  command.add_option("--carveout", question.carveout, "Preferred carve-out for shared memory in percent");
  command.add_option("--cache", question.cache, "Preference before sm_70: none, shared, l1, equal");
  command.add_option("--grid", question.grid_blocks, "Blocks of the grid, for latency hiding (enough)");
  command.add_option("--ilp", question.operations, "Independent operations of a thread (1)");
  command.add_option("--loads", question.loads, "Independent loads of a thread (1)");
  command.add_option("--load-bytes", question.load_bytes, "Bytes of a load: 1, 2, 4, 8, 16 (4)");
  command.add_option("--target", request.target_percent,
                     "Say what a block may take for this occupancy, in percent");
  command.add_option("--kernel", request.kernel, "Only this kernel of the program");
  command.add_option("--measured", request.measured,
                     "Registers from a cubin or the output of nvcc -Xptxas -v (- for stdin)");
  command.add_flag("--json", request.json, "Print JSON");
  command.add_option("--batch", request.batch,
                     "Answer a file of JSON lines (- for stdin), one answer a line");
  command.add_option("--html", request.html, "Write a report with pictures to this file");
  command.add_flag("--architectures", request.architectures,
                   "Print the limits of all architectures and their sources");
  command.add_flag("--machines", request.machines, "Print the latencies of real GPUs and their sources");
}

} // namespace

void addOccupancy(CLI::App &raddle, int &status) {
  auto request = std::make_shared<Request>();
  request->question.architecture = environment("RADDLE_DEVICE").value_or(request->question.architecture);
  CLI::App *command =
      raddle.add_subcommand("occupancy", "Say how many warps of a kernel an SM can hold, and why");
  setUsage(*command, "raddle occupancy [PROGRAM] [options] [raddlecc options]");
  command->footer(
      "PROGRAM is a .cu file, what raddlecc made of it, a cubin, or the output of nvcc -Xptxas -v.\n"
      "A line for --batch: {\"arch\":\"sm_90\",\"block\":256,\"regs\":40,\"smem\":8192}");
  addOptions(*command, *request);
  command->allow_extras();
  command->callback([command, request, &status] {
    request->arguments = command->remaining();
    status = answer(*request);
  });
}

} // namespace raddle::tools
