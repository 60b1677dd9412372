#include "motu/atoll/atoll.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace motu {

namespace {

constexpr std::uint64_t kSideKey = splitmix64(0xA7011ULL);
constexpr std::uint64_t kSwappedKey = splitmix64(0xA7012ULL);
constexpr std::uint64_t kPieKey = splitmix64(0xA7013ULL);

// run_starts[length][mask]: of the ring positions in `mask`, those whose predecessor round a ring of `length` is not in
// it; one position when all are. Each is one group that is not yet joined to the others by its neighbours.
using RunStarts = std::array<std::array<std::uint8_t, 128>, HexBoard::kRing>;

constexpr RunStarts make_run_starts() {
  RunStarts table{};
  for (unsigned length = 1; length < HexBoard::kRing; ++length) {
    const unsigned full = (1U << length) - 1;
    for (unsigned mask = 0; mask <= full; ++mask) {
      const unsigned rotated = ((mask << 1) | (mask >> (length - 1))) & full;
      table[length][mask] = static_cast<std::uint8_t>(mask == full ? 1U : mask & ~rotated);
    }
  }
  return table;
}

constexpr RunStarts kRunStarts = make_run_starts();

// Cells have the same names on boards of the same cells and row order; a cell is named by where it lies among them.
GameIdentity identity_of(const HexBoard& board, const AtollRules& rules) {
  constexpr std::int32_t kKind = 1;
  GameIdentity identity{kKind,
                        rules.swap,
                        static_cast<std::int32_t>(board.row_order()),
                        board.num_cells(),
                        board.num_islands(),
                        board.island_colour(0)};
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    identity.push_back(board.column_of(cell));
    identity.push_back(board.row_of(cell));
  }
  identity.insert(identity.end(), board.junctions().begin(), board.junctions().end());
  return identity;
}

std::size_t place_of(const HexBoard& board, int cell) {
  return static_cast<std::size_t>(board.row_of(cell) * board.columns() + board.column_of(cell));
}

// Where each cell stands in a plane; none where that is its number.
std::vector<std::uint16_t> places_on(const HexBoard& board) {
  std::vector<std::uint16_t> places;
  bool is_numbered_so = true;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    places.push_back(static_cast<std::uint16_t>(place_of(board, cell)));
    is_numbered_so = is_numbered_so && places.back() == cell;
  }
  if (is_numbered_so) places.clear();
  return places;
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------------ the game

std::shared_ptr<const AtollGame> AtollGame::create(std::shared_ptr<const HexBoard> board, const AtollRules& rules) {
  const GameIdentity identity = identity_of(*board, rules);
  return std::static_pointer_cast<const AtollGame>(the_game(
      identity, [&] { return std::shared_ptr<const Game>(new AtollGame(identity, std::move(board), rules)); }));
}

AtollGame::AtollGame(const GameIdentity& identity, std::shared_ptr<const HexBoard> board, const AtollRules& rules)
    : Game(identity), board_(std::move(board)), rules_(rules), places_(places_on(*board_)) {
  for (int i = 0; i < 2 * board_->num_cells(); ++i)
    keys_.push_back(splitmix64(0xA701ULL << 32 | static_cast<unsigned>(i)));
  for (const Colour viewer : {kFirst, kSecond}) draw_background(viewer);
}

void AtollGame::draw_background(Colour viewer) {
  const auto [planes, rows, columns] = observation_shape();
  const auto area = static_cast<std::size_t>(rows * columns);
  auto& background = backgrounds_[viewer];
  background.resize(static_cast<std::size_t>(planes) * area);
  for (int cell = 0; cell < board_->num_cells(); ++cell) {
    const std::size_t at = place_of(*board_, cell);
    background[at] = 255;
    for (const int vertex : board_->ring(cell).first(static_cast<std::size_t>(board_->ring_length(cell)))) {
      if (vertex < board_->num_cells()) continue;
      const bool is_own = board_->island_colour(vertex - board_->num_cells()) == viewer;
      background[(is_own ? 3 : 4) * area + at] = 255;
    }
  }
  if (viewer == kFirst) std::ranges::fill(std::span(background).subspan(7 * area, area), std::uint8_t{255});
}

