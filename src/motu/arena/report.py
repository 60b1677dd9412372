"""What is told of a match: figures for programs, lines for people (floor: arena)."""

from __future__ import annotations

import math
from typing import Any

from motu.arena.bradley_terry import Ratings, rate
from motu.arena.manifest import UNKNOWN, Repeatability
from motu.arena.match import MatchStanding
from motu.arena.ratings import Z95, Interval, strength_of, wilson
from motu.arena.results import Tally
from motu.numbers import counted

_NOTES = 5


def tally_json(standing: MatchStanding, tally: Tally) -> dict[str, Any]:
    """Return the figures of all games between two entrants, from the point of view of the first named."""
    entrants = standing.schedule.settings.entrants
    wins, draws, losses = tally.wins_draws_losses
    first_points, finished = tally.first_mover
    data: dict[str, Any] = {
        "players": [entrants[tally.one].name, entrants[tally.other].name],
        "games": len(tally.games),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "unfinished": tally.unfinished,
        "forfeits": [tally.forfeits(tally.one), tally.forfeits(tally.other)],
        "pairs": list(tally.pairs),
        "repeated": tally.repeated,
        "score": _rounded((wins + draws / 2) / finished) if finished else None,
        "first_mover_score": _rounded(first_points / finished) if finished else None,
        "seconds_a_move": [_rounded(tally.seconds_a_move(each)) for each in (tally.one, tally.other)],
    }
    if finished:
        told = [score for game in tally.told if (score := game.score_of(tally.one)) is not None]
        data["score_wilson_95"] = _ends(wilson(sum(told), len(told)))
    if (strength := strength_of(tally.pairs)) is not None:
        data |= {
            "score_95": _ends(strength.interval),
            "elo": _rounded(strength.elo, 1),
            "elo_95": _ends(strength.elo_interval, 1),
            "los": _rounded(strength.los),
        }
    return data


def _conditions_json(standing: MatchStanding) -> dict[str, Any]:
    """Return what was played; openings leave the pie rule out of what was asked for."""
    schedule = standing.schedule
    return {**schedule.fingerprint(), "spec": schedule.book.spec}


def match_json(standing: MatchStanding) -> dict[str, Any]:
    """Return the figures of a match between two, and of its sequential test."""
    data = _conditions_json(standing) | tally_json(standing, standing.tally)
    data |= {"wanted": standing.wanted, "notes": standing.tally.notes} | _manifest_json(standing)
    if standing.sprt is not None:
        test = standing.sprt
        data["sprt"] = {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "llr": _rounded(standing.llr),
            "bounds": _ends(test.bounds),
            "accepted": standing.verdict,
        }
    return data


def match_lines(standing: MatchStanding) -> list[str]:
    """Return what people want to read of a match between two."""
    schedule, tally = standing.schedule, standing.tally
    one, other = (schedule.settings.entrants[each].name for each in (tally.one, tally.other))
    wins, draws, losses = tally.wins_draws_losses
    lines = [
        f"{one}  against  {other}",
        _progress(standing, len(tally.games)),
        "",
        f"won {wins}, drawn {draws}, lost {losses}; pairs with 0 ½ 1 1½ 2 points: {' '.join(map(str, tally.pairs))}",
    ]
    lines += [*_repeat_lines(tally), *_strength_lines(tally)]
    first_points, finished = tally.first_mover
    if finished:
        lines.append(f"who begins scores {first_points / finished:.1%}")
    lines += _trouble_lines(standing, tally, (one, other))
    if standing.sprt is not None:
        lines.append(_test_line(standing))
    return [*lines, str(_repeatability(standing))]


