// What every game's position can do, and the things all games share: seats, the pie rule, history, checked play.
//
// A concrete state is `final`, keeps to the GameState concept below, and so can be used both through this base class
// (one Python class for all games) and as a template argument without virtual calls (perft, playouts, search).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "motu/core/base/error.hpp"
#include "motu/core/base/names.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/base/types.hpp"
#include "motu/core/state/game_identity.hpp"

namespace motu {

// An automorphism of a game's board.
struct Symmetry {
  std::vector<int> cells;       // cell -> its image
  std::vector<int> islands;     // island -> its image (empty where a board has none)
  std::vector<Action> actions;  // action -> its image
  bool swaps_colours = false;   // the image's stones and islands belong to the other colour
};

// What an automorphism does to the outcomes of a roll: outcome -> its image.
struct SymmetricFaces {
  std::vector<Action> after_row;     // after the announcement of a row
  std::vector<Action> after_column;  // after the announcement of a column
};

class State;
struct GameType;

// A game: rules and board, immutable, shared by all its states. Equal rules on equal boards are one object as long as
// somebody holds it (`the_game`), so two positions belong to the same game when their games have the same address.
class Game : public std::enable_shared_from_this<Game> {
 public:
  virtual ~Game() = default;
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  // Equal for equal rules on equal boards, in every process; different games may share one by a rare chance.
  std::uint64_t fingerprint() const { return fingerprint_; }
  // What its kind of game has besides rules; see game_type.hpp.
  virtual const GameType& type() const = 0;
  // What it is, in a few words for messages: "Atoll on 121 cells with 4 islands".
  virtual std::string description() const = 0;
  virtual std::unique_ptr<State> new_state() const = 0;
  virtual int num_cells() const = 0;
  virtual int num_actions() const = 0;
  // Whether the rules and the board allow an action in some position at all; no bound is claimed beyond what is plain.
  virtual bool is_ever_legal(Action /*action*/) const { return true; }
  // Those actions, ascending: what a policy has to say something of. Most games' actions are all among them.
  std::vector<Action> dense_actions() const;
  virtual int max_chance_outcomes() const { return 0; }
  // So many actions a game has at most, chance outcomes not counted; none where no bound is known.
  virtual std::optional<int> max_game_length() const { return std::nullopt; }
  virtual std::string cell_name(int cell) const = 0;
  virtual std::array<int, 3> observation_shape() const = 0;         // planes, rows, columns
  virtual std::vector<std::string> observation_planes() const = 0;  // a name for each plane
  virtual std::vector<Symmetry> symmetries() const = 0;             // the identity first
  // What each of `symmetries()` does to dice, in the same order; empty for games without dice.
  virtual std::vector<SymmetricFaces> symmetric_faces() const { return {}; }

 protected:
  explicit Game(const GameIdentity& identity) : fingerprint_(fingerprint_of(identity)) {}

 private:
  std::uint64_t fingerprint_;
};

// A share in a game. Whatever outlives the call that made it holds its game, and what belongs to it, by a share: a
// reference would dangle as soon as the caller drops the last position.
template <class G>
std::shared_ptr<const G> share(const G& game) {
  return std::static_pointer_cast<const G>(game.shared_from_this());
}

class State {
 public:
  virtual ~State() = default;
  virtual std::unique_ptr<State> clone() const = 0;
  virtual const Game& game() const = 0;

  // --- the position ---------------------------------------------------------------------------------------------------------
  // The person to act, kChance or kTerminal.
  int current_player() const {
    if (termination_ != Termination::none) return kTerminal;
    if (chance_) return kChance;
    return to_move_ ^ static_cast<int>(swapped_);
  }
  bool is_terminal() const { return termination_ != Termination::none; }
  bool is_chance_node() const { return chance_; }
  // The colour whose turn it is (at a chance node: who rolls; at the end: who would be next).
  Colour to_move() const { return to_move_; }
  // Turns taken so far (rules.md's ply: chance events and the first half of a return_stone turn do not count).
  int ply() const { return ply_; }
  bool is_swapped() const { return swapped_; }
  Outcome outcome() const { return {winner_ < 0 ? -1 : winner_ ^ static_cast<int>(swapped_), termination_}; }
  // The winning colour, or -1.
  int winning_colour() const { return winner_; }
  // Tells positions of one game apart; boards that differ may share numbers.
  virtual std::uint64_t hash() const = 0;
  // Whether both are positions of the same game with the same stones, turn, rights and result, however they came about.
  bool is_same_position(const State& other) const;
  // One entry a cell: kFirst, kSecond or kNoColour.
  virtual void stones(std::span<std::uint8_t> out) const = 0;
  // Cells that make the win visible: a minimal winning chain, or the line. Empty while nobody has won by one.
  virtual std::vector<int> winning_cells() const = 0;
  // Planes of `game().observation_shape()`, row-major, from the side of a colour; see docs/observations.md.
  virtual void observe(Colour viewer, std::span<float> out) const = 0;
  // The same in 255ths, rounded.
  virtual void observe_bytes(Colour viewer, std::span<std::uint8_t> out) const;
  // As `observe`, from the mover's side.
  void observation(std::span<float> out) const { observe(to_move_, out); }

