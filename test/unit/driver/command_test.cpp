// What command lines mean.
#include "driver/command/command.h"
#include "driver/command/parse_command.h"
#include "driver/compile/passes.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>

namespace raddle::driver {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

class CommandTest : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "raddle-command-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    for (const char *name : {"a.cu", "b.cu", "c.cpp", "d.c", "e.o", "libf.so.1", "g.txt"})
      std::ofstream(folder_ / name) << "";
  }
  void TearDown() override { fs::remove_all(folder_); }

  // A word without a dash that names one of the files becomes its path.
  Result<Command> parse(Strings words) const {
    for (std::string &word : words)
      if (fs::exists(folder_ / word))
        word = folder_ / word;
    return parseCommand(words);
  }

  Command mustParse(const Strings &words) const {
    auto command = parse(words);
    EXPECT_TRUE(command) << (command ? "" : command.error().message);
    return command ? *command : Command{};
  }

  std::string errorOf(const Strings &words) const {
    auto command = parse(words);
    std::string message = command ? "no error" : command.error().message;
    for (size_t at; (at = message.find(folder_.string() + "/")) != std::string::npos;)
      message.erase(at, folder_.string().size() + 1);
    return message;
  }

  fs::path folder_;
};

bool contains(const Strings &list, const std::string &word) {
  return std::ranges::find(list, word) != list.end();
}

// Whether `words` stand side by side in the list.
bool containsSequence(const Strings &list, const Strings &words) {
  return !std::ranges::search(list, words).empty();
}

TEST_F(CommandTest, Defaults) {
  Command command = mustParse({"a.cu"});
  EXPECT_EQ(command.goal, Goal::Program);
  EXPECT_EQ(command.architecture.name(), "sm_90");
  EXPECT_FALSE(command.relocatable);
  EXPECT_EQ(command.optimization, "");
  ASSERT_EQ(command.inputs.size(), 1u);
  EXPECT_EQ(command.inputs[0].language, Language::Cuda);
}

TEST_F(CommandTest, LanguagesByExtension) {
  Command command = mustParse({"a.cu", "c.cpp", "d.c", "e.o", "libf.so.1"});
  std::vector<Language> languages;
  for (const Input &input : command.inputs)
    languages.push_back(input.language);
  EXPECT_EQ(languages, (std::vector{Language::Cuda, Language::Cxx, Language::C, Language::Linkable,
                                    Language::Linkable}));
  EXPECT_EQ(mustParse({"-x", "cu", "c.cpp"}).inputs[0].language, Language::Cuda);
  EXPECT_EQ(mustParse({"-x=c++", "a.cu"}).inputs[0].language, Language::Cxx);
}

TEST_F(CommandTest, TheEarliestGoalWins) {
  EXPECT_EQ(mustParse({"-c", "-ptx", "a.cu"}).goal, Goal::Ptx);
  EXPECT_EQ(mustParse({"-M", "-c", "a.cu"}).goal, Goal::Dependencies);
  EXPECT_EQ(mustParse({"-c", "-lib", "a.cu"}).goal, Goal::StaticLibrary);
  EXPECT_EQ(mustParse({"-c", "-dlink", "a.cu"}).goal, Goal::Objects);
}

TEST_F(CommandTest, RelocatableDeviceCode) {
  for (const Strings &option :
       {Strings{"-dc"}, Strings{"--device-c"}, Strings{"-rdc=true", "-c"}, Strings{"-rdc", "true", "-c"},
        Strings{"--relocatable-device-code=true", "-c"}}) {
    Strings words = option;
    words.push_back("a.cu");
    Command command = mustParse(words);
    EXPECT_TRUE(command.relocatable) << option[0];
    EXPECT_EQ(command.goal, Goal::Objects) << option[0];
  }
  EXPECT_EQ(errorOf({"-dc", "-rdc=false", "a.cu"}), "-dc contradicts -rdc=false");
}

TEST_F(CommandTest, TheHighestArchitectureWins) {
  auto arch = [&](Strings words) {
    words.push_back("a.cu");
    return mustParse(words).architecture.name();
  };
  EXPECT_EQ(arch({"-arch=sm_80"}), "sm_80");
  EXPECT_EQ(arch({"-arch", "compute_70"}), "sm_70");
  EXPECT_EQ(arch({"--gpu-architecture", "sm_90a"}), "sm_90a");
  EXPECT_EQ(arch({"-arch=compute_80", "-code=sm_86,compute_80"}), "sm_80");
  EXPECT_EQ(arch({"-arch=native"}), "sm_90");
  EXPECT_EQ(arch({"-arch=all-major"}), "sm_90");
  EXPECT_EQ(arch({"-gencode", "arch=compute_80,code=sm_80", "-gencode=arch=compute_75,code=sm_75"}), "sm_80");
  EXPECT_EQ(arch({"-gencode", "arch=compute_80,code=[sm_80,compute_80]"}), "sm_80");
  EXPECT_EQ(arch({"-gencode", "arch=compute_80,code=\"sm_80,compute_80\""}), "sm_80");
  EXPECT_EQ(arch({"--generate-code", "code=sm_61,arch=compute_61"}), "sm_61");
  // Those that clang 19 lacks: the nearest, or the highest of the others.
  EXPECT_EQ(arch({"-arch=sm_35"}), "sm_50");
  EXPECT_EQ(arch({"-arch=compute_120"}), "sm_90");
  EXPECT_EQ(arch({"-arch=sm_100f"}), "sm_90");
  EXPECT_EQ(arch({"-arch=sm_88"}), "sm_87");
  EXPECT_EQ(arch({"-gencode", "arch=compute_121a,code=sm_121a", "-gencode", "arch=compute_75,code=sm_75"}),
            "sm_75");
  EXPECT_EQ(mustParse({"-arch=sm_120", "a.cu"}).notices,
            Strings{"clang 19 does not compile for sm_120; device code is compiled for sm_90"});
  EXPECT_TRUE(
      mustParse({"-gencode", "arch=compute_35,code=sm_35", "-gencode", "arch=compute_60,code=sm_60", "a.cu"})
          .notices.empty());
}