def score_so_far(standing: MatchStanding) -> str:
    """Return what a progress bar has room for: the score of a match between two, or who leads a ladder."""
    if not standing.played:
        return ""
    if len(standing.tallies) == 1:
        wins, draws, losses = standing.tally.wins_draws_losses
        return f"+{wins} ={draws} -{losses}"
    shares: dict[int, tuple[float, int]] = {}
    for tally in standing.tallies.values():
        wins, draws, losses = tally.wins_draws_losses
        for each, won in ((tally.one, wins), (tally.other, losses)):
            points, games = shares.get(each, (0.0, 0))
            shares[each] = (points + won + draws / 2, games + wins + draws + losses)
    leader, (points, games) = max(shares.items(), key=lambda each: each[1][0] / max(each[1][1], 1))
    return f"{standing.schedule.settings.entrants[leader].name} leads with {points / max(games, 1):.0%}"


def _manifest_json(standing: MatchStanding) -> dict[str, Any]:
    manifest = standing.manifest
    told = None if manifest is None else manifest.to_json()
    return {"manifest": told, "repeatable": _repeatability(standing).to_json()}


def _repeatability(standing: MatchStanding) -> Repeatability:
    return UNKNOWN if standing.manifest is None else standing.manifest.repeatability()


def _strength_lines(tally: Tally) -> list[str]:
    lines = []
    if (strength := strength_of(tally.pairs)) is not None:
        low, high = strength.interval
        lines.append(f"score {strength.score:.1%}   (95 %: {low:.1%} to {high:.1%})")
        lines.append(
            f"Elo {elo_text(strength.elo)}   (95 %: {elo_text(strength.elo_interval[0])} to"
            f" {elo_text(strength.elo_interval[1])}), stronger with probability {strength.los:.1%}"
        )
    times = [tally.seconds_a_move(each) for each in (tally.one, tally.other)]
    if None not in times:
        lines.append("seconds a move: " + " and ".join(f"{each:.3f}" for each in times))
    return lines


def _repeat_lines(tally: Tally) -> list[str]:
    if not tally.repeated:
        return []
    repeat = "1 game repeats another" if tally.repeated == 1 else f"{tally.repeated} games repeat others"
    tell = "tells" if tally.repeated == 1 else "tell"
    return [f"{repeat} move by move and {tell} nothing new: give more --openings"]


def _trouble_lines(standing: MatchStanding, tally: Tally, names: tuple[str, str]) -> list[str]:
    lines = []
    if tally.unfinished:
        lines.append(f"broken off after {standing.schedule.plies} plies, counted for nobody: {tally.unfinished}")
    for index, name in zip((tally.one, tally.other), names, strict=True):
        if count := tally.forfeits(index):
            lines.append(f"lost off the board by {name}: {count}")
    notes = tally.notes
    lines += [f"  {note}" for note in notes[:_NOTES]]
    if len(notes) > _NOTES:
        lines.append(f"  … {len(notes)} such remarks in all; --json lists them")
    return lines


def _test_line(standing: MatchStanding) -> str:
    test = standing.sprt
    if test is None:
        return ""
    lower, upper = test.bounds
    verdict = standing.verdict
    elo = test.elo1 if verdict == "H1" else test.elo0
    end = "undecided" if verdict is None else f"{verdict} accepted ({elo:+g} Elo)"
    return f"SPRT {test.elo0:+g} against {test.elo1:+g} Elo: LLR {standing.llr:.2f} ({lower:.2f} to {upper:.2f}), {end}"


def ladder_json(standing: MatchStanding) -> dict[str, Any]:
    """Return the figures of a ladder: players from the strongest to the weakest, then the single matches."""
    entrants = standing.schedule.settings.entrants
    ratings = ratings_of(standing)
    rows = [
        {
            "player": entrants[each].name,
            "elo": _rounded(float(ratings.elo[each]), 1),
            "elo_95": _rounded(ratings.margin(each), 1),
            "games": games,
            "score": _rounded(points / games) if games else None,
        }
        for each, points, games in _order(standing, ratings)
    ]
    return _conditions_json(standing) | {
        "ladder": rows,
        "advantage_elo": _rounded(ratings.advantage, 1),
        "advantage_elo_95": _rounded(Z95 * ratings.advantage_error, 1),
        "matches": [tally_json(standing, tally) for tally in standing.tallies.values()],
        "notes": [note for tally in standing.tallies.values() for note in tally.notes],
        "wanted": standing.wanted,
        "played": standing.played,
        **_manifest_json(standing),
    }


