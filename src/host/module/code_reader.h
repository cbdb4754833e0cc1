// Device code as programs hand it over: containers of raddlecc, PTX as text, and fat binaries of nvcc with such text.
#ifndef RADDLE_HOST_MODULE_CODE_READER_H
#define RADDLE_HOST_MODULE_CODE_READER_H

#include "host/status.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::host {

/// How code is to be read.
struct CodeRequest {
  unsigned arch;         // the device's compute capability, e.g. 90
  bool is_piece = false; // it is linked with others, which define what it has not
};

/// The code as a container. `bytes`: its size, 0 where only the code itself tells. kInvalidImage: it is nothing of these, or
/// damaged. kNoImageForDevice: machine code of a GPU. Else as compilePtx(). What is wrong is in `errors`, line by line, where
/// there is something to say.
Status readCode(const void *code, std::size_t bytes, const CodeRequest &request, std::string *errors,
                std::vector<std::byte> *container);

/// The same of an object or a library of objects of the host, which may hold any number of containers. kInvalidImage: the file is
/// neither. kNoImageForDevice: machine code of a GPU.
Status readObjects(std::string_view file, std::string *errors,
                   std::vector<std::vector<std::byte>> *containers);

/// kInvalidValue: null. kFileNotFound: it cannot be read.
Status readCodeFile(const char *path, std::string *contents);

/// The compute capability that sm_90, sm_90a or compute_90 names; 0 for anything else.
unsigned computeCapability(std::string_view name);

} // namespace raddle::host

#endif
