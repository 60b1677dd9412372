// Files of tables: sums that stay what they are, mapped files, files written whole or not at all, locks, records.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "motu/core/tables/checksum.hpp"
#include "motu/core/tables/file_lock.hpp"
#include "motu/core/tables/mapped_file.hpp"
#include "motu/core/tables/record_file.hpp"
#include "motu/core/tests/tables_testing.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using motu::testing::bytes_of;
using motu::testing::refusal_of;
using motu::testing::TemporaryFile;
using motu::testing::TemporaryFolder;
using motu::testing::text_of;

namespace {

constexpr std::uint64_t kMagic = 0x746F6D2D746F6F72ULL;

void write_words(const std::string& path, std::vector<std::uint64_t> words, std::uint64_t sum) {
  words.push_back(sum);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(8 * words.size()));
}

// A table of these words and their checksum.
void write_table(const std::string& path, const std::vector<std::uint64_t>& words) {
  write_words(path, words, mix_words(0, words));
}

TableKind kind_of(std::string described) { return {.fingerprint = 7, .words = 2, .described = std::move(described)}; }

using Record = std::array<std::uint64_t, 2>;

std::vector<Record> records_of(const std::string& path, const TableKind& kind) {
  TableReader reader(path, kind);
  std::vector<Record> records;
  for (Record record; reader.read(record);) records.push_back(record);
  return records;
}

}  // namespace

// --- sums ------------------------------------------------------------------------------------------------------------

TEST_CASE("sums: what was written years ago is read, so they never change") {
  // Computed apart, from the definitions in checksum.cpp; those of single bytes are Fowler, Noll and Vo's own.
  CHECK(hash_of({}) == 0xA706DD2F4D197E6FULL);
  CHECK(hash_of(bytes_of("a")) == 0xD43AEE40479E5618ULL);
  CHECK(hash_of(bytes_of("twelve bytes")) == 0x6632BAB82939F137ULL);
  CHECK(hash_of(bytes_of("foobar"), 5) == 0x85F36115AED8F856ULL);
  CHECK(hash_of(bytes_of("twelve bytes"), 12) == 0x949E5E477FA78504ULL);
  CHECK(fnv_of_bytes({}) == 0xCBF29CE484222325ULL);
  CHECK(fnv_of_bytes(bytes_of("a")) == 0xAF63DC4C8601EC8CULL);
  CHECK(fnv_of_bytes(bytes_of("foobar")) == 0x85944171F73967E8ULL);
  CHECK(fnv_of_words(bytes_of("foobar")) == 0xB16520E8BB7D25F8ULL);
  CHECK(fnv_of_words(bytes_of("twelve bytes")) == 0x79080DFAE18ECA4EULL);
  CHECK(mix_words(0, {}) == 0);
  CHECK(mix_words(0, std::array<std::uint64_t, 3>{1, 2, 3}) == 0xD0734750FDE362B3ULL);
  CHECK(mix_words(3, std::array<std::uint64_t, 1>{1}) == 0x975835DE1C9756CEULL);
}

// --- files in memory -------------------------------------------------------------------------------------------------

TEST_CASE("mapped files: every stretch within is read, none beyond the end") {
  const TemporaryFile file;
  std::ofstream(file.path) << "0123456789";
  const auto mapped = MappedFile::open(file.path);
  CHECK(mapped->bytes().size() == 10);
  CHECK(mapped->path() == file.path);
  CHECK(mapped->read<char>(9) == '9');
  CHECK(mapped->read<std::uint16_t>(2) == ('3' << 8 | '2'));
  CHECK(mapped->stretch(10, 0).empty());
  CHECK(mapped->stretch(0, 10).size() == 10);
  CHECK(mapped->stretch(4, 3).data() == mapped->bytes().data() + 4);
  CHECK_THROWS_AS(mapped->stretch(11, 0), Error);
  CHECK_THROWS_AS(mapped->stretch(10, 1), Error);
  CHECK_THROWS_AS(mapped->stretch(1, ~0ULL), Error);
  CHECK_THROWS_AS(mapped->stretch(~0ULL, 1), Error);
  CHECK_THROWS_AS(mapped->read<std::uint64_t>(3), Error);
}

