#include "motu/core/tables/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "motu/core/base/error.hpp"

namespace motu {

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw Error("solve/table", "cannot write \"" + path.string() + "\": " + std::generic_category().message(error),
              path.string());
}

}  // namespace

FileLock FileLock::of_file(std::filesystem::path path) {
  path += ".lock";
  FileLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock.descriptor_ < 0) refuse(path, errno);
  while (::flock(lock.descriptor_, LOCK_EX) != 0) {
    if (errno != EINTR) refuse(path, errno);
  }
  return lock;
}

FileLock FileLock::of_folder(const std::filesystem::path& folder) {
  FileLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.descriptor_ < 0 || ::flock(lock.descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return lock;
  throw Error("solve/table",
              "\"" + folder.string() +
                  "\" is in use: something else solves this game there; right is to wait until it has ended, or "
                  "another --table FILE",
              folder.string());
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace motu
