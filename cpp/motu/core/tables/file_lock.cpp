#include "motu/core/tables/file_lock.hpp"

#include <utility>

#include "motu/core/base/error.hpp"

namespace motu {

FileLock FileLock::of_file(std::filesystem::path path) {
  path += ".lock";
  try {
    return FileLock(system::lock_file(path));
  } catch (const system::Refusal& refusal) {
    throw Error("solve/table", "cannot write \"" + path.string() + "\": " + refusal.what(), path.string());
  }
}

FileLock FileLock::of_folder(const std::filesystem::path& folder) {
  auto lock = system::try_lock_folder(folder);
  if (lock) return FileLock(std::move(*lock));
  throw Error("solve/table",
              "\"" + folder.string() +
                  "\" is in use: something else solves this game there; right is to wait until it has ended, or "
                  "another --table FILE",
              folder.string());
}

}  // namespace motu