std::unique_ptr<State> AtollGame::new_state() const { return std::make_unique<AtollState>(share(*this)); }

std::string AtollGame::description() const {
  return "Atoll on " + std::to_string(board_->num_cells()) + " cells with " + std::to_string(board_->num_islands()) +
         " islands";
}

std::array<int, 3> AtollGame::observation_shape() const {
  return {static_cast<int>(observation_planes().size()), board_->rows(), board_->columns()};
}

std::vector<std::string> AtollGame::observation_planes() const {
  return {"board",
          "own stones",
          "opponent stones",
          "own islands",
          "opponent islands",
          "own groups on islands",
          "opponent groups on islands",
          "mover is black",
          "swap is legal"};
}

std::vector<Symmetry> AtollGame::symmetries() const {
  std::vector<Symmetry> result;
  for (auto& found : board_->symmetries()) {
    Symmetry symmetry{found.cells, found.islands, {found.cells.begin(), found.cells.end()}, found.swaps_colours};
    if (rules_.swap) symmetry.actions.push_back(swap_action());
    result.push_back(std::move(symmetry));
  }
  return result;
}

// ----------------------------------------------------------------------------------------------------------------- the state

AtollState::AtollState(std::shared_ptr<const AtollGame> game)
    : State(game->rules().swap, static_cast<std::size_t>(game->num_cells()) + 1),
      game_(std::move(game)),
      board_(&game_->board()) {
  reset();
}

void AtollState::reset() {
  const auto cells = static_cast<std::size_t>(board_->num_cells());
  const auto islands = static_cast<std::size_t>(board_->num_islands());
  colours_.assign(cells + islands + 1, kNoColour);
  colours_.back() = 3;  // equals neither a colour nor empty
  parents_.resize(cells + islands);
  sizes_.assign(cells + islands, 1);
  masks_.assign(cells + islands, 0);
  empties_.resize(cells);
  slots_.resize(cells);
  for (std::size_t i = 0; i < cells + islands; ++i) parents_[i] = static_cast<std::uint16_t>(i);
  for (std::size_t i = 0; i < cells; ++i) empties_[i] = slots_[i] = static_cast<std::uint16_t>(i);
  for (std::size_t i = 0; i < islands; ++i) {
    colours_[cells + i] = board_->island_colour(static_cast<int>(i));
    masks_[cells + i] = 1ULL << (i / 2);
  }
  unions_.clear();
  unions_.reserve(cells + islands);
  marks_.clear();
  marks_.reserve(cells);
  num_empty_ = board_->num_cells();
  hash_ = 0;
}

std::uint64_t AtollState::hash() const {
  std::uint64_t hash = hash_ ^ (to_move_ == kSecond ? kSideKey : 0);
  if (swapped_) return hash ^ kSwappedKey;
  return pie_open_ && ply_ < 2 ? hash ^ kPieKey : hash;
}

void AtollState::stones(std::span<std::uint8_t> out) const {
  std::copy_n(colours_.begin(), board_->num_cells(), out.begin());
}

void AtollState::legal_actions(std::vector<Action>& out) const {
  out.clear();
  if (is_terminal()) return;
  for (int cell = 0; cell < board_->num_cells(); ++cell) {
    if (colours_[static_cast<std::size_t>(cell)] == kNoColour) out.push_back(cell);
  }
  if (swap_is_legal()) out.push_back(game_->swap_action());
}

void AtollState::legal_mask(std::span<std::uint8_t> out) const {
  const auto cells = static_cast<std::size_t>(board_->num_cells());
  const std::uint8_t is_going_on = is_terminal() ? 0 : 1;
  std::ranges::transform(
      colours_.begin(), colours_.begin() + board_->num_cells(), out.begin(),
      [=](std::uint8_t colour) { return static_cast<std::uint8_t>(colour == kNoColour ? is_going_on : 0); });
  if (out.size() > cells) out[cells] = swap_is_legal() ? 1 : 0;
}

