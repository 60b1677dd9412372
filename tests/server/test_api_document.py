"""docs/http.md: every route, field, message, event and slug is described, and its examples are carried out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from limits import RateLimitItem
from litestar.testing import TestClient

from motu.drawing import film, gif
from motu.games import dice, record_json
from motu.games.line import MAX_MOVES
from motu.games.record_tree import MAX_NODES
from motu.server import (
    analysis,
    challenge_limits,
    challenge_views,
    challenges,
    challenges_api,
    collection_api,
    connections,
    events,
    films,
    going,
    lists,
    messages,
    positions,
    presence,
    puzzle_desk,
    puzzle_views,
    puzzles_api,
    records_api,
    reviews,
    slow_lane,
    sockets,
    speeds,
    studies,
    studies_api,
    study_trees,
    threats,
    views,
)
from motu.server.accounts.export import ABOUT
from motu.server.accounts.lasting import LOGGED_OUT
from motu.server.application import all_sockets
from motu.server.audience import MAX_WAITING
from motu.server.blocks import blocks, blocks_api
from motu.server.chat import chat_api, lines, words
from motu.server.chat import views as chat_views
from motu.server.correspondence import correspondence_api, plan_tree, vacations
from motu.server.fair_play import examined as fair_examined
from motu.server.fair_play import figures as fair_figures
from motu.server.fair_play import views as fair_play_views
from motu.server.lobby import hall, lobby_api, pairing, running
from motu.server.mail import addresses as mail_addresses
from motu.server.mail import api as mail_api
from motu.server.mail import digest as mail_digest
from motu.server.mail import resets as mail_resets
from motu.server.mail.signed_links import LASTING_SECONDS
from motu.server.moderation import api as order_api
from motu.server.moderation import audit, cases, moderation, reports, reports_api
from motu.server.notices import api as notices_api
from motu.server.notices import outbox as notices_outbox
from motu.server.notices import views as notices_views
from motu.server.notices import visit as notices_visit
from motu.server.notices.kinds import KINDS as NOTICE_KINDS
from motu.server.programs import api as programs_api
from motu.server.programs import bots, news, streams, tokens
from motu.server.programs.scopes import SCOPES
from motu.server.push import api as push_api
from motu.server.push import places as push_places
from motu.server.push import push_texts
from motu.server.push import queue as push_queue
from motu.server.push import waiting as push_waiting
from motu.server.rates import rates, turnstile
from motu.server.ratings import counting, people, people_api, ratings, ratings_api
from motu.server.refusals import STATUS
from motu.server.rungs import api as rungs_api
from motu.server.rungs import rungs
from motu.server.server_settings import ServerSettings
from motu.server.tournaments import limits as tournament_limits
from motu.server.tournaments import systems, terms, tournaments
from motu.server.tournaments import views as tournament_views
from motu.server.tournaments.course import BREAK_MS
from server.applications import make_application

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "http.md").read_text("utf-8")
SOURCES = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "motu" / "server").rglob("*.py"))
TIMES = {"at_ms", "spent_ms"}
HERE = "http://127.0.0.1:8000"


def section(title: str) -> str:
    return DOCUMENT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def first_column(text: str) -> set[str]:
    """The words in backquotes in the first column of tables."""
    return {word for row in re.findall(r"^\| (.*?) \|", text, re.MULTILINE) for word in re.findall(r"`([^`]+)`", row)}


def quoted(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


def test_routes_are_those_of_the_schema(tmp_path: Path) -> None:
    schema = make_application(ServerSettings(tmp_path)).openapi_schema.to_schema()
    known = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
    assert {route.partition("?")[0] for route in first_column(section("Routes"))} == known
    asked = {name for route in first_column(section("Routes")) for name in re.findall(r"[?&](\w+)=", route)}
    named = {each["name"] for path in schema["paths"].values() for each in path.get("get", {}).get("parameters", ())}
    assert asked == named - {"name", "game_id", "puzzle_id", "study_id", "challenge_id", "report_id", "tournament_id"}


def test_the_schema_has_a_word_about_everything(tmp_path: Path) -> None:
    schema = make_application(ServerSettings(tmp_path)).openapi_schema.to_schema()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description", "").endswith("."), f"{method} {path}"
    for handler in all_sockets():
        for path in handler.paths:
            assert f"`{path.replace(':str', '')}`: " in schema["info"]["description"]


def test_the_schema_is_served_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as client:
        for path in ("/api/schema/openapi.json", "/api/schema"):
            answer = client.get(path)
            assert answer.json()["openapi"].startswith("3.")
            assert "<script" not in answer.text


def test_limits_are_those_of_the_program() -> None:
    text = section("What holds everywhere")
    for limit in (
        f"a head of {connections.MAX_HEAD_BYTES >> 10} KiB",
        f"within {connections.HEAD_SECONDS:g} s",
        f"within {connections.BODY_SECONDS:g} s more",
        f"{connections.MAX_HELD_BYTES >> 20} MiB of unfinished requests",
        f"but for {connections.RESERVED_FILES}, and {connections.MOST_CLIENTS:,} at most",
        f"{going.MAX_GOING} games of a guest's",
        f"at most {positions.MAX_SHOWN:,} cells altogether",
        f"at most {record_json.MAX_PARTS:,} values",
        f"each in {slow_lane.SECONDS:g} s at most",
        f"more than {slow_lane.MAX_QUICK} moves",
        f"At most {slow_lane.MAX_WAITING} wait, {slow_lane.MAX_EACH} of one guest's",
    ):
        assert limit in text, limit


def test_the_bounds_of_animated_pictures_are_those_of_the_program() -> None:
    text = " ".join(section("Games in and out").split())
    for limit in (
        f"for {film.MOVE_MS / 1000:g} s, the last one for {film.LAST_MS / 1000:g} s",
        f"At most {film.MAX_FRAMES:,} positions, {film.MAX_FILM_PIXELS:,} pixels",
        f"{gif.FILM_SECONDS:g} s of a processor and {gif.MAX_GIF_BYTES:,} bytes",
    ):
        assert limit in text, limit
    assert f"{films.MIN_WIDTH} to {films.MAX_WIDTH:,} pixels, {film.FILM_SIZE} if not given" in section("Routes")


def test_the_dice_are_described() -> None:
    text = " ".join(section("Dice").split())
    key, mixed = (dice.key_of("0123456789abcdef" * 4, seeds) for seeds in ((), ("ann", "bob")))
    assert f"rolls a {dice.roll(key, 0, 'r4', 6)} of six faces" in text
    assert f"`ann` and `bob` a {dice.roll(mixed, 0, 'r4', 6)}" in text
    assert f"1 to {dice.MAX_SEED}" in text


def test_what_is_said_of_the_lobby_is_so() -> None:
    text = " ".join((section("Two people at different screens") + section("Sockets")).split())
    *live, days = pairing.PACES.values()
    clocks = [f"{each.initial_ms // 60_000} min + {each.increment_ms // 1000} s" for each in live]
    for said in (
        ", ".join(clocks),
        f"by correspondence {days.initial_ms // 86_400_000} days + {days.increment_ms // 86_400_000} day",
        f"waits for {pairing.PATIENT_MS // 86_400_000} days after one was seen last",
        f"for {pairing.GRACE_MS // 1000} s longer",
        f"at most {running.MAX_WATCHED} in which somebody has moved within {running.LIVELY_MS // 60_000} min",
    ):
        assert said in text, said


def test_what_is_said_of_challenges_is_so() -> None:
    told = " ".join(section("Two people at different screens").split())
    for limit in (
        f"waits for {challenges.LINK_MS // 86_400_000} days",
        f"for {challenges.OPEN_MS // 3_600_000} hours",
        f"{challenge_limits.MAX_WAITING} of a guest's wait",
        f"{challenge_limits.MAX_HOURLY} are made in an hour",
        f"{challenge_limits.MAX_OPEN} stand in the list",
        f"the latest {challenges.MAX_SHOWN} of",
        f"{challenge_limits.MAX_ASKED} wait for it at most",
    ):
        assert limit in told, limit


def test_what_is_said_of_chat_is_so() -> None:
    told = " ".join(section("Chat").split())
    (short_ms, few), (long_ms, many) = lines.RATES
    for limit in (
        f"{words.MAX_TEXT} characters at most",
        f"{few} lines within {short_ms // 1000} s and {many} within {long_ms // 1000} s",
        f"a game keeps {lines.MAX_LINES:,}",
        f"the latest {lines.MAX_SHOWN} `lines`",
    ):
        assert limit in told, limit
    assert {*words.PHRASES} <= quoted(section("Chat"))
    assert f"{blocks.MAX_BLOCKS} people" in " ".join(section("Muting and blocking").split())


def test_the_bounds_of_games_by_correspondence_are_those_of_the_program() -> None:
    told = " ".join(section("Games by correspondence").split())
    for limit in (
        f"has {vacations.ALLOWANCE_MS // 86_400_000} days a year",
        f"{plan_tree.MAX_ANSWERS} at most",
        f"At most {plan_tree.MAX_BRANCHES} moves",
        f"a depth of {plan_tree.MAX_DEPTH}",
    ):
        assert limit in told, limit
    assert vacations.LEAST_MS == 3_600_000


def test_what_is_said_of_notices_is_so() -> None:
    told = " ".join(section("Notices").split())
    for limit in (
        f"the latest {notices_views.MOST_SHOWN},",
        f"the latest {notices_outbox.MOST_KEPT} are kept for {notices_outbox.KEPT_MS // 86_400_000} days",
    ):
        assert limit in told, limit
    assert first_column(section("Notices")) >= set(NOTICE_KINDS)


def test_what_is_said_of_fair_play_is_so() -> None:
    told = " ".join(section("Order").split())
    for limit in (
        f"somebody's latest {fair_examined.LATEST} rated games",
        f"rated within {fair_play_views.NEAR:g} of that",
        f"an equity below {fair_figures.OPEN_BELOW:g}",
    ):
        assert limit in told, limit
    assert fair_figures.FIRST_PLIES == 2


def test_what_is_said_of_how_often_is_so() -> None:
    lines_of_table = [line for line in section("How often").splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines_of_table]
    told = {what: (by_person, by_address, slug.strip("`")) for what, by_person, by_address, slug in rows[2:]}

    def said(deed: rates.Deed, of: Mapping[rates.Deed, tuple[RateLimitItem, ...]]) -> list[str]:
        return [f"{each.amount:,}" for each in of.get(deed, ()) if each is not rates.PACE]

    names: dict[str, rates.Deed] = {
        "challenges": "challenge",
        "games with others: challenges taken, quick pairing": "meeting",
        "lines of chat": "chat",
        "reports": "report",
        "new names": "claim",
        "games at one screen": "game",
        "new studies": "study",
        "new tokens": "token",
        "browsers for messages": "push",
        "archives of one's own data": "archive",
        "ids of games, challenges, studies, tournaments that are none": "link",
    }
    for what, deed in names.items():
        for number in said(deed, rates.BY_ADDRESS):
            assert number in told[what][1], what
        for number in said(deed, rates.BY_PERSON):
            assert number in told[what][0], what
        assert told[what][2] == rates.SLUGS.get(deed, "server/limit"), what
    text = " ".join(section("How often").split())
    assert f"each process takes {rates.PACE.amount} from an address at" in text
    rest = f"three times as long as it took, {turnstile.LONGEST_REST_S:g} s at most"
    assert f"on one request of an address at a time, and rests after each, {rest}" in text
    assert (turnstile.AT_ONCE, turnstile.REST) == (1, 3)
    windows = text.partition("which are windows: ")[2].partition(". ")[0]
    assert "what one person makes of challenges, lines of chat and reports," in windows
    assert not {"challenge", "chat", "report"} & set(rates.BY_PERSON), "their own rows are counted"
    assert "the requests with one token" in windows
    daily = mail_addresses.MAX_DAILY
    assert told["links that confirm a mail address"][0] == f"{daily} a day, and as many to one mail address"
    assert told["challenges"][0] == f"{challenge_limits.MAX_HOURLY} an hour, {challenge_limits.MAX_WAITING} that wait"
    assert told["reports"][0] == f"{reports.MAX_DAILY} a day"
    assert f"{rates.BY_NAME.amount} for one name" in told["passwords"][0]
    assert said("log-in", rates.BY_ADDRESS)[0] in told["passwords"][1]
    made = said("cup", rates.BY_PERSON) + said("bot", rates.BY_PERSON)
    assert told["tournaments, bots"][0] == ", ".join(made) + " a day"


def test_what_is_said_of_messages_to_browsers_is_so() -> None:
    told = " ".join(section("Messages while no page is open").split())
    minutes = push_queue.PAUSES_MINUTES
    for limit in (
        f"may have {push_places.MOST_PLACES} such browsers",
        f"{push_waiting.DELAY_MS // 1000} seconds after it was written",
        f"{push_queue.MOST_HOURLY} an hour go to one browser",
        f"after {', '.join(map(str, minutes[:-1]))} and {minutes[-1]} minutes",
        f"after {push_places.MOST_FAILURES} messages that failed",
    ):
        assert limit in told, limit
    assert push_queue.LEASE_MS == 2 * 60_000
    assert all(f"`{name}`" in told for name in push_texts.PushedNotice.__struct_fields__)


def test_what_is_said_of_mail_is_so() -> None:
    told = " ".join(section("Mail").split())
    for limit in (
        f"good for {(LASTING_SECONDS['confirm'] or 0) // 3600} hours from when it was sent, once",
        f"{mail_addresses.MAX_DAILY} a day go to an address",
        f"{mail_resets.MAX_HOURLY} an hour to an address",
        f"{rates.BY_ADDRESS['forgotten'][0].amount} an hour are asked for",
        f"at most {mail_digest.MOST_GAMES}, with links",
        f"{mail_digest.BETWEEN_MS // 3_600_000} hours after the one before",
    ):
        assert limit in told, limit
    assert LASTING_SECONDS["reset"] == mail_digest.WAIT_MS // 1000 == 3600


def test_what_is_said_of_programs_is_so() -> None:
    told = " ".join(section("Programs").split())
    for limit in (
        f"as were asked for, {tokens.MAX_DAYS:,} at most",
        f"An account has {tokens.MAX_EACH} at most, a person {bots.MAX_EACH} bots",
        f"is good for {tokens.PER_TOKEN.amount:,} requests a minute",
        f"comes every {streams.ALIVE_SECONDS:g} s",
        f"{MAX_WAITING} messages behind",
        f"text begins with `{tokens.PREFIX}`",
    ):
        assert limit in told, limit
    assert first_column(section("Programs")) >= set(SCOPES)


def test_what_is_said_of_ratings_is_so() -> None:
    told = " ".join(section("Ratings").split())
    for limit in (
        f"for {counting.PERIOD_MS // 86_400_000} days",
        f"above a deviation of {ratings.PROVISIONAL_DEVIATION:g}",
        f"after each of the latest {people.MAX_COURSE}",
        f"the {people.MAX_TALLIES} of each with most",
        f"the `latest` {people.MAX_LATEST}:",
        f"the {people.MAX_LADDER} who are rated highest",
    ):
        assert limit in told, limit
    assert set(speeds.SPEEDS) <= quoted(section("Ratings"))


def test_what_is_said_of_the_ladder_is_so() -> None:
    told = " ".join(section("The ladder that never ends").split())
    day = 86_400_000
    for limit in (
        f"{rungs.MOST_PLACES} places at most",
        f"at most {rungs.REACH} above his own",
        f"{rungs.CLOCK.initial_ms // day} days and a day for each move, up to {rungs.CLOCK.most_ms // day} days",
        f"not within {rungs.REST_MS // day} days",
        f"for {rungs.IDLE_MS // day} days drops off",
    ):
        assert limit in told, limit


def test_what_is_said_of_tournaments_is_so() -> None:
    told = " ".join(section("Tournaments").split())
    most = terms.MOST_PLAYERS
    for limit in (
        f"`round-robin` of {terms.LEAST_PLAYERS} to {most['round-robin']} players",
        f"`knock-out` of {terms.LEAST_PLAYERS} to {most['knock-out']}",
        f"`arena` of {terms.LEAST_PLAYERS} to {most['arena']}",
        f"from {terms.LEAST_MINUTES} to {terms.MOST_MINUTES} `minutes`",
        f"`name` of at most {terms.MAX_NAME} characters",
        f"more than {terms.MOST_BANK_MS // 86_400_000} days at a time",
        f"within {terms.MOST_AHEAD_MS // 86_400_000} days",
        f"has {tournament_limits.MAX_MADE} that are not over, and is in {tournament_limits.MAX_ENTERED}; a",
        f"a house has {tournament_limits.MAX_GOING} (",
        f"begins {BREAK_MS // 1000} s after",
        f"every {systems.PAIRING_MS // 1000} s",
        f"{systems.REST_MS // 1000} s after the end of his game",
        f"the latest {tournament_views.MAX_ENDED}",
    ):
        assert limit in told, limit
    assert systems.MOST_DRAWN == 3
    assert f"lately, {tournaments.MAX_LISTED} of each" in section("Routes")


def test_what_is_said_of_order_is_so() -> None:
    told = " ".join(section("Order").split())
    for limit in (
        f"at most {reports.MAX_WORDS} characters",
        f"more than {reports.MAX_DAILY} within a day",
        f"the latest {cases.MAX_SANCTIONS}:",
        f"of at most {audit.MAX_WHY} characters",
        f"`days`, {moderation.MAX_DAYS:,} at most",
        f"{audit.MAX_SHOWN} at a time",
    ):
        assert limit in told, limit
    assert set(reports.REASONS) <= quoted(section("Order"))


def test_sockets_are_those_of_the_program() -> None:
    known = {path.replace(":str", "") for handler in all_sockets() for path in handler.paths}
    assert known <= first_column(section("Sockets"))
    for code in (sockets.GONE, sockets.TOO_SLOW, sockets.GOING_AWAY, LOGGED_OUT):
        assert str(code) in section("Sockets")
    assert f"{MAX_WAITING} messages behind" in section("Sockets")
    assert f"at most {analysis.MAX_SECONDS:g}" in section("Sockets")
    assert f"at most {analysis.MAX_REVIEW_VISITS:,}" in section("Sockets")
    assert f"longer than {reviews.DEADLINE_SECONDS:g} s" in section("Sockets")
    assert f"may take {puzzle_desk.SECONDS:g} s and {puzzle_desk.NODES:,} positions" in section("Puzzles")
    assert f"{puzzles_api.MAX_LINE} at most" in section("Routes")
    told = " ".join(section("Studies").split())
    for limit in (
        f"{study_trees.MAX_BYTES:,} bytes, {MAX_NODES:,} moves, {MAX_MOVES:,} of them in a line",
        f"{study_trees.MAX_REMARK:,} characters in a comment",
        f"{studies_api.MAX_STUDY_NAME} characters in a name",
        f"{studies.MAX_STUDIES} studies of one guest and {studies.MAX_TOTAL_BYTES:,} bytes",
    ):
        assert limit in told, limit
    assert f"lists the guest's own studies, {studies_api.MAX_LISTED} at a time" in section("Routes")
    assert f"within {studies.KEPT_DELETED_MS // 86_400_000} days" in section("Routes")
    assert f"At most {MAX_NODES:,} nodes, and {records_api.MAX_COMMENT:,} characters" in section("Games in and out")


@pytest.mark.parametrize(
    ("struct", "title"),
    [
        (messages.NewGame, "Routes"),
        (messages.PlayMove, "Routes"),
        (messages.TakeBack, "Routes"),
        (messages.Resign, "Routes"),
        (messages.Seed, "Routes"),
        (messages.Ask, "Routes"),
        (messages.Reply, "Routes"),
        (lobby_api.PairingWish, "Routes"),
        (hall.LobbyNews, "Sockets"),
        (hall.InLine, "Sockets"),
        (running.RunningGame, "Sockets"),
        (challenges_api.NewChallenge, "Two people at different screens"),
        (challenge_views.ChallengeView, "Two people at different screens"),
        (rungs_api.RungWish, "Routes"),
        (rungs_api.RungView, "The ladder that never ends"),
        (rungs_api.RungsView, "The ladder that never ends"),
        (rungs_api.RungGameView, "The ladder that never ends"),
        (terms.NewTournament, "Routes"),
        (tournament_views.TournamentItem, "Tournaments"),
        (tournament_views.TournamentList, "Tournaments"),
        (tournament_views.TournamentView, "Tournaments"),
        (tournament_views.TournamentPlayer, "Tournaments"),
        (tournament_views.PlaceView, "Tournaments"),
        (tournament_views.TournamentGameView, "Tournaments"),
        (events.TournamentRef, "Tournaments"),
        (tournament_views.TournamentNews, "Sockets"),
        (ratings_api.GameRatingsView, "Ratings"),
        (people_api.ProfileView, "Ratings"),
        (people_api.ProfileRating, "Ratings"),
        (people_api.CoursePoint, "Ratings"),
        (people_api.KindEnds, "Ratings"),
        (people_api.OpponentEnds, "Ratings"),
        (people_api.ColourEnds, "Ratings"),
        (people_api.OpeningEnds, "Ratings"),
        (people_api.RatedGameView, "Ratings"),
        (people_api.LadderView, "Ratings"),
        (people_api.LadderEntry, "Ratings"),
        (ratings_api.SeatRatingView, "Ratings"),
        (ratings_api.StrengthView, "Ratings"),
        (challenges_api.ChallengeList, "Two people at different screens"),
        (messages.ChallengeNews, "Sockets"),
        (presence.Presence, "Sockets"),
        (events.Offered, "What is told"),
        (messages.ClocksView, "What is told"),
        (blocks_api.Blocking, "Muting and blocking"),
        (blocks_api.BlockView, "Muting and blocking"),
        (blocks_api.BlocksView, "Muting and blocking"),
        (chat_api.Saying, "Routes"),
        (chat_views.ChatView, "Chat"),
        (chat_views.ChatLineView, "Chat"),
        (chat_views.ChatNews, "Sockets"),
        (correspondence_api.VacationChoice, "Routes"),
        (correspondence_api.VacationView, "Games by correspondence"),
        (correspondence_api.PlanChoice, "Routes"),
        (plan_tree.Branch, "Games by correspondence"),
        (mail_api.MailView, "Routes"),
        (mail_api.WantedAddress, "Routes"),
        (mail_api.DigestChoice, "Routes"),
        (mail_api.ForgottenPassword, "Routes"),
        (mail_api.ReplacedPassword, "Routes"),
        (mail_api.ConfirmedLink, "Routes"),
        (mail_api.StopChoice, "Routes"),
        (push_api.PushPlaceAsked, "Routes"),
        (push_api.PushPlaceView, "Routes"),
        (push_api.PushView, "Routes"),
        (notices_api.NoticesRead, "Routes"),
        (notices_api.NoticeChoice, "Routes"),
        (notices_api.NoticeWishesView, "Routes"),
        (notices_views.NoticeView, "Notices"),
        (notices_views.NoticesView, "Notices"),
        (notices_visit.Look, "Sockets"),
        (messages.Positions, "Routes"),
        (messages.CustomBoardRequest, "Routes"),
        (events.Participant, "Routes"),
        (events.ClockSettings, "Routes"),
        (lists.GamesPage, "What is told"),
        (lists.GameItem, "What is told"),
        (messages.GameSnapshot, "What is told"),
        (messages.Update, "What is told"),
        (threats.ThreatsView, "Routes"),
        (collection_api.PositionAsked, "Routes"),
        (collection_api.CollectionView, "Routes"),
        (collection_api.CollectedSpec, "Routes"),
        (collection_api.CollectedMoves, "Routes"),
        (collection_api.CollectedMove, "Routes"),
        (records_api.RecordText, "Routes"),
        (records_api.GameToWrite, "Routes"),
        (puzzles_api.Tried, "Routes"),
        (puzzles_api.Played, "Routes"),
        (puzzle_views.PuzzleItem, "Puzzles"),
        (puzzle_views.DayView, "Puzzles"),
        (puzzle_views.PuzzleView, "Puzzles"),
        (puzzle_views.VerdictView, "Puzzles"),
        (puzzle_views.EquityView, "Puzzles"),
        (puzzle_views.SolutionView, "Puzzles"),
        (puzzle_views.HintView, "Puzzles"),
        (puzzle_views.CountedView, "Puzzles"),
        (puzzle_views.RatingView, "Puzzles"),
        (puzzle_views.StreakView, "Puzzles"),
        (puzzle_views.PersonView, "Puzzles"),
        (puzzle_views.MissedView, "Puzzles"),
        (puzzles_api.Missed, "Puzzles"),
        (records_api.RecordView, "Games in and out"),
        (records_api.NodeView, "Games in and out"),
        (views.PositionView, "What is told"),
        (views.AnnouncementView, "What is told"),
        (views.OutcomeView, "What is told"),
        (events.Event, "What is told"),
        (messages.Notice, "Sockets"),
        (analysis.Analyse, "Sockets"),
        (analysis.ReviewGame, "Sockets"),
        (analysis.Findings, "Sockets"),
        (analysis.Reviewed, "Sockets"),
        (studies_api.NewStudy, "Routes"),
        (studies_api.ChangedStudy, "Routes"),
        (studies_api.KeptView, "Studies"),
        (studies_api.StudyView, "Studies"),
        (studies_api.StudyItem, "Studies"),
        (studies_api.StudiesPage, "Studies"),
        (study_trees.PackedTree, "Studies"),
        (messages.ErrorView, "Refusals"),
        (order_api.AuditView, "Order"),
        (order_api.AuditPage, "Order"),
        (order_api.ModeratorAct, "Order"),
        (order_api.VoidResult, "Order"),
        (fair_play_views.FairPlayView, "Order"),
        (fair_play_views.FairGameView, "Order"),
        (fair_play_views.FairFigures, "Order"),
        (fair_figures.FairFigure, "Order"),
        (reports_api.NewReport, "Order"),
        (reports_api.ToldView, "Order"),
        (reports_api.WarningView, "Order"),
        (reports_api.MuteView, "Order"),
        (cases.ReportItem, "Order"),
        (cases.ReportsPage, "Order"),
        (cases.ReportCase, "Order"),
        (cases.PersonCase, "Order"),
        (cases.SanctionView, "Order"),
        (cases.CountsView, "Order"),
        (programs_api.WantedToken, "Programs"),
        (programs_api.TokenView, "Programs"),
        (programs_api.TokensView, "Programs"),
        (programs_api.WantedBot, "Programs"),
        (programs_api.BotView, "Programs"),
        (programs_api.BotsView, "Programs"),
        (news.GameNews, "Programs"),
        (news.Ready, "Programs"),
    ],
)
def test_every_field_is_described(struct: Any, title: str) -> None:
    assert {field.encode_name for field in msgspec.structs.fields(struct)} <= quoted(section(title))


def test_every_event_is_described() -> None:
    tags = {str(each.__struct_config__.tag) for each in get_args(events.Happening)}
    table = section("What is told").partition("What can happen")[2]
    assert first_column(table) == tags | {"type"}


def test_every_slug_is_described_with_its_status() -> None:
    slugs = set(re.findall(r'"(server/[a-z-]+)"', SOURCES))
    rows = re.findall(r"^\| (`.*?) \| ?(\d*) \|", section("Refusals"), re.MULTILINE)
    told = {slug: status for names, status in rows for slug in re.findall(r"`([^`]+)`", names)}
    assert {slug for slug in told if slug.startswith("server/")} == slugs
    for slug, status in STATUS.items():
        assert told[slug] == str(status)


def exchanges() -> list[tuple[str, str, Any, int, Any]]:
    """Method, path and body of the examples' requests, status and answer."""
    blocks = re.findall(r"^```http\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    pairs = [pair for block in blocks for pair in re.findall(r"^> (\w+) (\S+) (.*)\n(\d+) (.*)$", block, re.MULTILINE)]
    return [
        (method, path, json.loads(body), int(status), json.loads(answer))
        for method, path, body, status, answer in pairs
    ]


def test_examples_are_carried_out(tmp_path: Path) -> None:
    assert len(exchanges()) > 4
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as client:
        game = ""
        for method, path, body, status, expected in exchanges():
            answer = client.request(method, path.replace("{game_id}", game), json=body)
            found = answer.json()
            game = found.get("id", game)
            assert answer.status_code == status, found
            assert alike(expected, found), found


def alike(expected: Any, found: Any) -> bool:
    """Same keys and values; … stands for whatever is there, and times are never the same."""
    if isinstance(expected, dict):
        keys = expected.keys() - TIMES
        return keys == found.keys() - TIMES and all(alike(expected[key], found[key]) for key in keys)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(alike, expected, found))
    return expected == "…" or bool(expected == found)


def test_the_files_of_an_archive_are_described() -> None:
    told = set(re.findall(r"^\| `([a-z-]+)\.jsonl` \| ", section("One's own data"), re.MULTILINE))
    assert told == ABOUT.keys()
