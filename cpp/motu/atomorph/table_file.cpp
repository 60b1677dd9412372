// Tables as files. Little-endian: "MOTUFLIP", version, size, the three variant switches as bits, the number of entries,
// a checksum of the entries and one of the header; then the entries, a byte each.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "motu/atomorph/table.hpp"
#include "motu/atomorph/variant_code.hpp"
#include "motu/core/tables/mapped_file.hpp"

namespace motu {

namespace {

struct Header {
  char magic[8] = {'M', 'O', 'T', 'U', 'F', 'L', 'I', 'P'};
  std::uint32_t version = 1;
  std::uint32_t size = 0;
  std::uint32_t variant = 0;  // variant_of(rules)
  std::uint32_t unused = 0;
  std::uint64_t count = 0;
  std::uint64_t entries_sum = 0;
  std::uint64_t header_sum = 0;  // of all before it
};
static_assert(sizeof(Header) == 48);

std::uint64_t sum_of(const Header& header) {
  return fnv_of_words(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, header_sum)));
}

void check_header(const Header& header, const AtomorphRules& rules, std::size_t entries,
                  const std::filesystem::path& path) {
  if (header.header_sum != sum_of(header)) {
    refuse_table(path, "the checksum of its header is wrong, so it is torn or was changed");
  }
  const auto size = static_cast<std::uint32_t>(rules.size);
  if (header.size != size || header.variant != variant_of(rules)) {
    refuse_table(path, "it was written for " + rules_text(header.size, header.variant) + ", not for " +
                           rules_text(size, variant_of(rules)));
  }
  if (header.count != entries) refuse_table(path, "it has another number of entries than its rules need");
}

}  // namespace

void FlipTable::save(const std::string& path) const {
  Header header;
  header.size = static_cast<std::uint32_t>(board_.size());
  header.variant = variant_of(board_.rules());
  header.count = scores_.size();
  const auto entries = std::as_bytes(scores_);
  header.entries_sum = fnv_of_words(entries);
  header.header_sum = sum_of(header);
  FileWriter writer(path);
  writer.write_value(header);
  writer.write(entries);
  writer.finish();
}

std::shared_ptr<const FlipTable> FlipTable::load(std::shared_ptr<const AtomorphGame> game, const std::string& path) {
  std::shared_ptr<FlipTable> table(new FlipTable(std::move(game)));
  const auto file = MappedFile::open(path);
  const auto header = read_beginning<Header>(*file);
  const std::size_t entries = table->index_.count() * table->num_flags();
  check_header(header, table->board_.rules(), entries, path);
  if (file->bytes().size() != sizeof header + entries) refuse_table(path, "it is too short or too long");
  const auto bytes = file->stretch(sizeof header, entries);
  if (fnv_of_words(bytes) != header.entries_sum) {
    refuse_table(path, "the checksum of its entries is wrong, so it is torn or was changed");
  }
  table->scores_ = {reinterpret_cast<const std::int8_t*>(bytes.data()), entries};
  table->owner_ = file;
  return table;
}

}  // namespace motu
