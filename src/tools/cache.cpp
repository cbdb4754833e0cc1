// raddle cache: what compiled kernels take on disk.
#include "tools/subcommands.h"

#include "base/cache_contents.h"
#include "base/cache_folder.h"
#include "base/environment_table.h"
#include "base/paths.h"

#include <filesystem>
#include <fmt/format.h>

namespace raddle::tools {

namespace fs = std::filesystem;

namespace {

// With a message when there is none.
fs::path rootOfCache() {
  warnOfUnknownVariables();
  const fs::path root = cacheFolder();
  if (!root.empty())
    removeLeftovers(root / kStagingFolder);
  else if (const fs::path wanted = cacheDirectory(); wanted.empty())
    fail("no cache is kept: RADDLE_CACHE=0, or neither RADDLE_CACHE_DIR nor HOME is set");
  else
    fail(fmt::format("the cache folder {} cannot be used", wanted.string()));
  return root;
}

int show() {
  const fs::path root = rootOfCache();
  if (root.empty())
    return 1;
  const CacheContents contents = cacheContents(root);
  fmt::print(
      "{}\n  {} of {} (RADDLE_CACHE_MAXSIZE)\n  kernels: {}\n  precompiled headers: {}\n  programs: {}\n",
      root.string(), formatSize(contents.bytes), formatSize(cacheLimit()), contents.kernels, contents.headers,
      contents.programs);
  return 0;
}

int trim(std::uintmax_t limit) {
  const fs::path root = rootOfCache();
  if (root.empty())
    return 1;
  const std::uintmax_t removed = trimCache(root, limit);
  fmt::print("{} removed, {} left in {}\n", formatSize(removed), formatSize(cacheContents(root).bytes),
             root.string());
  return 0;
}

} // namespace

void addCache(CLI::App &raddle, int &status) {
  CLI::App *command = raddle.add_subcommand("cache", "Show, trim or clear the folder of compiled kernels");
  command->require_subcommand(0, 1);
  command->footer(
      "Without a subcommand the cache is shown. RADDLE_CACHE_DIR says where it is, RADDLE_CACHE_MAXSIZE how\n"
      "large it may grow: beyond that, what was not used for longest is removed.");
  CLI::App *const show_command = command->add_subcommand("show", "Print where it is and what it holds");
  CLI::App *const clear_command = command->add_subcommand("clear", "Remove all of it");
  CLI::App *const trim_command = command->add_subcommand("trim", "Remove what was not used for longest");
  const auto size = std::make_shared<std::string>();
  trim_command->add_option("SIZE", *size, "What may stay, e.g. 500M; RADDLE_CACHE_MAXSIZE unless given");
  show_command->callback([&status] { status = show(); });
  clear_command->callback([&status] { status = trim(0); });
  trim_command->callback([&status, size] {
    const auto limit = size->empty() ? std::optional(cacheLimit()) : parseSize(*size);
    status = limit ? trim(*limit) : fail(fmt::format("'{}' is not a size such as 500M", *size));
  });
  command->callback([command, &status] {
    if (command->get_subcommands().empty())
      status = show();
  });
}

} // namespace raddle::tools