bool AtollState::is_legal(Action action) const {
  if (is_terminal() || action < 0) return false;
  if (action < board_->num_cells()) return colours_[static_cast<std::size_t>(action)] == kNoColour;
  return action == game_->swap_action() && swap_is_legal();
}

Action AtollState::sample_legal(Rng& rng) const {
  const auto choices = static_cast<std::uint32_t>(num_empty_) + (swap_is_legal() ? 1U : 0U);
  const std::uint32_t choice = rng.below(choices);
  return choice < static_cast<std::uint32_t>(num_empty_) ? empties_[choice] : game_->swap_action();
}

void AtollState::apply_unchecked(Action action) {
  record_action(action);
  if (action == board_->num_cells()) {
    apply_swap();
    return;
  }
  place(action, to_move_);
  ++ply_;
  to_move_ = other(to_move_);
}

void AtollState::undo_unchecked() {
  const Action action = take_last();
  if (action == board_->num_cells()) {
    undo_swap();
    return;
  }
  --ply_;
  to_move_ = other(to_move_);
  termination_ = Termination::none;
  winner_ = -1;
  remove_last(action);
}

void AtollState::place(int cell, Colour colour) {
  const auto index = static_cast<std::size_t>(cell);
  const std::uint16_t slot = slots_[index];
  const std::uint16_t moved = empties_[static_cast<std::size_t>(--num_empty_)];
  empties_[slot] = moved;
  slots_[moved] = slot;
  colours_[index] = colour;
  hash_ ^= game_->key(colour, cell);
  marks_.push_back(static_cast<std::uint16_t>(unions_.size()));

  const auto ring = board_->ring(cell);
  unsigned same = 0;
  for (unsigned k = 0; k < HexBoard::kRing - 1; ++k) same |= static_cast<unsigned>(colours_[ring[k]] == colour) << k;
  unsigned starts = kRunStarts[static_cast<std::size_t>(board_->ring_length(cell))][same];
  if (starts == 0) return;
  // A new stone is always the smaller group: it hangs directly on the first group's root.
  const std::uint16_t root = find(ring[static_cast<std::size_t>(std::countr_zero(starts))]);
  parents_[index] = root;
  ++sizes_[root];
  for (starts &= starts - 1; starts != 0; starts &= starts - 1) {
    unite(find(root), find(ring[static_cast<std::size_t>(std::countr_zero(starts))]), colour);
  }
}

void AtollState::unite(std::uint16_t a, std::uint16_t b, Colour colour) {
  if (a == b) return;
  if (sizes_[a] < sizes_[b]) std::swap(a, b);
  unions_.push_back({b, a, masks_[a]});
  parents_[b] = a;
  sizes_[a] = static_cast<std::uint16_t>(sizes_[a] + sizes_[b]);
  const std::uint64_t mask = masks_[a] | masks_[b];
  if (mask != masks_[a] && mask != masks_[b] && board_->wins(mask)) {
    termination_ = Termination::connected;
    winner_ = static_cast<std::int8_t>(colour);
  }
  masks_[a] = mask;
}

void AtollState::remove_last(int cell) {
  const auto index = static_cast<std::size_t>(cell);
  const std::size_t mark = marks_.back();
  marks_.pop_back();
  while (unions_.size() > mark) {
    const Union last = unions_.back();
    unions_.pop_back();
    parents_[last.child] = last.child;
    sizes_[last.parent] = static_cast<std::uint16_t>(sizes_[last.parent] - sizes_[last.child]);
    masks_[last.parent] = last.old_mask;
  }
  --sizes_[parents_[index]];  // of the group it hung on, or its own size
  parents_[index] = static_cast<std::uint16_t>(cell);
  sizes_[index] = 1;
  hash_ ^= game_->key(colours_[index], cell);
  colours_[index] = kNoColour;
  const std::uint16_t slot = slots_[index];
  const std::uint16_t moved = empties_[slot];
  empties_[static_cast<std::size_t>(num_empty_)] = moved;
  slots_[moved] = static_cast<std::uint16_t>(num_empty_);
  empties_[slot] = static_cast<std::uint16_t>(cell);
  ++num_empty_;
}

