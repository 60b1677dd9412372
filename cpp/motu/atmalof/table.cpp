#include "motu/atmalof/table.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "motu/atmalof/solver.hpp"

namespace motu {

namespace {

std::uint64_t num_blocks(std::uint64_t entries) { return (entries + kBlockLength - 1) / kBlockLength; }

std::shared_ptr<const AtmalofGame> game_of(const MappedFile& file, const FileRules& rules) {
  try {
    return AtmalofGame::create(rules.rules());
  } catch (const Error&) {
    refuse_table(file.path(), "it names rules that make no game");
  }
}

// How many sets a class stands for.
std::vector<std::uint32_t> class_sizes(const SquareSets& sets) {
  std::vector<std::uint32_t> sizes(sets.representatives.size(), 0);
  for (const SquareSets::Entry& entry : sets.entries) ++sizes[entry.set_class()];
  return sizes;
}

// Counts positions class by class and sets those where somebody has a line to zeros, which pack well.
class LayerCensus {
 public:
  LayerCensus(const LayerBoard& board, const LayerIndex& index)
      : board_(board), index_(index), sizes_(class_sizes(board.sets(index.own()))) {}

  FileBounds take(std::uint64_t at, const LineBounds& bounds, LayerFacts& facts) {
    const auto set_class = static_cast<std::uint32_t>(at / index_.stride());
    if (at % index_.stride() == 0) enter(set_class);
    const SquareMask enemy = scatter(packed_, room_);
    packed_ = next_subset(packed_);
    if (is_over_ || board_.sets(index_.enemy()).entry(enemy).has_line()) return {};
    facts.positions += sizes_[set_class];
    if (bounds.upper - bounds.lower > kClosedWidth * kOne) facts.open += sizes_[set_class];
    return FileBounds::of(bounds);
  }

 private:
  void enter(std::uint32_t set_class) {
    const SquareMask own = index_.representative(set_class);
    room_ = board_.all() & ~own;
    is_over_ = board_.has_line(own);
    packed_ = static_cast<SquareMask>((std::uint64_t{1} << index_.enemy()) - 1);
  }

  const LayerBoard& board_;
  const LayerIndex& index_;
  std::vector<std::uint32_t> sizes_;
  SquareMask room_ = 0;
  SquareMask packed_ = 0;
  bool is_over_ = false;
};

}  // namespace

// --- reading ---------------------------------------------------------------------------------------------------------

std::shared_ptr<const LineTable> LineTable::open(const std::filesystem::path& path) {
  auto file = MappedFile::open(path);
  const Header header = read_header(*file);
  std::shared_ptr<LineTable> table(new LineTable(std::move(file), header));
  table->read_layers();
  return table;
}

LineTable::Header LineTable::read_header(const MappedFile& file) {
  const auto header = read_beginning<Header>(file);
  const auto head = file.stretch(0, sizeof(Header) + std::uint64_t{header.num_layers} * sizeof(Entry));
  if (hash_of(head) != file.read<std::uint64_t>(head.size())) {
    refuse_table(file.path(), "its checksum is wrong, so it is torn or was changed");
  }
  if (header.size != file.bytes().size()) refuse_table(file.path(), "its length is not what it was written with");
  return header;
}

LineTable::LineTable(std::shared_ptr<const MappedFile> file, const Header& header)
    : file_(std::move(file)), header_(header), board_(game_of(*file_, header.rules)) {}

void LineTable::read_layers() {
  const int side = board_.most_pieces() + 1;
  slots_.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), -1);
  for (std::uint32_t i = 0; i < header_.num_layers; ++i) {
    const auto entry = file_->read<Entry>(sizeof(Header) + i * sizeof(Entry));
    const int own = entry.facts.own;
    const int enemy = entry.facts.enemy;
    if (!board_.is_layer(own, enemy) || entry.facts.entries != LayerIndex::size_of(board_, own, enemy)) {
      refuse_table(path(), "its layers are not those of its rules");
    }
    file_->stretch(entry.offset, (num_blocks(entry.facts.entries) + 1) * sizeof(std::uint64_t));
    slots_[static_cast<std::size_t>(own * side + enemy)] = static_cast<int>(layers_.size());
    layers_.push_back({LayerIndex(board_, own, enemy), entry});
  }
  for (const auto& [own, enemy] : layer_pairs(board_)) {
    layer(own, enemy);
    layer(enemy, own);
  }
}

const LineTable::Layer& LineTable::layer(int own, int enemy) const {
  const int slot = slots_[static_cast<std::size_t>(own * (board_.most_pieces() + 1) + enemy)];
  if (slot < 0) refuse_table(path(), "a layer is missing");
  return layers_[static_cast<std::size_t>(slot)];
}

double LineTable::tolerance() const { return as_value(header_.step); }