TEST_F(CommandTest, BadArchitecturesNameTheRange) {
  std::string range = "; Raddle compiles for sm_50 to sm_90a (and compute_..., native, all, all-major)";
  EXPECT_EQ(errorOf({"-arch=sm_45", "a.cu"}), "unknown GPU architecture 'sm_45'" + range);
  EXPECT_EQ(errorOf({"-arch=sm_80a", "a.cu"}), "unknown GPU architecture 'sm_80a'" + range);
  EXPECT_EQ(errorOf({"-arch=80", "a.cu"}), "unknown GPU architecture '80'" + range);
  EXPECT_EQ(errorOf({"-gencode", "arch=compute_80,code=sm_81", "a.cu"}),
            "unknown GPU architecture 'sm_81'" + range);
  EXPECT_EQ(errorOf({"-gencode", "arch=compute_80", "a.cu"}), "-gencode arch=compute_80 lacks code=");
  EXPECT_EQ(errorOf({"-gencode", "arch=compute_90,code=sm_80", "a.cu"}),
            "-gencode arch=compute_90,code=sm_80: code=sm_80 cannot run what arch=compute_90 allows");
  EXPECT_EQ(errorOf({"-code=sm_80", "a.cu"}), "-code needs -arch");
}

TEST_F(CommandTest, BadInputs) {
  EXPECT_EQ(errorOf({}), "no input files; --help lists the options");
  EXPECT_EQ(errorOf({"missing.cu"}), "no such file: 'missing.cu'");
  EXPECT_EQ(errorOf({"g.txt"}), "cannot tell by its name what 'g.txt' is; -x names a source's language");
  EXPECT_EQ(errorOf({"-c", "-o", "x.o", "a.cu", "b.cu"}),
            "-o x.o names one file, but 2 source files each make one");
  EXPECT_EQ(errorOf({"-MF", "x.d", "a.cu"}), "-MF and -MT need one of -M, -MM, -MD and -MMD");
}

TEST_F(CommandTest, NoInputIsOverwritten) {
  for (const char *source : {"a.cu", "c.cpp", "d.c"})
    for (const char *goal : {"-shared", "-c", "-dc", "-E", "-M", "-ptx", "-fatbin", "-lib", "-dlink"})
      EXPECT_EQ(errorOf({goal, "-o", source, source}),
                fmt::format("output file '{}' is also an input file", source))
          << goal;
  EXPECT_EQ(errorOf({"-o", "e.o", "a.cu", "e.o"}), "output file 'e.o' is also an input file");
  EXPECT_EQ(errorOf({"-MD", "-MF", "a.cu", "-c", "a.cu"}), "output file 'a.cu' is also an input file");
  std::string folder = folder_;
  std::ofstream(folder_ / "h.ptx") << "";
  EXPECT_EQ(errorOf({"-odir", folder, "-x", "cu", "-ptx", "h.ptx"}),
            "output file 'h.ptx' is also an input file");

  fs::create_symlink(folder_ / "a.cu", folder_ / "link.cu");
  fs::create_hard_link(folder_ / "a.cu", folder_ / "hard.cu");
  for (const char *spelling : {"link.cu", "hard.cu", "./a.cu"})
    EXPECT_FALSE(parse({"-o", folder + "/" + spelling, "a.cu"})) << spelling;

  EXPECT_EQ(errorOf({"-c", "-o", "new.o", "a.cu"}), "no error");
  EXPECT_EQ(errorOf({"-c", "-o", "e.o", "a.cu"}), "no error");
  EXPECT_EQ(errorOf({"-x", "cu", "-c", "-o", "/dev/null", "/dev/null"}), "no error");
}

TEST_F(CommandTest, HostOptionsInEverySpelling) {
  for (const Strings &spelling :
       {Strings{"-Xcompiler", "-Wall,-fPIC"}, Strings{"-Xcompiler=-Wall,-fPIC"},
        Strings{"-Xcompiler", "-Wall -fPIC"}, Strings{"--compiler-options", "'-Wall' '-fPIC'"},
        Strings{"-Xcompiler", "-Wall", "-Xcompiler", "-fPIC"},
        Strings{"-Wall", "-fPIC", "-forward-unknown-to-host-compiler"}}) {
    Strings words = spelling;
    words.push_back("a.cu");
    EXPECT_EQ(mustParse(words).host_options, (Strings{"-Wall", "-fPIC"})) << spelling[0];
  }
}

