// A file of records of equal length: what it is, for which board, how many, and a checksum over everything.
//
// A writer replaces the old file when the new one is whole; a reader looks at the checksum before it hands out the
// first record. Errors are "solve/table".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "motu/core/tables/mapped_file.hpp"

namespace motu {

// Everything that must be the same for the records to be of use.
struct TableKind {
  std::uint64_t fingerprint = 0;  // of the board
  std::uint64_t words = 0;        // of 64 bits a record
  std::string described;          // the board, for people
};

class TableWriter {
 public:
  TableWriter(const std::string& path, const TableKind& kind);
  void write(std::span<const std::uint64_t> record);
  void finish();

 private:
  void put(std::span<const std::uint64_t> words);

  FileWriter file_;
  std::uint64_t count_ = 0;
  std::uint64_t checksum_ = 0;
};

class TableReader {
 public:
  TableReader(const std::string& path, const TableKind& wanted);
  // Whether there was one more.
  bool read(std::span<std::uint64_t> record);

 private:
  void check_header(const TableKind& wanted);
  void check_whole();
  bool take(std::span<std::uint64_t> words);
  [[noreturn]] void fail(const std::string& reason) const;

  std::shared_ptr<const MappedFile> file_;
  std::span<const std::uint64_t> words_left_;
  std::uint64_t words_ = 0;  // a record
  std::uint64_t records_left_ = 0;
};

}  // namespace motu