std::vector<LayerFacts> LineTable::facts() const {
  std::vector<LayerFacts> facts;
  for (const Layer& layer : layers_) facts.push_back(layer.entry.facts);
  return facts;
}

FileBounds LineTable::bounds(SquareMask own, SquareMask enemy) const {
  const int own_count = std::popcount(own);
  const int enemy_count = std::popcount(enemy);
  const std::uint64_t at = index(own_count, enemy_count).index_of(own, enemy);
  std::vector<FileBounds> block;
  read_block(own_count, enemy_count, at / kBlockLength, block);
  return block[at % kBlockLength];
}

void LineTable::read_block(int own, int enemy, std::uint64_t block, std::vector<FileBounds>& out) const {
  const Entry& entry = layer(own, enemy).entry;
  const std::uint64_t at = entry.offset + block * sizeof(std::uint64_t);
  const auto begin = file_->read<std::uint64_t>(at);
  const auto end = file_->read<std::uint64_t>(at + sizeof(std::uint64_t));
  if (end < begin + sizeof(std::uint32_t)) refuse_table(path(), "a block has no end");
  const auto checksum = file_->read<std::uint32_t>(begin);
  const auto bytes = file_->stretch(begin + sizeof checksum, end - begin - sizeof checksum);
  const std::uint64_t count = std::min<std::uint64_t>(kBlockLength, entry.facts.entries - block * kBlockLength);
  if (static_cast<std::uint32_t>(hash_of(bytes, begin)) != checksum || !unpack_block(bytes, count, out)) {
    refuse_table(path(), "the checksum of a block is wrong, so it is torn or was changed");
  }
}

// --- writing ---------------------------------------------------------------------------------------------------------

bool LineTable::write(const LineSolve& solve, const std::filesystem::path& path, const std::function<bool()>& goes_on) {
  const LayerBoard& board = solve.board();
  std::vector<std::pair<int, int>> layers;
  for (const auto& [own, enemy] : layer_pairs(board)) {
    layers.emplace_back(own, enemy);
    if (own != enemy) layers.emplace_back(enemy, own);
  }
  Header header;
  header.rules = FileRules::of(board.game().rules());
  header.step = solve.step();
  header.num_layers = static_cast<std::uint32_t>(layers.size());
  FileWriter writer(path);
  std::vector<Entry> entries(layers.size());
  write_head(writer, header, entries);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    entries[i] = write_layer(writer, solve, LayerIndex(board, layers[i].first, layers[i].second), goes_on);
    if (entries[i].offset == 0) return false;
  }
  header.size = writer.size();
  writer.rewind();
  write_head(writer, header, entries);
  writer.finish();
  return true;
}

// The head and its checksum.
void LineTable::write_head(FileWriter& writer, const Header& header, const std::vector<Entry>& entries) {
  std::vector<std::byte> head(sizeof header + entries.size() * sizeof(Entry));
  std::memcpy(head.data(), &header, sizeof header);
  std::memcpy(head.data() + sizeof header, entries.data(), entries.size() * sizeof(Entry));
  writer.write(head);
  writer.write_value(hash_of(head));
}

// An entry with offset 0 where the work was broken off.
LineTable::Entry LineTable::write_layer(FileWriter& writer, const LineSolve& solve, const LayerIndex& index,
                                        const std::function<bool()>& goes_on) {
  Entry entry;
  const auto state = solve.files().look(index.own(), index.enemy());
  if (!state || !state->is_finished) {
    refuse_table(solve.files().path(index.own(), index.enemy()), "this layer is not solved yet");
  }
  const LayerValues values = solve.files().read(index);
  entry.facts.own = index.own();
  entry.facts.enemy = index.enemy();
  entry.facts.sweeps = state->sweeps;
  entry.facts.seconds = state->seconds;
  entry.facts.entries = values.size();
  LayerCensus census(solve.board(), index);
  std::vector<std::uint64_t> offsets;
  std::vector<FileBounds> block;
  for (std::uint64_t begin = 0; begin < values.size(); begin += kBlockLength) {
    if (goes_on && (begin / kBlockLength) % 256 == 0 && !goes_on()) return {};
    block.clear();
    const std::uint64_t end = std::min<std::uint64_t>(values.size(), begin + kBlockLength);
    for (std::uint64_t at = begin; at < end; ++at) block.push_back(census.take(at, values.at(at), entry.facts));
    offsets.push_back(writer.size());
    const std::vector<std::byte> bytes = pack_block(block);
    writer.write_value(static_cast<std::uint32_t>(hash_of(bytes, offsets.back())));
    writer.write(bytes);
  }
  offsets.push_back(writer.size());
  entry.offset = writer.size();
  writer.write(std::as_bytes(std::span(offsets)));
  return entry;
}

}  // namespace motu
