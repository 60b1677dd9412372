// What the pages' engine is asked: a text and a few numbers in, JSON out, one position at a time.
//
// Each call answers whether it went well; what it says, or an error's text and slug, lies where `motu_answer` points
// to. The caller writes texts where `motu_input` tells it to. A search goes on in slices, so that whoever runs it can
// hear wishes in between.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "motu/atmalof/shipped_nets.hpp"
#include "motu/core/levels/level_player.hpp"
#include "motu/core/nets/conv_net.hpp"
#include "motu/core/nets/onnx_file.hpp"
#include "motu/core/review/game_review.hpp"
#include "motu/core/review/search_estimate.hpp"
#include "motu/core/search/advisor.hpp"
#include "motu/core/search/evaluator_names.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/state/game_type.hpp"
#include "wasm/answers.hpp"
#include "wasm/games.hpp"
#include "wasm/nets.hpp"
#include "wasm/positions.hpp"
#include "wasm/reviews.hpp"

#define MOTU_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace motu {

namespace {

constexpr double kLeastMemory = 1;  // megabytes
constexpr double kMostMemory = 1024;

struct Session {
  std::shared_ptr<const Game> game;
  std::unique_ptr<State> state;
  std::unique_ptr<SearchTree> tree;
  std::unique_ptr<LevelPlayer> player;  // from game to game, and from move to move
  std::unique_ptr<GameReview> review;
  std::shared_ptr<const ConvNet> net;
  std::string input;
  std::string answer;
};

Session& session() {
  static Session only;
  return only;
}

void tell_error(std::string_view slug, std::string_view text) {
  Json out;
  out.open('{').key("error").string(text).key("slug").string(slug).close('}');
  session().answer = out.text();
}

// Carries out a call and keeps what it says; where it throws, why.
template <class F>
bool answered(F&& call) {
  try {
    Json out;
    call(out);
    session().answer = out.text();
    return true;
  } catch (const Error& error) {
    tell_error(error.slug(), error.what());
  } catch (const std::bad_alloc&) {
    tell_error("engine/memory", "there was not enough memory for this request");
  } catch (const std::exception& error) {
    tell_error("engine/failed", error.what());
  }
  return false;
}

State& position() {
  if (session().state == nullptr) throw Error("engine/request", "there is no position yet");
  return *session().state;
}

// Whole numbers come as doubles, JavaScript's own.
std::uint64_t whole(double value, double most, const char* what) {
  if (value >= 0 && value <= most && value == std::floor(value)) return static_cast<std::uint64_t>(value);
  throw Error("engine/request", std::string(what) + " is a whole number from 0 to " + std::to_string(most));
}

std::uint64_t memory_of(double megabytes) {
  if (megabytes >= kLeastMemory && megabytes <= kMostMemory) return static_cast<std::uint64_t>(megabytes);
  throw Error("engine/options", "a page's engine has 1 to 1024 megabytes");
}

std::uint64_t seed_of(double seed) { return whole(seed, 9007199254740991.0, "seed"); }

SearchOptions options_of(double c_puct, double advise_visits, double megabytes, double seed, double threads) {
  if (threads != 1) throw Error("engine/options", "a page's engine has one thread");
  SearchOptions options;
  options.c_puct = static_cast<float>(c_puct);
  options.advise_visits = static_cast<std::int32_t>(whole(advise_visits, 1e9, "advise_visits"));
  options.max_memory = memory_of(megabytes);
  options.seed = seed_of(seed);
  return options;
}

LevelPlayer& player() {
  if (session().player == nullptr) throw Error("engine/request", "there is no player yet");
  return *session().player;
}

GameReview& review() {
  if (session().review == nullptr) throw Error("engine/request", "there is no review yet");
  return *session().review;
}

SearchTree& tree() {
  if (session().tree == nullptr) throw Error("engine/request", "there is no tree yet");
  return *session().tree;
}

// What a level has chosen, or would choose by what it knows.
void tell_choice(const LevelChoice& choice, bool is_done, Json& out) {
  out.open('{').key("done").flag(is_done);
  out.key("move").string(position().action_to_string(choice.action)).key("value");
  choice.value ? out.number(*choice.value) : out.null();
  out.key("visits").whole(static_cast<long long>(choice.visits));
  out.key("simulations").whole(static_cast<long long>(choice.simulations)).close('}');
}

// A number a cell: kFirst, kSecond or kNoColour.
std::vector<std::uint8_t> stones_in(Words& words) {
  std::vector<std::uint8_t> stones;
  while (!words.is_empty()) {
    const int stone = words.number();
    if (stone < 0 || stone > kNoColour) throw Error("engine/request", "a cell is 0, 1 or 2");
    stones.push_back(static_cast<std::uint8_t>(stone));
  }
  if (stones.size() != static_cast<std::size_t>(position().game().num_cells())) {
    throw Error("engine/request", "a position that is set up has a number for each cell");
  }
  return stones;
}

// A game: its room, its spec in full, the names of its colours and cells, and what suits its searches best. Of its own
// weights, where it has any, the name of their file.
void tell_game(const Game& game, std::string_view spec, Json& out) {
  const GameType& type = game.type();
  out.open('{').key("room").string(type.name).key("spec").string(whole_spec(spec)).key("colours").open('[');
  for (const std::string_view colour : type.specs->colours) out.string(colour);
  out.close(']').key("cells").open('[');
  for (int cell = 0; cell < game.num_cells(); ++cell) out.string(game.cell_name(cell));
  out.close(']').key("evaluator").string(type.best.evaluator).key("c_puct").number(type.best.c_puct);
  out.key("advise_visits").whole(type.best.advise_visits).key("weights");
  const auto* lines = as<AtmalofGame>(game);
  lines != nullptr ? out.string(line_file_name(lines->rules())) : out.null();
  out.close('}');
}

// The evaluator that the page named: the net that it handed over last, or one that the game has of itself.
std::unique_ptr<Evaluator> evaluator_for(const Game& game, const std::string& name, std::uint64_t seed) {
  if (name != "net") return make_named_evaluator(game, name, seed);
  const std::shared_ptr<const ConvNet>& net = session().net;
  if (net == nullptr) throw Error("net/missing", "there is no net yet");
  return evaluator_of(net, game);
}

// How many ways to play on there are, so many actions and outcomes deep.
std::uint64_t perft(double depth) {
  State& state = position();
  return state.game().type().count_lines(state, static_cast<int>(whole(depth, 100, "depth")), [] {});
}

}  // namespace

}  // namespace motu

