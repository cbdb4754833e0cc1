#include "jit/compiler/emit_object.h"

#include "base/paths.h"

#include <lld/Common/Driver.h>
#include <llvm/Support/raw_ostream.h>

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

// What lld initialises and Raddle does without (see cmake/llvm.cmake).
extern "C" void raddle_unlinked_part_of_llvm() {}

using namespace llvm;

namespace raddle::jit {

namespace {

// A file without a name; lld reads it by its descriptor.
class MemoryFile {
public:
  explicit MemoryFile(const ObjectFile &contents) : descriptor_(memfd_create("raddle-object", MFD_CLOEXEC)) {
    size_t written = 0;
    while (descriptor_ >= 0 && written < contents.size()) {
      ssize_t n = write(descriptor_, contents.data() + written, contents.size() - written);
      if (n < 0 && errno != EINTR)
        report_fatal_error(Twine("raddle: cannot hold an object file in memory: ") + std::strerror(errno));
      written += n > 0 ? static_cast<size_t>(n) : 0;
    }
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

private:
  int descriptor_;
};

// The file after a library: of this process, the one that programs will find at run time, too.
std::string findLibrary(const Machine &machine, const char *soname, const char *symbol) {
  for (const std::string &folder : machine.libraries)
    if (const std::string file = folder + "/" + soname; access(file.c_str(), R_OK) == 0)
      return file;
  if (!machine.isOfThisKind())
    return soname;
  void *handle = dlopen(soname, RTLD_LAZY | RTLD_LOCAL);
  Dl_info info{};
  if (handle && dladdr(dlsym(handle, symbol), &info) && info.dli_fname)
    return info.dli_fname;
  return soname;
}

// Whether the object may need a function whose name begins like that.
bool mentions(const ObjectFile &object, StringRef name) {
  return StringRef(object.data(), object.size()).contains(name);
}

} // namespace

Result<bool> linkSharedObject(const std::vector<const ObjectFile *> &objects, const Machine &machine,
                              const std::string &output) {
  std::vector<std::unique_ptr<MemoryFile>> files;
  std::vector<std::string> arguments = {"ld.lld", "-shared", "-o", output, "--hash-style=gnu",
                                        "--build-id=none", "-z", "now", "--eh-frame-hdr",
                                        // For two small files threads cost more than they bring.
                                        "--threads=1",
                                        // libraddle's own needs are its own affair.
                                        "--allow-shlib-undefined"};
  for (const ObjectFile *object : objects) {
    files.push_back(std::make_unique<MemoryFile>(*object));
    arguments.push_back(files.back()->path());
  }
  auto addLibrary = [&](const char *soname, const char *symbol) {
    arguments.push_back(findLibrary(machine, soname, symbol));
  };
  if (machine.isOfThisKind() || !machine.libraries.empty()) {
    arguments.push_back("--no-undefined");
    arguments.push_back(machine.isOfThisKind() ? (installPrefix() / "lib" / "libraddle.so").string()
                                               : findLibrary(machine, "libraddle.so", ""));
    addLibrary("libm.so.6", "cos");
    addLibrary("libc.so.6", "malloc");
    arguments.push_back("--as-needed");
    // Finding it means loading it.
    if (any_of(objects, [](const ObjectFile *object) { return mentions(*object, "Sleef_"); }))
      addLibrary("libsleef.so.3", "Sleef_sinf4_u10");
    // Helpers for wide integers and half precision.
    addLibrary("libgcc_s.so.1", "_Unwind_Resume");
  }

  std::vector<const char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  std::string messages;
  raw_string_ostream stream(messages);
  const lld::DriverDef driver = {lld::Gnu, &lld::elf::link};
  lld::Result result = lld::lldMain(argv, stream, stream, {driver});
  if (result.retCode != 0)
    return raddle::Error{"cannot link a compiled kernel:\n" + stream.str()};
  return true;
}

} // namespace raddle::jit
