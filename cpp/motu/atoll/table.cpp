#include "motu/atoll/table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <utility>

#include "motu/core/tables/file_lock.hpp"

namespace motu {

namespace {

struct Header {
  char magic[8] = {'M', 'O', 'T', 'U', 'P', 'R', 'O', 'V'};
  std::uint32_t version = 1;
  std::uint32_t name_length = 0;
  std::uint64_t fingerprint = 0;
  std::uint64_t count = 0;
  std::uint64_t records_sum = 0;
  std::uint64_t header_sum = 0;  // of all before it and the name
};
static_assert(sizeof(Header) == 48 && sizeof(ProvedPosition) == 24);

constexpr std::uint32_t kLongestName = 1 << 16;

std::uint64_t padded(std::uint64_t length) { return (length + 7) / 8 * 8; }

std::uint64_t sum_of(const Header& header, std::span<const std::byte> name) {
  return hash_of(name, hash_of(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, header_sum))));
}

// The header, once it and the name are found to be right for the board.
Header read_header(const MappedFile& file, std::uint64_t fingerprint, const std::string& described) {
  const auto header = read_beginning<Header>(file);
  if (header.name_length > kLongestName) refuse_table(file.path(), "the name of its board is too long");
  const auto name = file.stretch(sizeof header, header.name_length);
  if (sum_of(header, name) != header.header_sum) {
    refuse_table(file.path(), "its checksum is wrong, so it is torn or was changed");
  }
  if (header.fingerprint != fingerprint) {
    const std::string told(reinterpret_cast<const char*>(name.data()), name.size());
    refuse_table(file.path(), "it is about " + told + ", not about " + described);
  }
  return header;
}

bool comes_before(const ProvedPosition& a, const ProvedPosition& b) { return a.key < b.key; }

void sort_and_thin(std::vector<ProvedPosition>& positions) {
  std::ranges::stable_sort(positions, comes_before);
  const auto rest = std::ranges::unique(positions, {}, &ProvedPosition::key);
  positions.erase(rest.begin(), rest.end());
}

void write(const std::filesystem::path& path, std::uint64_t fingerprint, const std::string& described,
           std::span<const ProvedPosition> positions) {
  const auto records = std::as_bytes(positions);
  const auto name = std::as_bytes(std::span(described)).first(std::min<std::size_t>(described.size(), kLongestName));
  Header header;
  header.name_length = static_cast<std::uint32_t>(name.size());
  header.fingerprint = fingerprint;
  header.count = positions.size();
  header.records_sum = hash_of(records);
  header.header_sum = sum_of(header, name);
  FileWriter writer(path);
  writer.write_value(header);
  writer.write(name);
  const std::vector<std::byte> zeros(padded(name.size()) - name.size());
  writer.write(zeros);
  writer.write(records);
  writer.finish();
}

}  // namespace

std::shared_ptr<const ConnectionTable> ConnectionTable::open(const std::filesystem::path& path, const HexBoard& board,
                                                             const std::string& described) {
  return std::shared_ptr<const ConnectionTable>(new ConnectionTable(MappedFile::open(path), board, described));
}

ConnectionTable::ConnectionTable(std::shared_ptr<const MappedFile> file, const HexBoard& board,
                                 const std::string& described)
    : file_(std::move(file)), keys_(board), fingerprint_(board_fingerprint(board)) {
  const Header header = read_header(*file_, fingerprint_, described);
  const std::uint64_t begin = sizeof header + padded(header.name_length);
  const auto all = file_->bytes();
  if (all.size() < begin || (all.size() - begin) / sizeof(ProvedPosition) != header.count ||
      (all.size() - begin) % sizeof(ProvedPosition) != 0) {
    refuse_table(file_->path(), "it is too short or too long");
  }
  const auto records = all.subspan(begin);
  if (hash_of(records) != header.records_sum) {
    refuse_table(file_->path(), "the checksum of its records is wrong, so it is torn or was changed");
  }
  positions_ = {reinterpret_cast<const ProvedPosition*>(records.data()), header.count};
}

std::uint64_t ConnectionTable::keep(const std::filesystem::path& path, const HexBoard& board,
                                    const std::string& described, std::vector<ProvedPosition> positions) {
  const FileLock lock = FileLock::of_file(path);
  if (std::filesystem::exists(path)) {
    try {
      const auto before = open(path, board, described);
      const auto known = before->positions();
      positions.insert(positions.end(), known.begin(), known.end());
    } catch (const Error&) {
      std::filesystem::path aside = path;
      aside += ".damaged";
      std::error_code ignored;
      std::filesystem::rename(path, aside, ignored);
    }
  }
  sort_and_thin(positions);
  write(path, board_fingerprint(board), described, positions);
  return positions.size();
}

}  // namespace motu
