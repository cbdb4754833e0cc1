// One source file through its passes.
#ifndef RADDLE_DRIVER_COMPILE_COMPILE_H
#define RADDLE_DRIVER_COMPILE_COMPILE_H

#include "driver/compile/passes.h"
#include "driver/setup/runner.h"
#include "driver/setup/workspace.h"

namespace raddle::driver {

/// What every step of one raddlecc call needs.
struct Session : Setup {
  Runner &runner;
  Workspace &workspace;
};

/// Compiles a source to an object; `dependency_file` receives the make rule of -MD, "" for none. Returns the
/// exit status; everything that went wrong has been printed.
int compileToObject(const Session &session, const Input &input, const std::filesystem::path &object,
                    const std::filesystem::path &dependency_file);

/// The device pass of a .cu file alone.
int compileDevice(const Session &session, const Input &input, DeviceOutput kind,
                  const std::filesystem::path &output);

/// The container of device code, as -fatbin writes it.
int compileToFatBinary(const Session &session, const Input &input, const std::filesystem::path &output);

/// PTX and device code of raddlecc, linked, as one fat binary.
int linkToFatBinary(const Session &session, const std::vector<Input> &inputs,
                    const std::filesystem::path &output);

/// Preprocesses to `output`, "" for stdout.
int preprocess(const Session &session, const Input &input, const std::filesystem::path &output);

/// Writes the make rule of -M to `output`, "" for stdout; `target` is what the rule makes.
int writeDependencies(const Session &session, const Input &input, const std::string &target,
                      const std::filesystem::path &output);

} // namespace raddle::driver

#endif