void AtollState::setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) {
  if (flags != 0)
    throw Error("position/invalid", "Atoll positions have no flags: they must be 0, not " + std::to_string(flags));
  reset();
  reset_shared(to_move);
  for (int cell = 0; cell < board_->num_cells(); ++cell) {
    const Colour colour = stones[static_cast<std::size_t>(cell)];
    if (colour != kNoColour) place(cell, colour);
  }
}

// ------------------------------------------------------------------------------------------------------------------ notation

std::string AtollState::action_text(Action action, bool /*chance*/) const {
  return action == board_->num_cells() ? "swap" : board_->cell_name(action);
}

Action AtollState::parse_action(std::string_view text) const {
  const std::string name = normalise(text);
  if (name == "swap") {
    if (!game_->rules().swap) throw_invalid(text, "this game is played without the pie rule");
    return game_->swap_action();
  }
  const int cell = board_->find_cell(name);
  if (cell == -2) throw_invalid(text, "a move is a cell, letters and a number as in c5, or 'swap'");
  if (cell == -1) throw_invalid(text, name + " is not on this board");
  return cell;
}

std::string AtollState::why_illegal(Action action) const {
  if (action != board_->num_cells()) {
    const Colour stone = colours_[static_cast<std::size_t>(action)];
    return board_->cell_name(action) + " is occupied by " + (stone == kFirst ? "black" : "white");
  }
  if (swapped_) return "the persons have swapped already";
  return "swapping is only possible instead of white's first stone";
}

// -------------------------------------------------------------------------------------------------------------- observations

void AtollState::draw_planes(Colour viewer, std::uint8_t one, std::span<std::uint8_t> out) const {
  std::ranges::transform(game_->background(viewer), out.begin(),
                         [one](std::uint8_t bits) { return static_cast<std::uint8_t>(bits & one); });
  const auto area = static_cast<std::size_t>(board_->rows() * board_->columns());
  if (const auto places = game_->places(); places.empty()) {
    draw_stones([](std::size_t cell) { return cell; }, viewer, one, area, out.data());
  } else {
    draw_stones([places](std::size_t cell) { return std::size_t{places[cell]}; }, viewer, one, area, out.data());
  }
  if (swap_is_legal()) std::ranges::fill(out.subspan(8 * area, area), one);
}

// Without branches, since stones stand anywhere, and from pointers of its own, since what is written might else be any
// of them. Of paths to roots hardly any is longer than three steps, which are taken blindly.
template <class Place>
void AtollState::draw_stones(Place place, Colour viewer, std::uint8_t one, std::size_t area, std::uint8_t* out) const {
  const auto cells = static_cast<std::size_t>(board_->num_cells());
  const std::uint8_t* const colours = colours_.data();
  const std::uint16_t* const parents = parents_.data();
  const std::uint64_t* const masks = masks_.data();
  std::uint8_t* const own = out + area;
  std::uint8_t* const enemy = out + 2 * area;
  std::uint8_t* const own_joined = out + 5 * area;
  std::uint8_t* const enemy_joined = out + 6 * area;
  const auto if_so = [one](bool is_so) { return static_cast<std::uint8_t>(is_so ? one : 0); };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::uint16_t root = parents[parents[parents[cell]]];
    while (parents[root] != root) root = parents[root];
    own_joined[place(cell)] = if_so(masks[root] != 0);
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    own[place(cell)] = if_so(colours[cell] == viewer);
    enemy[place(cell)] = if_so(colours[cell] == other(viewer));
  }
  for (std::size_t at = 0; at < area; ++at) {
    const std::uint8_t joined = own_joined[at];
    own_joined[at] = static_cast<std::uint8_t>(joined & own[at]);
    enemy_joined[at] = static_cast<std::uint8_t>(joined & enemy[at]);
  }
}