def _progress(standing: MatchStanding, played: int) -> str:
    book = standing.schedule.book
    return f"{book.spec}, openings {book.text}: {played} of {counted(standing.wanted, 'game')}"


def ladder_lines(standing: MatchStanding) -> list[str]:
    """Return a ladder's tables for people."""
    schedule = standing.schedule
    names = [entrant.name for entrant in schedule.settings.entrants]
    width = max(map(len, [*names, "player"]))
    ratings = ratings_of(standing)
    lines = [_progress(standing, standing.played), ""]
    lines.append(f"{'':>3}  {'player':<{width}}  {'Elo':>6}  {'95 %':>6}  {'games':>6}  {'score':>6}")
    for place, (each, points, games) in enumerate(_order(standing, ratings), start=1):
        score = f"{points / games:>6.1%}" if games else f"{'':>6}"
        lines.append(
            f"{place:>3}  {names[each]:<{width}}  {elo_text(ratings.elo[each]):>6}  {f'±{ratings.margin(each):.0f}':>6}"
            f"  {games:>6}  {score}"
        )
    lines += ["", f"to begin is worth {elo_text(ratings.advantage)} ±{Z95 * ratings.advantage_error:.0f} Elo", ""]
    for tally in standing.tallies.values():
        lines.append(_pairing_line(tally, names, width))
    for tally in standing.tallies.values():
        lines += _repeat_lines(tally)
        lines += _trouble_lines(standing, tally, (names[tally.one], names[tally.other]))
    return [*lines, "", str(_repeatability(standing))]


def ratings_of(standing: MatchStanding) -> Ratings:
    """Return the ratings that all finished games give which repeat no others."""
    games = [
        (game.slot.first, game.slot.second, game.score)
        for tally in standing.tallies.values()
        for game in tally.told
        if game.score is not None
    ]
    return rate(games, len(standing.schedule.settings.entrants))


def _order(standing: MatchStanding, ratings: Ratings) -> list[tuple[int, float, int]]:
    """Return players from the strongest to the weakest: index, points, finished games."""
    rows = []
    for each in range(len(standing.schedule.settings.entrants)):
        scores = [
            score
            for tally in standing.tallies.values()
            if each in (tally.one, tally.other)
            for game in tally.games.values()
            if (score := game.score_of(each)) is not None
        ]
        rows.append((each, sum(scores), len(scores)))
    return sorted(rows, key=lambda row: -float(ratings.elo[row[0]]))


def _pairing_line(tally: Tally, names: list[str], width: int) -> str:
    wins, draws, losses = tally.wins_draws_losses
    finished = wins + draws + losses
    if not finished:
        return f"{names[tally.one]:>{width}} : {names[tally.other]:<{width}}  no games"
    low, high = wilson(wins + draws / 2, finished) if not sum(tally.pairs) else _strength_interval(tally)
    return (
        f"{names[tally.one]:>{width}} : {names[tally.other]:<{width}}  {wins:>4} {draws:>4} {losses:>4}"
        f"  {(wins + draws / 2) / finished:>6.1%}  (95 %: {low:.1%} to {high:.1%})"
    )


def _strength_interval(tally: Tally) -> Interval:
    strength = strength_of(tally.pairs)
    return strength.interval if strength is not None else (0.0, 1.0)


def elo_text(elo: float) -> str:
    """Return an Elo difference for people: with its sign, but for none."""
    if not math.isfinite(elo):
        return "+∞" if elo > 0 else "−∞"
    return f"{elo:+.0f}" if round(elo) else "0"


def _rounded(value: float | None, digits: int = 4) -> float | None:
    """Return a figure for JSON, which knows no infinity."""
    return round(value, digits) + 0.0 if value is not None and math.isfinite(value) else None  # -0.0 is 0.0


def _ends(interval: Interval, digits: int = 4) -> list[float | None]:
    return [_rounded(end, digits) for end in interval]
