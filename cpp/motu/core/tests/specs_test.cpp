// Specs: what a text says, what is wrong with it and where, and the game that it makes.
#include "motu/core/specs/specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/atoll.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/core/base/error.hpp"
#include "motu/core/specs/spec_text.hpp"

using namespace motu;

namespace {

const std::array kRooms = {&AtollGame::kType, &AtomorphGame::kType, &AtmalofGame::kType};

std::shared_ptr<const Game> game_of(std::string_view text, const OwnBoard* board = nullptr) {
  const ReadSpec spec = read_spec(text, kRooms);
  return spec.type->specs->make(spec.type->specs->settle(spec.values), board);
}

struct Refusal {
  std::string slug;
  std::string message;
  std::string place;
};

Refusal refusal_of(std::string_view text) {
  try {
    game_of(text);
  } catch (const Error& error) {
    return {error.slug(), error.what(), error.position()};
  }
  return {};
}

}  // namespace

TEST_CASE("a spec says which game it is, on which board, by which rules") {
  for (const auto& [text, description] : std::vector<std::pair<std::string, std::string>>{
           {"atoll", "Atoll on 104 cells with 8 islands"},
           {" NAURU ", "Atoll on 104 cells with 8 islands"},
           {"atoll( Size = GAN )", "Atoll on 38 cells with 8 islands"},
           {"hex(size=9x11)", "Atoll on 99 cells with 4 islands"},
           {"hex(size=9x9)", "Atoll on 81 cells with 4 islands"},
           {"atoll-24", "Atoll on 217 cells with 24 islands"},
           {"atoll(board=\"triangle\")", "Atoll on 91 cells with 12 islands"},
       }) {
    CHECK(game_of(text)->description().starts_with(description));
  }
  const auto flips = game_of("atomorph(size=7,contested=never,corners=FALSE,return_stone=true,swap=false)");
  CHECK(expect<AtomorphGame>(*flips).rules() == AtomorphRules{7, true, false, true, false});
  const auto dice = game_of("kvinigu(rows=4,cols=5,line=4)");
  CHECK(expect<AtmalofGame>(*dice).rules() == AtmalofRules{4, 5, 1, 1, 4, 14, true});
  CHECK(game_of("hex") == game_of("atoll(board=rhombus,size=11,islands=4)"));
}

TEST_CASE("every preset makes a game") {
  for (const GameType* type : kRooms) {
    CHECK(type->specs->presets.front().name == type->name);
    CHECK(game_of(type->specs->example)->type().name == type->name);
    for (const SpecPreset& preset : type->specs->presets) CHECK(game_of(preset.name)->type().name == type->name);
  }
}

TEST_CASE("a board of one's own comes along or is asked for") {
  const OwnBoard board{{"a1", "a2", "b1", "b2", "b3", "c2", "c3"}, {"a2", "c3", "c2", "a1"}, kSecond};
  CHECK(game_of("hex(file=\"own board.json\")", &board)->num_cells() == 7);
  CHECK(refusal_of("atoll(file=own.json)").slug == "board/file");
  CHECK(refusal_of("atoll(file=own.json,size=7)").slug == "rules/invalid");
}

TEST_CASE("what is no spec is refused with its place, counted in characters") {
  using Row = std::tuple<std::string, std::string, std::string, std::string>;
  for (const auto& [text, slug, part, place] : std::vector<Row>{
           {"", "spec/syntax", "a game's name such as atoll expected", "character 1"},
           {"chess", "spec/unknown-game", "the names are atoll, gan", ""},
           {"atoll(", "spec/syntax", "')' at the end expected at character 7, found the end", "character 7"},
           {"atoll)", "spec/syntax", "'(' or nothing more", "character 6"},
           {"atoll(é)", "spec/syntax", "'=' after é expected at character 8, found ')'", "character 8"},
           {"hex(size)", "spec/syntax", "'=' after size", "character 9"},
           {"hex(size=)", "spec/syntax", "a value for size", "character 10"},
           {"hex(\"size\"=4)", "spec/syntax", "a key such as size", "character 5"},
           {"hex(file=\"open)", "spec/syntax", "a value for file", "character 10"},
           {"hex(size=4 swap=true)", "spec/syntax", "',' or ')' expected at character 12, found 's'", "character 12"},
           {"hex(size=4,SIZE=5)", "spec/duplicate-key", "the key 'size' stands twice", "character 12"},
           {"hex(sides=4)", "spec/unknown-key", "hex has board, size, islands, swap, file", "character 5"},
           {"hex(size=big)", "spec/value", "or gan, nauru, tokelau, kiritimati is right", "character 5"},
           {"hex(size=9xx)", "spec/value", "cannot read size=9xx", "character 5"},
           {"atmalof(rows=-1)", "spec/value", "a whole number from 0 to 9999 is right", "character 9"},
           {"atoll(swap=yes)", "spec/value", "true or false is right", "character 7"},
       }) {
    const Refusal refusal = refusal_of(text);
    CHECK_MESSAGE(refusal.slug == slug, text);
    CHECK_MESSAGE(refusal.message.find(part) != std::string::npos, refusal.message);
    CHECK_MESSAGE(refusal.place == place, text);
  }
  CHECK(refusal_of(std::string(kMaxSpecLength + 1, 'x')).slug == "spec/length");
  CHECK(refusal_of(std::string(kMaxSpecLength, 'x')).slug == "spec/unknown-game");
}

TEST_CASE("values that make no rules are refused") {
  for (const auto& [text, slug] : std::vector<std::pair<std::string, std::string>>{
           {"atoll(board=circle)", "rules/invalid"},
           {"atoll(size=9x11)", "rules/invalid"},
           {"atomorph(size=9x9)", "rules/invalid"},
           {"atomorph(size=2)", "rules/invalid"},
           {"atomorph(contested=maybe)", "rules/invalid"},
           {"atmalof(tiebreak=never)", "rules/invalid"},
           {"atmalof(rows=0)", "rules/invalid"},
           {"atmalof(pieces=0)", "rules/invalid"},
           {"atmalof(rows=9999,cols=9999)", "rules/invalid"},
           {"atmalof(line=8)", "rules/invalid"},
           {"atoll(size=6)", "board/size"},
           {"atoll(islands=6)", "board/islands"},
       }) {
    CHECK_MESSAGE(refusal_of(text).slug == slug, text);
  }
}

TEST_CASE("a text in quotes may hold everything") {
  const SpecText read = read_spec_text(R"(atoll( file = "a \"b\",(c)\\d" , swap=true ))", "atoll", "atoll");
  REQUIRE(read.entries.size() == 2);
  CHECK(read.entries[0].value == R"(a "b",(c)\d)");
  CHECK(read.entries[1].key == "swap");
  CHECK(read.entries[1].place == 32);
}

TEST_CASE("bytes that are no text are refused as any other, however many they are") {
  for (const std::string& bytes :
       {std::string("\xC3") + std::string(40, '\x80'), std::string(3, '\xFF'), std::string("\x80")}) {
    CHECK(refusal_of(bytes + "hex").slug == "spec/syntax");
    CHECK(refusal_of("hex(" + bytes + ")").slug == "spec/syntax");
    CHECK(refusal_of("hex(size=" + bytes + ")").slug.starts_with("spec/"));
  }
}