void AtollState::observe_bytes(Colour viewer, std::span<std::uint8_t> out) const {
  draw_planes(viewer, std::uint8_t{255}, out);
}

// By way of bytes: it takes less time to widen them than to place numbers of four bytes.
void AtollState::observe(Colour viewer, std::span<float> out) const {
  std::vector<std::uint8_t> bytes(out.size());
  draw_planes(viewer, std::uint8_t{1}, bytes);
  std::ranges::copy(bytes, out.begin());
}

// ------------------------------------------------------------------------------------------------------------------- winning

// Whether the winner still connects a winning set of islands when the marked cells count as empty.
bool AtollState::connects_without(const std::vector<char>& removed) const {
  const int cells = board_->num_cells();
  const auto colour = static_cast<Colour>(winner_);
  std::vector<std::vector<int>> shores(static_cast<std::size_t>(board_->num_islands()));
  for (int island = 0; island < board_->num_islands(); ++island) {
    shores[static_cast<std::size_t>(island)] = board_->island_cells(island);
  }
  std::vector<char> seen(static_cast<std::size_t>(cells + board_->num_islands()), 0);
  for (int begin = 0; begin < board_->num_islands(); ++begin) {
    if (board_->island_colour(begin) != colour || seen[static_cast<std::size_t>(cells + begin)]) continue;
    std::uint64_t mask = 0;
    std::vector<int> queue{cells + begin};
    const auto visit = [&](int vertex) {
      if (colours_[static_cast<std::size_t>(vertex)] != colour || seen[static_cast<std::size_t>(vertex)]) return;
      if (vertex < cells && removed[static_cast<std::size_t>(vertex)]) return;
      seen[static_cast<std::size_t>(vertex)] = 1;
      queue.push_back(vertex);
    };
    seen[static_cast<std::size_t>(cells + begin)] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int vertex = queue[i];
      if (vertex >= cells) {
        mask |= 1ULL << ((vertex - cells) / 2);
        for (const int cell : shores[static_cast<std::size_t>(vertex - cells)]) visit(cell);
        continue;
      }
      for (int k = 0; k < board_->ring_length(vertex); ++k) visit(board_->ring(vertex)[static_cast<std::size_t>(k)]);
    }
    if (board_->wins(mask)) return true;
  }
  return false;
}

// Takes stones of the winner away as long as the rest still wins, the most surrounded and latest in the list last: what
// stays is a set of which no stone can be missed.
std::vector<int> AtollState::winning_cells() const {
  if (winner_ < 0) return {};
  std::vector<int> own;
  for (int cell = 0; cell < board_->num_cells(); ++cell) {
    if (colours_[static_cast<std::size_t>(cell)] == winner_) own.push_back(cell);
  }
  std::vector<char> removed(static_cast<std::size_t>(board_->num_cells()), 0);
  std::vector<int> needed;
  for (const int cell : own) {
    removed[static_cast<std::size_t>(cell)] = 1;
    if (connects_without(removed)) continue;
    removed[static_cast<std::size_t>(cell)] = 0;
    needed.push_back(cell);
  }
  return needed;
}

bool AtollState::check_consistency() const {
  AtollState fresh(game_);
  std::vector<std::uint8_t> now(static_cast<std::size_t>(board_->num_cells()));
  stones(now);
  fresh.setup(now, to_move_, 0);
  if (fresh.hash_ != hash_ || fresh.winner_ != winner_ || fresh.num_empty_ != num_empty_) return false;
  for (std::size_t vertex = 0; vertex < parents_.size(); ++vertex) {
    if (colours_[vertex] == kNoColour) continue;
    const auto id = static_cast<std::uint16_t>(vertex);
    if (masks_[find(id)] != fresh.masks_[fresh.find(id)] || sizes_[find(id)] != fresh.sizes_[fresh.find(id)])
      return false;
  }
  return true;
}

}  // namespace motu