using namespace motu;

// Room for a text of so many bytes.
MOTU_EXPORT(motu_input) char* motu_input(std::size_t size) {
  session().input.resize(size);
  return session().input.data();
}

MOTU_EXPORT(motu_answer) const char* motu_answer() { return session().answer.data(); }

MOTU_EXPORT(motu_answer_size) std::size_t motu_answer_size() { return session().answer.size(); }

// Begins a game: of a spec, and in a second line of a board of somebody's own, whose words games.hpp has.
MOTU_EXPORT(motu_game) bool motu_game() {
  return answered([](Json& out) {
    const std::string_view input = session().input;
    const std::size_t line = std::min(input.find('\n'), input.size());
    Words words(input.substr(std::min(line + 1, input.size())));
    const std::string_view spec = input.substr(0, line);
    auto game = game_of(spec, own_board(words));
    session().tree = nullptr;
    session().review = nullptr;
    session().state = game->new_state();
    session().game = std::move(game);
    tell_game(*session().game, spec, out);
  });
}

// Tells the position, as positions.hpp has it.
MOTU_EXPORT(motu_position) bool motu_position() {
  return answered([](Json& out) { tell_position(position(), out); });
}

// Tells what wins at once in the position.
MOTU_EXPORT(motu_threats) bool motu_threats() {
  return answered([](Json& out) { tell_threats(position(), out); });
}

// Replaces the beginning by a position that was set up by hand: who is to move, the game's flags, and a number a cell.
MOTU_EXPORT(motu_setup) bool motu_setup() {
  return answered([](Json& out) {
    Words words(session().input);
    const auto to_move = static_cast<Colour>(words.flag());
    const auto flags = static_cast<unsigned>(words.number());
    session().tree = nullptr;
    position().setup(stones_in(words), to_move, flags);
    out.open('{').close('}');
  });
}

// Plays moves, one after the other, until one is refused.
MOTU_EXPORT(motu_moves) bool motu_moves() {
  return answered([](Json& out) {
    Words words(session().input);
    session().tree = nullptr;
    while (!words.is_empty()) position().play(words.take());
    out.open('{').key("over").flag(position().is_terminal()).close('}');
  });
}

// Takes weights of line nets into use: the bytes of a .lines file.
MOTU_EXPORT(motu_weights) bool motu_weights() {
  return answered([](Json& out) {
    use_line_weights(session().input);
    out.open('{').close('}');
  });
}

