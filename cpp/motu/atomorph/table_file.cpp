// Tables as files. Little-endian: "MOTUFLIP", version, size, the three variant switches as bits, the number of entries,
// a checksum of the entries and one of the header; then the entries, a byte each.
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "motu/atomorph/table.hpp"
#include "motu/core/base/error.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define MOTU_HAS_MMAP 1
#endif

namespace motu {

namespace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

constexpr std::array<char, 8> kMagic = {'M', 'O', 'T', 'U', 'F', 'L', 'I', 'P'};
constexpr std::uint32_t kVersion = 1;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t size = 0;
  std::uint32_t variant = 0;  // 1 contested=never, 2 corners=false, 4 return_stone=true
  std::uint32_t unused = 0;
  std::uint64_t count = 0;
  std::uint64_t entries_sum = 0;
  std::uint64_t header_sum = 0;  // of all before it
};
static_assert(sizeof(Header) == 48);

// Fowler, Noll and Vo's hash on words in place of bytes: against torn files, not against forgers.
std::uint64_t checksum(const void* data, std::size_t bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  const char* at = static_cast<const char*>(data);
  for (; bytes > 0;) {
    std::uint64_t word = 0;
    const std::size_t part = std::min(bytes, sizeof word);
    std::memcpy(&word, at, part);
    hash = (std::rotl(hash, 23) ^ word) * 0x100000001B3ULL;
    at += part;
    bytes -= part;
  }
  return hash;
}

std::uint32_t variant_of(const AtomorphRules& rules) {
  return (rules.contested_never ? 1U : 0U) | (rules.corners ? 0U : 2U) | (rules.return_stone ? 4U : 0U);
}

std::string rules_text(std::uint32_t size, std::uint32_t variant) {
  return "size=" + std::to_string(size) + ",contested=" + ((variant & 1U) != 0 ? "never" : "ko") +
         ",corners=" + ((variant & 2U) != 0 ? "false" : "true") +
         ",return_stone=" + ((variant & 4U) != 0 ? "true" : "false");
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw Error("solve/table", "'" + path + "' is no table of Atomorph that can be used: " + reason, path);
}

// A file's bytes, mapped where the system can, else read.
class Mapping {
 public:
  explicit Mapping(const std::string& path) {
#ifdef MOTU_HAS_MMAP
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) refuse(path, "it cannot be opened");
    struct stat status{};
    const bool is_file = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    size_ = is_file ? static_cast<std::size_t>(status.st_size) : 0;
    void* data = size_ > 0 ? ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    ::close(file);
    if (data == MAP_FAILED) refuse(path, size_ > 0 ? "it cannot be mapped into memory" : "it is empty, or no file");
    data_ = static_cast<const char*>(data);
#else
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(path, "it cannot be opened");
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    data_ = bytes_.data();
    size_ = bytes_.size();
#endif
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
#ifdef MOTU_HAS_MMAP
    ::munmap(const_cast<char*>(data_), size_);
#endif
  }
  const char* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
  std::string bytes_;
};

void check_header(const Header& header, const AtomorphRules& rules, std::size_t entries, const std::string& path) {
  if (header.magic != kMagic) refuse(path, "it does not begin like one");
  if (header.version != kVersion) {
    refuse(path, "its version is " + std::to_string(header.version) + ", not " + std::to_string(kVersion));
  }
  if (header.header_sum != checksum(&header, offsetof(Header, header_sum))) {
    refuse(path, "the checksum of its header is wrong, so it is torn or was changed");
  }
  const auto size = static_cast<std::uint32_t>(rules.size);
  if (header.size != size || header.variant != variant_of(rules)) {
    refuse(path, "it was written for " + rules_text(header.size, header.variant) + ", not for " +
                     rules_text(size, variant_of(rules)));
  }
  if (header.count != entries) refuse(path, "it has another number of entries than its rules need");
}

}  // namespace

void FlipTable::save(const std::string& path) const {
  Header header;
  header.size = static_cast<std::uint32_t>(board_.size());
  header.variant = variant_of(board_.rules());
  header.count = scores_.size();
  header.entries_sum = checksum(scores_.data(), scores_.size());
  header.header_sum = checksum(&header, offsetof(Header, header_sum));
  const std::string beside = path + ".part";
  std::ofstream file(beside, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.write(reinterpret_cast<const char*>(scores_.data()), static_cast<std::streamsize>(scores_.size()));
  file.close();
  if (!file || std::rename(beside.c_str(), path.c_str()) != 0) {
    std::remove(beside.c_str());
    throw Error("solve/table", "the table of Atomorph cannot be written to '" + path + "'", path);
  }
}

std::shared_ptr<const FlipTable> FlipTable::load(std::shared_ptr<const AtomorphGame> game, const std::string& path) {
  std::shared_ptr<FlipTable> table(new FlipTable(std::move(game)));
  const auto mapping = std::make_shared<Mapping>(path);
  if (mapping->size() < sizeof(Header)) refuse(path, "it ends too early");
  Header header;
  std::memcpy(&header, mapping->data(), sizeof header);
  const std::size_t entries = table->index_.count() * table->num_flags();
  check_header(header, table->board_.rules(), entries, path);
  if (mapping->size() != sizeof header + entries) refuse(path, "it is too short or too long");
  const char* bytes = mapping->data() + sizeof header;
  if (checksum(bytes, entries) != header.entries_sum) {
    refuse(path, "the checksum of its entries is wrong, so it is torn or was changed");
  }
  table->scores_ = {reinterpret_cast<const std::int8_t*>(bytes), entries};
  table->owner_ = mapping;
  return table;
}

}  // namespace motu
