#include "motu/atmalof/layer_file.hpp"

#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace motu {

namespace {

[[noreturn]] void refuse_layer(const std::filesystem::path& path, const std::string& reason) {
  throw Error(
      "solve/table",
      "\"" + path.string() + "\" is no layer of this game that can be gone on with: " + reason +
          "; right is what `motu solve` left there, or no such file: then this layer and its mirror are solved again "
          "and nothing else",
      path.string());
}

}  // namespace

LayerFile::LayerFile(std::filesystem::path folder, const AtmalofRules& rules, std::int32_t step)
    : folder_(std::move(folder)), rules_(FileRules::of(rules)), step_(step) {}

std::filesystem::path LayerFile::path(int own, int enemy) const {
  return folder_ / (std::to_string(own) + "-" + std::to_string(enemy) + ".layer");
}

std::uint64_t LayerFile::head_checksum_of(const Header& header) {
  return hash_of(std::as_bytes(std::span(&header, 1)).first(sizeof(Header) - sizeof header.head_checksum));
}

LayerFile::Header LayerFile::read_header(const MappedFile& file, int own, int enemy) const {
  const auto header = file.read<Header>(0);
  const Header right;
  if (std::memcmp(header.magic, right.magic, sizeof header.magic) != 0) {
    refuse_layer(file.path(), "it does not begin like a layer");
  }
  if (header.version != right.version) {
    refuse_layer(file.path(),
                 "its version is " + std::to_string(header.version) + ", not " + std::to_string(right.version));
  }
  if (header.head_checksum != head_checksum_of(header)) {
    refuse_layer(file.path(), "the checksum of its head is wrong, so it is torn or was changed");
  }
  if (header.rules != rules_)
    refuse_layer(file.path(), "it belongs to " + header.rules.text() + ", not to " + rules_.text());
  if (header.step != step_)
    refuse_layer(file.path(), "it was made with a tolerance of " + std::to_string(header.step) + " units, not of " +
                                  std::to_string(step_));
  if (header.own != own || header.enemy != enemy)
    refuse_layer(file.path(), "it holds " + std::to_string(header.own) + " and " + std::to_string(header.enemy) +
                                  " pieces, not " + std::to_string(own) + " and " + std::to_string(enemy));
  return header;
}

std::optional<LayerState> LayerFile::look(int own, int enemy) const {
  const auto at = path(own, enemy);
  if (!std::filesystem::exists(at)) return std::nullopt;
  const Header header = read_header(*MappedFile::open(at), own, enemy);
  return LayerState{header.sweeps, header.is_finished != 0, header.seconds};
}

LayerValues LayerFile::read(const LayerIndex& index) const {
  const auto file = MappedFile::open(path(index.own(), index.enemy()));
  const Header header = read_header(*file, index.own(), index.enemy());
  const std::uint64_t right = sizeof(Header) + index.size() * sizeof(std::uint64_t);
  if (header.size != index.size() || file->bytes().size() != right) {
    refuse_layer(file->path(),
                 "it has " + std::to_string(file->bytes().size()) + " bytes, not " + std::to_string(right));
  }
  const auto bytes = file->stretch(sizeof(Header), header.size * sizeof(std::uint64_t));
  if (hash_of(bytes) != header.checksum)
    refuse_layer(file->path(), "the checksum of its values is wrong, so it is torn or was changed");
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()), header.size, file};
}

void LayerFile::write(const LayerIndex& index, const LayerValues& values, const LayerState& state) const {
  const auto bytes = std::as_bytes(std::span(values.data(), values.size()));
  Header header;
  header.rules = rules_;
  header.step = step_;
  header.own = index.own();
  header.enemy = index.enemy();
  header.sweeps = state.sweeps;
  header.is_finished = state.is_finished ? 1 : 0;
  header.seconds = state.seconds;
  header.size = values.size();
  header.checksum = hash_of(bytes);
  header.head_checksum = head_checksum_of(header);
  FileWriter writer(path(index.own(), index.enemy()));
  writer.write_value(header);
  writer.write(bytes);
  writer.finish();
}

}  // namespace motu
