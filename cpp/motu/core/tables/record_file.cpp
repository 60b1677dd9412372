#include "motu/core/tables/record_file.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace motu {

namespace {

constexpr std::uint64_t kMagic = 0x746F6D2D746F6F72ULL;
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kLongestName = 4096;

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

TableWriter::TableWriter(const std::string& path, const TableKind& kind) : file_(path) {
  put(std::array{kMagic, kVersion, kind.fingerprint, kind.words});
  put(words_of(kind.described));
}

void TableWriter::put(std::span<const std::uint64_t> words) {
  checksum_ = mix_words(checksum_, words);
  file_.write(std::as_bytes(words));
}

void TableWriter::write(std::span<const std::uint64_t> record) {
  put(record);
  ++count_;
}

void TableWriter::finish() {
  put(std::array{count_});
  put(std::array{std::uint64_t{checksum_}});
  file_.finish();
}

TableReader::TableReader(const std::string& path, const TableKind& wanted) : file_(MappedFile::open(path)) {
  check_whole();
  check_header(wanted);
}

// Goes through all of it once. The last two words are the number of records and the checksum of all before it.
void TableReader::check_whole() {
  const auto bytes = file_->bytes();
  if (bytes.size() < 8 || file_->read<std::uint64_t>(0) != kMagic) fail("it is no table of this program");
  if (bytes.size() % 8 != 0) fail("it is damaged, its end is missing");
  words_left_ = {reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / 8};
  const std::uint64_t right = words_left_.back();
  words_left_ = words_left_.first(words_left_.size() - 1);
  if (mix_words(0, words_left_) != right) fail("it is damaged, its checksum is wrong");
  records_left_ = words_left_.back();  // some are left: nothing but a beginning would be its own checksum, which is 0
  words_left_ = words_left_.first(words_left_.size() - 1);
}

void TableReader::check_header(const TableKind& wanted) {
  std::array<std::uint64_t, 4> header{};
  std::array<std::uint64_t, 1> length{};
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
  if (words.size() > words_left_.size()) return false;
  std::ranges::copy(words_left_.first(words.size()), words.begin());
  words_left_ = words_left_.subspan(words.size());
  return true;
}

bool TableReader::read(std::span<std::uint64_t> record) {
  if (records_left_ == 0) return false;
  --records_left_;
  if (record.size() != words_ || !take(record)) fail("it is damaged, records are missing");
  return true;
}

void TableReader::fail(const std::string& reason) const {
  const std::string path = file_->path().string();
  throw Error("solve/table", "cannot read the table '" + path + "': " + reason, path);
}

}  // namespace motu