// Takes a net into use, and says how fast it is here and by which inner loops: the bytes of an ONNX file in float32,
// its blocks in 16 or 8 bits, or 0 for the faster ones.
MOTU_EXPORT(motu_net) bool motu_net(double bits) {
  return answered([=](Json& out) {
    const std::string& file = session().input;
    const OnnxFile read = read_onnx({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
    session().tree = nullptr;
    const PageNet found = open_net(read_conv_net(read), bits);
    session().net = found.net;
    out.open('{').key("rate").number(found.rate);
    out.key("kernels").string(found.net->kernels_of_blocks().name).close('}');
  });
}

// Plants a tree for the position; the input names what judges positions.
MOTU_EXPORT(motu_plant)
bool motu_plant(double c_puct, double advise_visits, double megabytes, double seed, double threads) {
  return answered([=](Json& out) {
    const SearchOptions options = options_of(c_puct, advise_visits, megabytes, seed, threads);
    const State& root = position();
    session().tree = nullptr;
    session().tree = std::make_unique<SearchTree>(root, *evaluator_for(root.game(), session().input, options.seed),
                                                  options, make_advisor(root.game(), false).get());
    out.open('{').close('}');
  });
}

// Searches on, until the root has been visited so often, or so much time has passed, whatever is first; 0: no bound.
MOTU_EXPORT(motu_search) bool motu_search(double visits, double seconds, double max_moves) {
  return answered([=](Json& out) {
    if (position().is_terminal()) {
      tell_end(position(), out);
      return;
    }
    SearchLimits limits;
    limits.visits = whole(visits, 1e12, "visits");
    limits.seconds = seconds;
    const SearchResult found = tree().search(limits);
    tell_analysis(position(), found, static_cast<int>(whole(max_moves, 1e6, "moves")), out);
  });
}

// Begins to review the game that led to the position, in place of the review before.
MOTU_EXPORT(motu_review) bool motu_review() {
  return answered([](Json& out) {
    session().review = std::make_unique<GameReview>(position());
    out.open('{').close('}');
  });
}

// Puts up the next position that the review wants judged, and says how many there are; once all are judged it puts up
// none, and more may come to be known of as the others are judged.
MOTU_EXPORT(motu_review_next) bool motu_review_next() {
  return answered([](Json& out) {
    const GameReview& wanted = review();
    out.open('{').key("judged").whole(static_cast<long long>(wanted.num_judged()));
    out.key("positions").whole(static_cast<long long>(wanted.num_positions())).close('}');
    if (wanted.is_complete()) return;
    session().tree = nullptr;
    session().state = wanted.position(wanted.num_judged()).clone();
  });
}

// Has the review take what the tree says of the position that was put up.
MOTU_EXPORT(motu_review_take) bool motu_review_take() {
  return answered([](Json& out) {
    review().take(search_estimate(position(), tree().result()));
    out.open('{').close('}');
  });
}

// Tells the review, and is done with it.
MOTU_EXPORT(motu_review_told) bool motu_review_told() {
  return answered([](Json& out) {
    tell_review(position().game(), review().told(), out);
    session().review = nullptr;
  });
}

// Makes a player of a level for games like the one that was begun, in place of the one before; the input names its
// evaluator. The numbers are those of a row of src/motu/search/levels.toml.
MOTU_EXPORT(motu_level)
bool motu_level(double considers, double visits, double cells, double depth, double seconds, double temperature,
                double naivety, double sees_threats, double swaps_centre, double seed, double megabytes) {
  return answered([=](Json& out) {
    constexpr double kMost = 1e9;
    Level level;
    level.considers = static_cast<int>(whole(considers, kMost, "considers"));
    level.visits = whole(visits, kMost, "visits");
    level.cells = static_cast<int>(whole(cells, kMost, "cells"));
    level.depth = static_cast<int>(whole(depth, kMost, "depth"));
    level.seconds = seconds;
    level.temperature = temperature;
    level.naivety = naivety;
    level.sees_threats = sees_threats;
    level.swaps_centre = swaps_centre != 0;
    level.evaluator = session().input;
    auto made = std::make_unique<LevelPlayer>(seed_of(seed), memory_of(megabytes));
    made->take_level(position().game(), level);
    session().player = std::move(made);
    out.open('{').close('}');
  });
}

// Begins to choose a move in the position. It is one of the player's game, which a player keeps when the same is begun
// again: so a player can go on from move to move.
MOTU_EXPORT(motu_choose) bool motu_choose() {
  return answered([](Json& out) {
    player().begin(position());
    out.open('{').close('}');
  });
}

// Thinks on about the choice for so many seconds, and as long as one step takes.
MOTU_EXPORT(motu_think) bool motu_think(double seconds) {
  return answered([=](Json& out) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    bool is_open = player().think();
    while (is_open && std::chrono::duration<double>(Clock::now() - begin).count() < seconds) {
      is_open = player().think();
    }
    tell_choice(player().choice(), !is_open, out);
  });
}

MOTU_EXPORT(motu_perft) bool motu_perft(double depth) {
  return answered(
      [=](Json& out) { out.open('{').key("lines").whole(static_cast<long long>(perft(depth))).close('}'); });
}
