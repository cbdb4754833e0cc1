// CUB, Thrust and libcu++ on the include path: which are found, mixed, missing.
#include "driver/setup/template_libraries.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdlib.h>

namespace raddle::driver {
namespace {

namespace fs = std::filesystem;

class TemplateLibrariesTest : public testing::Test {
protected:
  TemplateLibrariesTest() {
    std::string name = testing::TempDir() + "template_libraries.XXXXXX";
    root_ = mkdtemp(name.data());
  }
  ~TemplateLibrariesTest() override { fs::remove_all(root_); }

  // A folder with the header that says the version.
  fs::path folder(const std::string &name, const std::string &header, const std::string &definition) {
    const fs::path file = root_ / name / header;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "// A version.\n#define " << definition << " // as one number\n";
    return root_ / name;
  }
  fs::path thrust(const std::string &name, const std::string &number) {
    return folder(name, "thrust/version.h", "THRUST_VERSION " + number);
  }
  fs::path cub(const std::string &name, const std::string &number) {
    return folder(name, "cub/version.cuh", "CUB_VERSION " + number);
  }
  fs::path libcudacxx(const std::string &name, const std::string &number) {
    return folder(name, "cuda/std/__cccl/version.h", "CCCL_VERSION " + number);
  }

  static std::string mixture(const std::vector<fs::path> &folders) {
    const std::vector<TemplateLibrary> libraries = findTemplateLibraries(folders);
    std::string all;
    for (const TemplateLibrary &library : libraries)
      all += library.headers.string() + "/x.h ";
    return describeMixture(libraries, all, Reading::Whole);
  }

  fs::path root_;
};

TEST_F(TemplateLibrariesTest, TheFirstOnThePathIsFound) {
  const std::vector<fs::path> folders{root_ / "nothing", thrust("new", "200805"), cub("new", "200805"),
                                      thrust("old", "101702"), libcudacxx("new", "3006000")};
  const std::vector<TemplateLibrary> libraries = findTemplateLibraries(folders);
  ASSERT_EQ(libraries.size(), 3u);
  EXPECT_EQ(libraries[0].name, "Thrust");
  EXPECT_EQ(libraries[0].version, "2.8.5");
  EXPECT_EQ(libraries[0].headers, root_ / "new" / "thrust");
  EXPECT_EQ(libraries[1].name, "CUB");
  EXPECT_EQ(libraries[2].version, "3.6.0");
  EXPECT_TRUE(holdsTemplateLibrary(root_ / "old"));
  EXPECT_FALSE(holdsTemplateLibrary(root_));
}

TEST_F(TemplateLibrariesTest, VersionsThatAreMixedAreNamedWithTheirPaths) {
  const fs::path old = thrust("old", "101702"), other = cub("other", "101600");
  EXPECT_EQ(mixture({old, other}), "Thrust 1.17.2 of " + (old / "thrust").string() + " and CUB 1.16.0 of " +
                                       (other / "cub").string() +
                                       " do not belong together; name the folders of one CCCL with -I");
  // What a program does not include is not mixed.
  const std::vector<fs::path> folders{old, other};
  EXPECT_EQ(describeMixture(findTemplateLibraries(folders), (old / "thrust/sort.h").string(), Reading::Whole),
            "");
  // An error in Thrust comes before CUB is read.
  EXPECT_NE(
      describeMixture(findTemplateLibraries(folders), (old / "thrust/sort.h").string(), Reading::UntilError),
      "");
  EXPECT_EQ(mixture({old, cub("same", "101702")}), "");
}

TEST_F(TemplateLibrariesTest, FromVersion2OnTheyStandOnTheirOwnLibcudacxx) {
  const fs::path newer = thrust("newer", "200500");
  EXPECT_NE(mixture({newer}).find("needs the libcu++ of the same CCCL"), std::string::npos);
  EXPECT_EQ(mixture({newer, libcudacxx("newer", "2005000")}), "");
  // Of "newer" there is a libcu++ now.
  EXPECT_NE(mixture({libcudacxx("newest", "3006000"), newer}).find("libcu++ 3.6.0"), std::string::npos);
  EXPECT_EQ(mixture({thrust("old", "101702"), libcudacxx("newest", "3006000")}), "");
}

TEST_F(TemplateLibrariesTest, MissingHeadersAreAnsweredWithWhatToDo) {
  EXPECT_NE(adviceOnMissingHeader("thrust/sort.h", {}).find("apt-get install libthrust-dev libcub-dev"),
            std::string::npos);
  EXPECT_NE(adviceOnMissingHeader("cub/cub.cuh", {}).find("apt-get install"), std::string::npos);
  EXPECT_NE(adviceOnMissingHeader("cuda/std/mdspan", {}).find("has no <cuda/std/mdspan>"), std::string::npos);
  EXPECT_EQ(adviceOnMissingHeader("my/header.h", {}), "");
  const std::vector<fs::path> newer{cub("newer", "200500"), libcudacxx("newer", "2005000")};
  EXPECT_EQ(adviceOnMissingHeader("thrust/sort.h", findTemplateLibraries(newer)),
            "CUB 2.5.0 of " + (root_ / "newer/cub").string() +
                " needs the Thrust of the same CCCL; name its folder with -I");
  const std::vector<fs::path> folders{thrust("old", "101702")};
  EXPECT_NE(adviceOnMissingHeader("thrust/new.h", findTemplateLibraries(folders)).find("Thrust 1.17.2 of "),
            std::string::npos);
}

TEST_F(TemplateLibrariesTest, AToolkitHasThemBesideOrAmongItsHeaders) {
  thrust("cuda13/include/cccl", "300001");
  EXPECT_EQ(librariesOfToolkit(root_ / "cuda13/include").folder, root_ / "cuda13/include/cccl");
  thrust("cuda12/include", "200500");
  fs::create_directories(root_ / "cuda12/include/nv");
  const ToolkitLibraries among = librariesOfToolkit(root_ / "cuda12/include");
  EXPECT_FALSE(among.folder);
  EXPECT_EQ(among.names, (std::vector<std::string>{"thrust", "nv"}));
}

} // namespace
} // namespace raddle::driver