TEST_F(CommandTest, DeviceCodeSeesTheHostCompilersMacros) {
  EXPECT_EQ(preprocessorPart({"-DX", "-Wall", "-iquote", "dir", "-fPIC", "-UY", "-march=native"}),
            (Strings{"-DX", "-iquote", "dir", "-UY"}));
  // Its folders come after the command's own.
  const Command command = mustParse({"-Xcompiler", "-Ia,-Wall,-isystem,b", "-I", "c", "a.cu"});
  EXPECT_EQ(command.preprocessor, (Strings{"-I", "c", "-I", "a", "-isystem", "b"}));
  EXPECT_EQ(command.host_options, (Strings{"-Wall"}));
}

TEST_F(CommandTest, InformationNeedsNoInput) {
  EXPECT_NE(mustParse({"--help"}).information->find("--gpu-architecture"), std::string::npos);
  EXPECT_NE(mustParse({"-V"}).information->find("release 12.5, V12.5"), std::string::npos);
  EXPECT_TRUE(mustParse({"--list-gpu-arch"}).information->starts_with("compute_50\n"));
}

class PassTest : public CommandTest {
protected:
  Strings device(Strings words, DeviceOutput kind = DeviceOutput::Bitcode) {
    words.push_back("a.cu");
    Command command = mustParse(words);
    return deviceArguments({command, toolchain_}, command.inputs[0], kind, "out");
  }
  Strings host(Strings words) {
    words.push_back("a.cu");
    Command command = mustParse(words);
    return hostArguments({command, toolchain_}, command.inputs[0], {"container", "", "", ""}, "out.o");
  }

  Toolchain toolchain_{.clang = "clang++",
                       .host_compiler = {},
                       .builtin_include = "builtin",
                       .include = "ours",
                       .prefix = "prefix",
                       .library = "lib",
                       .link_library = "lib64",
                       .no_cuda = "nowhere"};
};

TEST_F(PassTest, NoToolkitIsEverPickedUp) {
  for (const Strings &arguments : {device({}), host({})}) {
    EXPECT_TRUE(contains(arguments, "-nocudainc"));
    EXPECT_TRUE(contains(arguments, "-nocudalib"));
    EXPECT_TRUE(contains(arguments, "--cuda-path=nowhere"));
  }
  // Our headers precede the user's -isystem.
  Strings arguments = device({"-isystem", "/toolkit/include"});
  EXPECT_LT(std::ranges::find(arguments, "ours"), std::ranges::find(arguments, "/toolkit/include"));
}

TEST_F(PassTest, DeviceCodeCarriesLinesAlways) {
  EXPECT_TRUE(contains(device({}), "-debug-info-kind=line-tables-only"));
  EXPECT_TRUE(contains(device({"-g"}), "-debug-info-kind=limited"));
  EXPECT_TRUE(containsSequence(device({}), {"-Xclang", "-disable-llvm-passes"}));
  EXPECT_TRUE(contains(device({"-G"}), "-O0"));
  EXPECT_FALSE(contains(device({"-G"}), "-disable-llvm-passes"));
}

TEST_F(PassTest, DeviceCodeNamesLocalVariables) {
  EXPECT_TRUE(contains(device({}), "-fno-discard-value-names"));
  EXPECT_TRUE(contains(device({"-G"}), "-fno-discard-value-names"));
  EXPECT_FALSE(contains(device({}, DeviceOutput::Ptx), "-fno-discard-value-names"));
}

TEST_F(PassTest, MathsOptions) {
  EXPECT_TRUE(contains(device({}), "-ffp-contract=fast"));
  EXPECT_TRUE(contains(device({"-fmad=false"}), "-ffp-contract=off"));
  EXPECT_TRUE(contains(device({"--use_fast_math"}), "-fgpu-approx-transcendentals"));
  EXPECT_TRUE(contains(device({"--use_fast_math"}), "-fgpu-flush-denormals-to-zero"));
  EXPECT_TRUE(contains(device({"-ftz=true"}), "-fgpu-flush-denormals-to-zero"));
}

TEST_F(PassTest, TheHostKeepsTheUsersLevel) {
  EXPECT_TRUE(std::ranges::none_of(host({}), [](const std::string &word) { return word.starts_with("-O"); }));
  EXPECT_TRUE(contains(host({"-O2"}), "-O2"));
  EXPECT_FALSE(contains(device({"-O3"}), "-O3"));
  EXPECT_TRUE(contains(host({}), "-std=gnu++17"));
  EXPECT_TRUE(contains(host({"-std=c++20"}), "-std=c++20"));
  EXPECT_TRUE(containsSequence(host({}), {"-fcuda-include-gpubinary", "-Xclang", "container"}));
}

} // namespace
} // namespace raddle::driver
