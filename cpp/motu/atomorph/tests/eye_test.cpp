// What attracts in Atomorph: a weak stone is no wall, and weights stay what they were.
#include "motu/atomorph/eye.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/core/levels/connection_eye.hpp"

using namespace motu;

namespace {

std::unique_ptr<State> set_up(int size, const std::map<std::string, Colour>& placed) {
  const auto game = AtomorphGame::create({.size = size});
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(game->num_cells()), kNoColour);
  auto state = game->new_state();
  for (const auto& [name, stone] : placed) stones[static_cast<std::size_t>(state->parse_action(name))] = stone;
  state->setup(stones, kFirst, 0);
  return state;
}

}  // namespace

TEST_CASE("a weak stone of the other colour is no wall") {
  const auto state = set_up(5, {{"a3", kSecond},
                                {"b3", kSecond},
                                {"c2", kSecond},
                                {"d3", kSecond},
                                {"e3", kSecond},
                                {"c3", kFirst},
                                {"b2", kFirst},
                                {"d2", kFirst},
                                {"c1", kFirst}});
  const auto weak = visit_atomorph(*state, [](const auto& concrete) { return concrete.weak(); });
  REQUIRE(weak == std::vector<int>{6, 8});  // b2 and d2
  std::vector<std::uint8_t> stones(25);
  state->stones(stones);
  const auto found = Routes(seen_points(5)).lengths(kSecond, stones, weak);
  const auto walled = Routes(seen_points(5)).lengths(kSecond, stones, {});
  for (int point = 0; point < 25; ++point) {
    if (stones[static_cast<std::size_t>(point)] != kFirst) continue;
    const bool is_weak = std::ranges::find(weak, point) != weak.end();
    CHECK((found[static_cast<std::size_t>(point)] < Routes::kBlocked) == is_weak);
    CHECK(walled[static_cast<std::size_t>(point)] >= Routes::kBlocked);
  }
}

TEST_CASE("every point attracts as much as it did when levels were Python") {
  const auto state = AtomorphGame::create({.size = 7})->new_state();
  for (const std::string move : {"d4", "d5", "e5", "e4", "c3"}) state->play(move);
  const auto eye = AtomorphGame::kType.make_eye(state->game());
  const std::map<double, std::map<std::string, double>> all = {
      {0.0, {{"xe4", 0.223131160149}, {"d3", 0.68487458946}, {"a1", 0.308784628417}, {"c4", 2.29252164059}}},
      {0.4, {{"xe4", 0.402636119467}, {"d3", 0.713770144048}, {"g7", 0.186534736208}, {"c4", 1.62736998372}}},
      {1.0, {{"xe4", 0.671893558445}, {"a1", 0.00448742313805}, {"g7", 0.00315989789475}}}};
  for (const auto& [naivety, weights] : all) {
    for (const auto& [text, weight] : weights) {
      const std::vector<Action> actions = {state->parse_action(text)};
      CHECK(eye->weights(*state, actions, naivety).front() == doctest::Approx(weight).epsilon(1e-9));
    }
  }
}