  // --- actions --------------------------------------------------------------------------------------------------------------
  // Ascending ids. At a chance node the outcomes, at the end nothing. Clears `out` first.
  virtual void legal_actions(std::vector<Action>& out) const = 0;
  // 1 for each legal action and 0 for the others; of num_actions() entries, or max_chance_outcomes() at a chance node.
  virtual void legal_mask(std::span<std::uint8_t> out) const;
  // False for any id that is out of range, too.
  virtual bool is_legal(Action action) const = 0;
  // Probability of a chance outcome (only at a chance node).
  virtual double chance_probability(Action /*outcome*/) const { return 0.0; }
  // A legal action drawn uniformly; at a chance node an outcome drawn by its probability. Not at the end.
  virtual Action sample_legal(Rng& rng) const = 0;
  // Precondition: is_legal(action).
  virtual void apply_unchecked(Action action) = 0;
  // Precondition: something was applied.
  virtual void undo_unchecked() = 0;

  // --- notation -------------------------------------------------------------------------------------------------------------
  // The text of an action in range (legal or not), or of a chance outcome: "h4", "xc7", "r4", "=6".
  virtual std::string action_text(Action action, bool chance) const = 0;
  std::string action_to_string(Action action) const { return action_text(action, chance_); }
  // The action a text names at this node, whether legal or not. Throws "move/invalid".
  virtual Action parse_action(std::string_view text) const = 0;
  // The cell that each outcome of the roll hits, vacant or not, once a line is announced: "r4". Throws "move/invalid"
  // for what is no line, and in games without dice.
  virtual std::vector<int> landing(std::string_view line) const;
  // A full sentence without a stop: why this in-range action is refused here.
  virtual std::string why_illegal(Action action) const = 0;

  // --- set-up ---------------------------------------------------------------------------------------------------------------
  // Replaces the position by stones set by hand, `to_move` to act, no history, no pie rule. `flags` are the game's own
  // (see each game). Throws "position/invalid" and changes nothing when the rules do not allow the position.
  virtual void setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) = 0;

  // --- shared, checked ------------------------------------------------------------------------------------------------------
  void apply(Action action);  // throws "move/illegal", "move/game-over", "action/out-of-range"
  // Throws "action/out-of-range" for a number that is no action of this node, legal or not.
  void check_in_range(std::int64_t action) const;
  void undo();  // throws "undo/empty"
  // Plays a text: one action, or an announcement with its roll ("r4=6"). All or nothing; the number of actions applied.
  int play(std::string_view text);
  // Every action applied since the beginning, oldest first: (action, whether it was a chance outcome).
  std::vector<std::pair<Action, bool>> history() const;
  // The same as texts, an announcement and its roll in one: "h4", "swap", "r4=6".
  std::vector<std::string> moves() const;
  std::vector<std::string> legal_moves() const;
  bool swap_is_legal() const { return pie_open_ && ply_ == 1 && !swapped_ && termination_ == Termination::none; }
  // Whether the next move may be answered by a swap.
  bool swap_is_next() const { return pie_open_ && ply_ == 0 && termination_ == Termination::none; }

 protected:
  State(bool pie, std::size_t expected_length) : pie_open_(pie) { history_.reserve(expected_length); }
  State(const State&) = default;
  State& operator=(const State&) = default;

  // Everything that every game keeps, so that a reset is one assignment.
  void record_action(Action action) { history_.push_back(action); }
  void record_chance(Action outcome) { history_.push_back(-1 - outcome); }
  // The last entry, removed: an action, or -1 - outcome.
  std::int32_t take_last() {
    const std::int32_t last = history_.back();
    history_.pop_back();
    return last;
  }
  // The pie rule, here once for all games. The stone stays; the persons exchange colours; white moves next.
  void apply_swap() {
    swapped_ = true;
    ++ply_;
  }
  void undo_swap() {
    swapped_ = false;
    --ply_;
  }
  void reset_shared(Colour to_move);
  [[noreturn]] void throw_invalid(std::string_view text, const std::string& reason) const;

  std::vector<std::int32_t> history_;
  std::int32_t ply_ = 0;
  Colour to_move_ = kFirst;
  bool pie_open_;
  bool swapped_ = false;
  bool chance_ = false;
  Termination termination_ = Termination::none;
  std::int8_t winner_ = -1;  // a colour

 private:
  friend void check_game(const Game& game, const State& position, std::string_view who, std::string_view area);
  std::string position_text() const;
  [[noreturn]] void throw_illegal(Action action, std::string_view text) const;
};

// Throws "AREA/other-game" unless a position is one of this game. `who` was asked: "this search tree".
void check_game(const Game& game, const State& position, std::string_view who, std::string_view area = "engine");

// What templates ask of a concrete state.
template <class S>
concept GameState = requires(S s, const S c, Action a, Rng& rng, std::vector<Action>& out) {
  { c.current_player() } -> std::convertible_to<int>;
  { c.is_terminal() } -> std::convertible_to<bool>;
  { c.is_chance_node() } -> std::convertible_to<bool>;
  { c.outcome() } -> std::same_as<Outcome>;
  { c.hash() } -> std::convertible_to<std::uint64_t>;
  { c.is_legal(a) } -> std::convertible_to<bool>;
  { c.sample_legal(rng) } -> std::convertible_to<Action>;
  c.legal_actions(out);
  s.apply_unchecked(a);
  s.undo_unchecked();
};

}  // namespace motu
