#include "motu/core/tables/mapped_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include "motu/core/base/system.hpp"

namespace motu {

// --- reading ---------------------------------------------------------------------------------------------------------

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const std::shared_ptr<MappedFile> file(new MappedFile());
  file->path_ = path;
  try {
    auto mapping = system::map_file(path);
    file->data_ = std::move(mapping.data);
    file->size_ = mapping.size;
  } catch (const system::Refusal& refusal) {
    refuse_table(path, refusal.what());
  }
  return file;
}

// --- writing ---------------------------------------------------------------------------------------------------------

FileWriter::FileWriter(std::filesystem::path path) : path_(std::move(path)), unfinished_(path_) {
  unfinished_ += ".unfinished";
  file_ = system::create_file(unfinished_);
  if (file_ == nullptr) fail();
}

FileWriter::~FileWriter() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

void FileWriter::write(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;  // of nothing there may be no address, and fwrite wants one
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail();
  size_ += bytes.size();
}

void FileWriter::rewind() {
  if (std::fseek(file_, 0, SEEK_SET) != 0) fail();
}

void FileWriter::finish() {
  if (!system::sync_file(file_)) fail();
  std::FILE* const file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) fail();
  try {
    system::replace_file(unfinished_, path_);
  } catch (const system::Refusal& refusal) {
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
    refuse(refusal.what());
  }
}

void FileWriter::fail() const { refuse(std::generic_category().message(errno)); }

void FileWriter::refuse(const std::string& reason) const {
  throw Error("solve/table",
              "cannot write \"" + path_.string() + "\": " + reason +
                  "; right is a place where files can be written, with room for them",
              path_.string());
}

}  // namespace motu
