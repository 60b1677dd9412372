#include "motu/core/tables/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace motu {

namespace {

std::string reason_of(int error) { return std::generic_category().message(error); }

}  // namespace

// --- reading ---------------------------------------------------------------------------------------------------------

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const std::shared_ptr<MappedFile> file(new MappedFile());
  file->path_ = path;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) refuse_table(path, reason_of(errno));
  struct stat status{};
  void* data = MAP_FAILED;
  int error = 0;
  if (::fstat(descriptor, &status) != 0) {
    error = errno;
  } else if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    refuse_table(path, "it is no plain file");
  } else if (status.st_size > 0) {
    data = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0);
    if (data == MAP_FAILED) error = errno;
  }
  ::close(descriptor);
  if (error != 0) refuse_table(path, reason_of(error));
  if (status.st_size == 0) refuse_table(path, "it is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  file->data_ = {static_cast<const std::byte*>(data), [data, size](const std::byte*) { ::munmap(data, size); }};
  file->size_ = size;
  return file;
}

// --- writing ---------------------------------------------------------------------------------------------------------

FileWriter::FileWriter(std::filesystem::path path) : path_(std::move(path)), unfinished_(path_) {
  unfinished_ += ".unfinished";
  file_ = std::fopen(unfinished_.c_str(), "wb");
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
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) fail();
  std::FILE* const file = std::exchange(file_, nullptr);
  if (std::fclose(file) != 0) fail();
  std::error_code error;
  std::filesystem::rename(unfinished_, path_, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
  refuse(error.message());
}

void FileWriter::fail() const { refuse(reason_of(errno)); }

void FileWriter::refuse(const std::string& reason) const {
  throw Error("solve/table",
              "cannot write \"" + path_.string() + "\": " + reason +
                  "; right is a place where files can be written, with room for them",
              path_.string());
}

}  // namespace motu
