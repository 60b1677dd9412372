#include "wasm/reviews.hpp"

#include "motu/core/specs/specs.hpp"
#include "motu/core/state/game_type.hpp"

namespace motu {

namespace {

constexpr std::string_view kKinds[] = {"move", "announcement", "roll"};

void tell_account(const ReviewAccount& account, Json& out) {
  out.open('{').key("decisions").whole(account.decisions).key("error").number(account.error);
  out.key("luck").number(account.luck).key("error_rate").number(account.error_rate()).close('}');
}

void tell_step(const Game& game, const ReviewedStep& step, Json& out) {
  out.open('{').key("ply").whole(step.ply).key("kind").string(kKinds[static_cast<int>(step.kind)]);
  out.key("person").whole(step.person).key("colour").string(game.type().specs->colours[step.colour]);
  out.key("move").string(step.move).key("before").number(step.before).key("after").number(step.after);
  out.key("best").string(step.best).key("error").number(step.error).key("luck").number(step.luck);
  out.key("is_forced").flag(step.is_forced).key("estimate");
  step.estimate ? out.number(*step.estimate) : out.null();
  out.key("first").string(step.first).close('}');
}

}  // namespace

void tell_review(const Game& game, const ReviewedGame& review, Json& out) {
  out.open('{').key("start").number(review.start).key("end").number(review.end).key("is_over").flag(review.is_over);
  out.key("accounts").open('[');
  for (const ReviewAccount& account : review.accounts) tell_account(account, out);
  out.close(']').key("steps").open('[');
  for (const ReviewedStep& step : review.steps) tell_step(game, step, out);
  out.close(']').close('}');
}

}  // namespace motu
