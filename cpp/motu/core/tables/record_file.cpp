#include "motu/core/tables/record_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "motu/core/base/error.hpp"
#include "motu/core/base/rng.hpp"

namespace motu {

namespace {

constexpr std::uint64_t kMagic = 0x746F6D2D746F6F72ULL;
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kLongestName = 4096;

std::uint64_t mix(std::uint64_t checksum, std::span<const std::uint64_t> words) {
  for (const std::uint64_t word : words) checksum = splitmix64(checksum ^ word);
  return checksum;
}

// A text as words, its length first.
std::vector<std::uint64_t> words_of(const std::string& text) {
  std::vector<std::uint64_t> words(1 + (text.size() + 7) / 8, 0);
  words[0] = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    words[1 + i / 8] |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * (i % 8));
  }
  return words;
}

}  // namespace

TableWriter::TableWriter(const std::string& path, const TableKind& kind)
    : path_(path), draft_(path + ".part"), file_(draft_, std::ios::binary | std::ios::trunc) {
  put(std::array{kMagic, kVersion, kind.fingerprint, kind.words});
  put(words_of(kind.described));
}

void TableWriter::put(std::span<const std::uint64_t> words) {
  checksum_ = mix(checksum_, words);
  file_.write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(8 * words.size()));
  if (!file_) fail();
}

void TableWriter::write(std::span<const std::uint64_t> record) {
  put(record);
  ++count_;
}

void TableWriter::finish() {
  put(std::array{count_});
  put(std::array{std::uint64_t{checksum_}});
  file_.close();
  if (!file_ || std::rename(draft_.c_str(), path_.c_str()) != 0) fail();
}

void TableWriter::fail() const {
  const std::string reason = std::strerror(errno);
  std::remove(draft_.c_str());
  throw Error("solve/table", "cannot write the table '" + path_ + "': " + reason, path_);
}

TableReader::TableReader(const std::string& path, const TableKind& wanted)
    : path_(path), file_(path, std::ios::binary) {
  if (!file_) fail(std::strerror(errno));
  check_whole();
  check_header(wanted);
}

// Reads it through once. The last two words are the number of records and the checksum of all before it.
void TableReader::check_whole() {
  std::array<std::uint64_t, 4096> block;
  std::uint64_t checksum = 0;
  std::uint64_t total = 0;
  std::array<std::uint64_t, 2> last{};
  for (;;) {
    file_.read(reinterpret_cast<char*>(block.data()), static_cast<std::streamsize>(8 * block.size()));
    const auto bytes = static_cast<std::size_t>(file_.gcount());
    if (total == 0 && (bytes < 8 || block[0] != kMagic)) fail("it is no table of this program");
    if (bytes % 8 != 0) fail("it is damaged, its end is missing");
    for (const std::uint64_t word : std::span(block).first(bytes / 8)) {
      if (total++ > 0) checksum = splitmix64(checksum ^ last[1]);
      last = {last[1], word};
    }
    if (bytes < 8 * block.size()) break;
  }
  if (checksum != last[1]) fail("it is damaged, its checksum is wrong");
  left_ = last[0];
  file_.clear();
  file_.seekg(0);
}

void TableReader::check_header(const TableKind& wanted) {
  std::array<std::uint64_t, 4> header;
  std::array<std::uint64_t, 1> length;
  take(header);
  if (header[1] != kVersion) {
    fail("it has version " + std::to_string(header[1]) + ", this program reads version " + std::to_string(kVersion));
  }
  if (!take(length) || length[0] > kLongestName) fail("it is damaged, its board has no name");
  std::vector<std::uint64_t> name((length[0] + 7) / 8);
  take(name);
  std::string described;
  for (std::size_t i = 0; i < length[0]; ++i) described += static_cast<char>(name[i / 8] >> (8 * (i % 8)));
  if (header[2] != wanted.fingerprint || header[3] != wanted.words) {
    fail("it is about " + described + ", not about " + wanted.described);
  }
  words_ = header[3];
}

bool TableReader::take(std::span<std::uint64_t> words) {
  file_.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(8 * words.size()));
  return static_cast<bool>(file_);
}

bool TableReader::read(std::span<std::uint64_t> record) {
  if (left_ == 0) return false;
  --left_;
  if (record.size() != words_ || !take(record)) fail("it is damaged, records are missing");
  return true;
}

void TableReader::fail(const std::string& reason) const {
  throw Error("solve/table", "cannot read the table '" + path_ + "': " + reason, path_);
}

}  // namespace motu
