// Files and folders of tests, gone at their end.
#pragma once

#include <doctest/doctest.h>
#include <filesystem>
#include <random>
#include <string>

namespace motu::testing {

// A folder of its own.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device random;
    do {
      const std::string name = "motu-tests-" + std::to_string(random()) + "-" + std::to_string(random());
      path_ = std::filesystem::temp_directory_path() / name;
    } while (!std::filesystem::create_directory(path_));  // somebody has it
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
