// Files of numbers: written whole or not at all, mapped into memory for reading.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "motu/core/base/error.hpp"
#include "motu/core/tables/checksum.hpp"

namespace motu {

// Refuses a file: "solve/table", the path, the reason and what would be right.
[[noreturn]] inline void refuse_table(const std::filesystem::path& path, const std::string& reason) {
  throw Error("solve/table",
              "\"" + path.string() + "\" is no table of solved positions that can be used: " + reason +
                  "; right is a file that `motu solve --table FILE` wrote",
              path.string());
}

// A file in memory, read-only. Only `open` knows how it came there, so what looks things up in it needs no files.
class MappedFile {
 public:
  // Throws "solve/table" for what cannot be read.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }
  // A number or structure at an offset; throws where the file ends before it does.
  template <class T>
  T read(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, stretch(offset, sizeof value).data(), sizeof value);
    return value;
  }
  std::span<const std::byte> stretch(std::uint64_t offset, std::uint64_t length) const {
    if (offset > size_ || length > size_ - offset) refuse_table(path_, "it ends too early");
    return {data_.get() + offset, static_cast<std::size_t>(length)};
  }

 private:
  MappedFile() = default;

  std::filesystem::path path_;
  std::shared_ptr<const std::byte> data_;  // unmapped with the last who holds it
  std::size_t size_ = 0;
};

// The header of a table, once it begins and is numbered like a new one.
template <class Header>
Header read_beginning(const MappedFile& file) {
  const Header right;
  const auto magic = file.bytes().first(std::min(file.bytes().size(), sizeof right.magic));
  if (magic.size() < sizeof right.magic || std::memcmp(magic.data(), right.magic, sizeof right.magic) != 0) {
    refuse_table(file.path(), "it does not begin like one");
  }
  const auto header = file.read<Header>(0);
  if (header.version != right.version) {
    refuse_table(file.path(),
                 "its version is " + std::to_string(header.version) + ", not " + std::to_string(right.version));
  }
  return header;
}

// Writes beside the file's place and moves it there when everything is on the disk.
class FileWriter {
 public:
  // Throws "solve/table" where nothing can be written, as do the others.
  explicit FileWriter(std::filesystem::path path);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::span<const std::byte> bytes);
  template <class T>
  void write_value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    write(std::as_bytes(std::span(&value, 1)));
  }
  // Bytes written so far.
  std::uint64_t size() const { return size_; }
  // Writes over the beginning.
  void rewind();
  void finish();

 private:
  // Says why: by the last error number, or in words.
  [[noreturn]] void fail() const;
  [[noreturn]] void refuse(const std::string& reason) const;

  std::filesystem::path path_;
  std::filesystem::path unfinished_;
  std::FILE* file_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace motu