TEST_CASE("mapped files: one sentence says what cannot be read") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  CHECK(refusal_of([&] { MappedFile::open(path); }).find("No such file") != std::string::npos);
  CHECK(refusal_of([&] { MappedFile::open(folder.path()); }).find("it is no plain file") != std::string::npos);
  std::ofstream(path) << "";
  CHECK(refusal_of([&] { MappedFile::open(path); }).find("it is empty") != std::string::npos);
}

// --- files written ---------------------------------------------------------------------------------------------------

TEST_CASE("file writer: the old file stays until the new one is whole") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  std::ofstream(path) << "old";
  {
    FileWriter writer(path);
    writer.write(bytes_of("half of"));
    CHECK(writer.size() == 7);
  }
  CHECK(text_of(path) == "old");
  CHECK_FALSE(std::filesystem::exists(folder / "file.unfinished"));
  FileWriter writer(path);
  writer.write(bytes_of("beginning, rest"));
  writer.write({});
  writer.rewind();
  writer.write(bytes_of("Beg"));
  CHECK(writer.size() == 18);
  CHECK(text_of(path) == "old");
  writer.finish();
  CHECK(text_of(path) == "Beginning, rest");
  CHECK_FALSE(std::filesystem::exists(folder / "file.unfinished"));
}

TEST_CASE("file writer: a place that cannot be had is told") {
  const TemporaryFolder folder;
  CHECK(refusal_of([&] { FileWriter(folder / "nowhere" / "file"); }).find("No such file") != std::string::npos);
  std::filesystem::create_directories(folder / "taken" / "by something");
  FileWriter writer(folder / "taken");
  writer.write(bytes_of("text"));
  CHECK(refusal_of([&] { writer.finish(); }).find("taken\": Is a directory") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "taken.unfinished"));
}

TEST_CASE("file writer: a file that is mapped is replaced, and who has it mapped keeps what he has") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  std::vector<std::shared_ptr<const MappedFile>> kept;
  for (const char version : std::string("12345")) {
    FileWriter writer(path);
    writer.write_value(version);
    writer.finish();
    kept.push_back(MappedFile::open(path));
    for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i]->read<char>(0) == static_cast<char>('1' + i));
  }
  CHECK(text_of(path) == "5");
}

// --- locks -----------------------------------------------------------------------------------------------------------

