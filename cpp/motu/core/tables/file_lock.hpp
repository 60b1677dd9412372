// Keeps other processes away from files for as long as it lives. Errors are "solve/table".
#pragma once

#include <filesystem>
#include <utility>

#include "motu/core/base/system.hpp"

namespace motu {

class FileLock {
 public:
  // Waits until nobody else writes the file; the lock itself is a file beside it. Throws where none can be made.
  static FileLock of_file(std::filesystem::path path);
  // Throws where another process has the folder. A file system without locks keeps nobody out.
  static FileLock of_folder(const std::filesystem::path& folder);

  FileLock(FileLock&& other) noexcept = default;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() = default;

 private:
  explicit FileLock(system::Lock lock) : lock_(std::move(lock)) {}

  system::Lock lock_;
};

}  // namespace motu
