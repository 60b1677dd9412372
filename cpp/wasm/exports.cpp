// What the pages' engine is asked: a text and a few numbers in, JSON out, one position at a time.
//
// Each call answers whether it went well; what it says, or an error's text and slug, lies where `motu_answer` points
// to. The caller writes texts where `motu_input` tells it to. A search goes on in slices, so that whoever runs it can
// hear wishes in between.
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
#include "motu/core/nets/conv_net.hpp"
#include "motu/core/nets/onnx_file.hpp"
#include "motu/core/search/advisor.hpp"
#include "motu/core/search/evaluator_names.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/state/game_type.hpp"
#include "wasm/answers.hpp"
#include "wasm/games.hpp"

#define MOTU_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace motu {

namespace {

constexpr double kLeastMemory = 1;  // megabytes
constexpr double kMostMemory = 1024;

struct Session {
  std::shared_ptr<const Game> game;
  std::unique_ptr<State> state;
  std::unique_ptr<SearchTree> tree;
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

SearchOptions options_of(double c_puct, double advise_visits, double megabytes, double seed, double threads) {
  if (threads != 1) throw Error("engine/options", "a page's engine has one thread");
  if (!(megabytes >= kLeastMemory && megabytes <= kMostMemory)) {
    throw Error("engine/options", "a page's engine has 1 to 1024 megabytes");
  }
  SearchOptions options;
  options.c_puct = static_cast<float>(c_puct);
  options.advise_visits = static_cast<std::int32_t>(whole(advise_visits, 1e9, "advise_visits"));
  options.max_memory = static_cast<std::uint64_t>(megabytes);
  options.seed = whole(seed, 9007199254740991.0, "seed");
  return options;
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

// Begins a game: games.hpp says what its words are.
MOTU_EXPORT(motu_game) bool motu_game() {
  return answered([](Json& out) {
    Words words(session().input);
    auto game = game_of(words);
    session().tree = nullptr;
    session().state = game->new_state();
    session().game = std::move(game);
    out.open('{').key("cells").whole(session().game->num_cells()).close('}');
  });
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

// Takes a net into use: the bytes of an ONNX file in float32.
MOTU_EXPORT(motu_net) bool motu_net() {
  return answered([](Json& out) {
    const std::string& file = session().input;
    const OnnxFile read = read_onnx({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
    session().tree = nullptr;
    session().net = std::make_shared<const ConvNet>(read_conv_net(read));
    out.open('{').key("kernels").string(session().net->kernels().name).close('}');
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
    if (session().tree == nullptr) throw Error("engine/request", "there is no tree yet");
    SearchLimits limits;
    limits.visits = whole(visits, 1e12, "visits");
    limits.seconds = seconds;
    const SearchResult found = session().tree->search(limits);
    tell_analysis(position(), found, static_cast<int>(whole(max_moves, 1e6, "moves")), out);
  });
}

MOTU_EXPORT(motu_perft) bool motu_perft(double depth) {
  return answered(
      [=](Json& out) { out.open('{').key("lines").whole(static_cast<long long>(perft(depth))).close('}'); });
}
