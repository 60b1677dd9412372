// Files and folders of tests, gone at their end.
#pragma once

#include <stdlib.h>  // mkdtemp is POSIX's

#include <doctest/doctest.h>
#include <filesystem>
#include <string>

namespace motu::testing {

// A folder of its own.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "motu-tests-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// A path that nothing lies at yet.
struct TemporaryFile {
  TemporaryFolder folder;
  std::string path = (folder / "file").string();
};

}  // namespace motu::testing