TEST_CASE("locks: who writes a file waits for who writes it already") {
  const TemporaryFile file;
  std::optional<FileLock> held(FileLock::of_file(file.path));
  std::atomic<bool> has_it = false;
  std::thread other([&] {
    const auto lock = FileLock::of_file(file.path);
    has_it = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(has_it);
  held.reset();
  other.join();
  CHECK(has_it);
}

TEST_CASE("locks: what goes wrong is told by its own reason") {
  const TemporaryFolder folder;
  const std::string refusal = refusal_of([&] { FileLock::of_file(folder / "nowhere" / "file"); });
  CHECK(refusal.find("file.lock\": No such file or directory") != std::string::npos);
  CHECK_NOTHROW(FileLock::of_folder(folder / "nowhere"));  // keeps nobody out
}

TEST_CASE("locks: a folder is one owner's until he goes, and nobody else's errors matter") {
  const TemporaryFolder folder;
  std::optional<FileLock> held(FileLock::of_folder(folder.path()));
  CHECK(refusal_of([&] { FileLock::of_folder(folder.path()); }).find("is in use") != std::string::npos);
  std::optional<FileLock> moved(std::move(*held));
  held.reset();
  CHECK_THROWS_AS(FileLock::of_folder(folder.path()), Error);
  moved.reset();
  errno = EWOULDBLOCK;  // of some call before
  CHECK_NOTHROW(FileLock::of_folder(folder.path()));
  const TemporaryFolder other;
  const auto first = FileLock::of_folder(folder.path());
  CHECK_NOTHROW(FileLock::of_folder(other.path()));
}

// --- records ---------------------------------------------------------------------------------------------------------

TEST_CASE("records: all come back, under names of any length up to the longest") {
  const TemporaryFile file;
  for (const std::size_t length : {0, 1, 7, 8, 9, 15, 16, 17, 4096}) {
    const auto kind = kind_of(std::string(length, 'x'));
    TableWriter writer(file.path, kind);
    for (std::uint64_t i = 0; i < 3; ++i) writer.write(Record{i, ~i});
    writer.finish();
    CAPTURE(length);
    CHECK(records_of(file.path, kind) == std::vector<Record>{{0, ~0ULL}, {1, ~1ULL}, {2, ~2ULL}});
  }
  const auto kind = kind_of("none");
  TableWriter(file.path, kind).finish();
  CHECK(records_of(file.path, kind).empty());
}

TEST_CASE("records: the words of the file are the ones that were always written") {
  const TemporaryFile file;
  write_table(file.path, {kMagic, 1, 7, 2, 9, 0x38373635'34333231ULL, 0x39, 10, 11, 12, 13, 2});
  CHECK(records_of(file.path, kind_of("123456789")) == std::vector<Record>{{10, 11}, {12, 13}});
  const std::string by_hand = text_of(file.path);
  TableWriter writer(file.path, kind_of("123456789"));
  writer.write(Record{10, 11});
  writer.write(Record{12, 13});
  writer.finish();
  CHECK(text_of(file.path) == by_hand);
}

TEST_CASE("records: one sentence says why a file is none") {
  const TemporaryFile file;
  const auto kind = kind_of("board");
  const auto refusal = [&] { return refusal_of([&] { records_of(file.path, kind); }); };
  const auto tells = [&](const std::string& reason) {
    return refusal() == "cannot read the table '" + file.path + "': " + reason;
  };
  const std::uint64_t name = 0x6472616F62ULL;
  const std::string no_table = "it is no table of this program";
  std::ofstream(file.path) << "root-mo";  // a byte less than its beginning
  CHECK(tells(no_table));
  write_table(file.path, {kMagic + 1, 1, 7, 2, 5, name, 0});
  CHECK(tells(no_table));
  write_words(file.path, {}, kMagic);  // its beginning alone
  CHECK(tells("it is damaged, its checksum is wrong"));
  write_table(file.path, {kMagic});
  CHECK(tells("it has version 0, this program reads version 1"));
  write_table(file.path, {kMagic, 2, 7, 2, 5, name, 0});
  CHECK(tells("it has version 2, this program reads version 1"));
  write_table(file.path, {kMagic, 1, 7, 2, 0});
  CHECK(tells("it is damaged, its board has no name"));
  write_table(file.path, {kMagic, 1, 7, 2, 4097, name, 0});
  CHECK(tells("it is damaged, its board has no name"));
  write_table(file.path, {kMagic, 1, 8, 2, 5, name, 0});
  CHECK(tells("it is about board, not about board"));
  write_table(file.path, {kMagic, 1, 7, 3, 5, name, 0});
  CHECK(tells("it is about board, not about board"));
  write_table(file.path, {kMagic, 1, 7, 2, 5, name, 10, 11, 2});
  CHECK(tells("it is damaged, records are missing"));
  write_table(file.path, {kMagic, 1, 7, 2, 5, name, 10, 11, 1});
  CHECK(refusal().empty());
  std::filesystem::resize_file(file.path, 8 * 9 + 3);
  CHECK(tells("it is damaged, its end is missing"));
}

TEST_CASE("records: their number is none of them") {
  const TemporaryFile file;
  write_table(file.path, {kMagic, 1, 7, 1, 1, 'x', 10, 2});  // says that there are two, has one
  const TableKind kind{.fingerprint = 7, .words = 1, .described = "x"};
  TableReader reader(file.path, kind);
  std::array<std::uint64_t, 1> record{};
  CHECK(reader.read(record));
  CHECK(record[0] == 10);
  CHECK_THROWS_WITH_AS(reader.read(record), doctest::Contains("records are missing"), Error);
}

TEST_CASE("records: they are read by their length only") {
  const TemporaryFile file;
  const auto kind = kind_of("board");
  TableWriter writer(file.path, kind);
  writer.write(Record{1, 2});
  writer.finish();
  TableReader reader(file.path, kind);
  std::array<std::uint64_t, 1> record{};
  CHECK_THROWS_AS(reader.read(record), Error);
}
