"""A bot at a server: takes challenges, plays its games side by side, comes back when the connection is lost.

Floor: arena. Invariant: nothing is remembered that matters; whoever starts it again goes on with all of its games.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from motu.arena.entrants import command_fault
from motu.arena.online.client import BotClient, LostError, RefusedError
from motu.arena.online.table import BotTable, Say, names_of_games, plays
from motu.errors import MotuError

PAUSES = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before a server that was lost is asked again; the last one again and again."""
_OF_GAMES = ("began", "turn", "offer", "over")


@dataclass(frozen=True, slots=True)
class BotSettings:
    """What a bot plays."""

    command: str
    """The program's command line."""
    games: tuple[str, ...] = ()
    """Names of the games that it plays; none for all."""
    concurrent: int = 1
    """So many games go on at a time; further challenges are declined."""

    def __post_init__(self) -> None:
        """Check the command line and the names.

        Raises:
            RefusedError: "online/program" for a command line that names no program, "online/game" for a name of none.
        """
        if (fault := command_fault(self.command)) is not None:
            raise RefusedError(
                f"'{self.command}' {fault}; right is a command line, as in 'motu gtp'",
                slug="online/program",
                text=self.command,
            )
        known = names_of_games()
        for name in self.games:
            if name not in known:
                raise RefusedError(
                    f"there is no game '{name}'; there are {', '.join(known)}",
                    slug="online/game",
                    text=name,
                    legal=known,
                )


class Bot:
    """Plays until it is told to stop."""

    def __init__(
        self, client: BotClient, settings: BotSettings, say: Say, sleep: Callable[[float], object] | None = None
    ) -> None:
        """Play for the account of a client; `say` hears what a person might want to know."""
        self._client, self._settings, self._say = client, settings, say
        self._stopped = threading.Event()
        self._sleep = sleep or self._stopped.wait
        self._tables: dict[str, BotTable] = {}
        self._news: dict[str, dict[str, Any]] = {}
        self._busy: set[str] = set()
        self._lock = threading.Lock()
        self._workers = ThreadPoolExecutor(settings.concurrent, "motu-bot")
        self._is_leaving = self._is_ready = False
        self._waiting: list[dict[str, Any]] = []

    def leave(self) -> bool:
        """Take no new games; `run` ends when those that go on are over. Return whether there are none."""
        self._is_leaving = True
        return not self._tables

    def stop(self) -> None:
        """End as soon as the stream says something; the games stay as they are."""
        self._is_leaving = True
        self._stopped.set()

    def run(self) -> None:
        """Play.

        Raises:
            RefusedError: For a token that is not good, or when another program shows the same one.
        """
        failures = 0
        try:
            while not self._stopped.is_set():
                self._is_ready = False
                try:
                    for line in self._client.stream():
                        failures = 0
                        if line is not None:
                            self._take(line)
                        if self._stopped.is_set() or (self._is_leaving and self._is_ready and not self._tables):
                            return
                except LostError as error:
                    pause = PAUSES[min(failures, len(PAUSES) - 1)]
                    self._say(f"{error.message}; trying again in {pause:g} s")
                    self._sleep(pause)
                    failures += 1
        finally:
            self._stopped.set()
            self._workers.shutdown(cancel_futures=True)
            for table in self._tables.values():
                table.close()

    def _take(self, line: dict[str, Any]) -> None:
        kind = line["type"]
        if kind == "ready":
            self._begin(line)
        elif kind == "replaced":
            raise RefusedError("another program plays for this account now", slug="online/replaced")
        elif kind == "challenge" and line["is_for_me"] and line["state"] == "waiting":
            if self._is_ready:
                self._answer(line)
            else:
                self._waiting.append(line)
        elif kind in _OF_GAMES:
            self._play(line)

    def _begin(self, ready: dict[str, Any]) -> None:
        """Go on with the games that there are, then see who waits."""
        self._say(f"{ready['account']} is there")
        for game in set(self._tables) - set(ready["games"]):
            self._end(game)
        for game in ready["games"]:
            self._table(game)
        self._is_ready, waiting, self._waiting = True, self._waiting, []
        for challenge in waiting:
            self._answer(challenge)

    def _answer(self, challenge: dict[str, Any]) -> None:
        with self._lock:
            is_wanted = not self._is_leaving and len(self._tables) < self._settings.concurrent
        is_wanted = is_wanted and plays(challenge["spec"], self._settings.games)
        try:
            path = f"/api/challenges/{challenge['id']}"
            answer = self._client.post(f"{path}/{'accept' if is_wanted else 'decline'}", {})
        except RefusedError as error:
            self._say(f"challenge {challenge['id']}: {error.message}")
            return
        if is_wanted:
            self._table(answer["game"])
        self._say(f"challenge {challenge['id']}, {challenge['spec']}: {'accepted' if is_wanted else 'declined'}")

    def _table(self, game: str) -> BotTable:
        with self._lock:
            if game not in self._tables:
                self._tables[game] = BotTable(self._client, self._settings.command, self._say)
            return self._tables[game]

    def _play(self, news: dict[str, Any]) -> None:
        game = news["game"]
        if news["type"] == "over":
            if self._end(game):
                self._say(f"game {game}: {_outcome(news['result'], news['seat'])}")
            return
        table = self._table(game)
        if news["offer"] is not None and news["offer"]["person"] != news["seat"]:
            self._decline_offer(news)
        elif news["is_turn"]:
            with self._lock:
                self._news[game] = news
                if game in self._busy:
                    return
                self._busy.add(game)
            self._workers.submit(self._work, game, table)

    def _end(self, game: str) -> bool:
        """Leave a game that is over; return whether it was played here."""
        with self._lock:
            table, is_busy = self._tables.pop(game, None), game in self._busy
            self._news.pop(game, None)
        if table is not None and not is_busy:
            table.close()
        return table is not None

    def _decline_offer(self, news: dict[str, Any]) -> None:
        try:
            self._client.post(f"/api/games/{news['game']}/answer", {"is_accepted": False, "seq": news["seq"]})
        except RefusedError as error:
            self._say(f"game {news['game']}: {error.message}")

    def _work(self, game: str, table: BotTable) -> None:
        """Play a game as long as there is news of it."""
        while True:
            with self._lock:
                news = self._news.pop(game, None)
                if news is None or self._stopped.is_set():
                    self._busy.discard(game)
                    is_over = game not in self._tables
                    break
            self._turn(table, news)
        if is_over:
            table.close()

    def _turn(self, table: BotTable, news: dict[str, Any]) -> None:
        for pause in PAUSES:
            try:
                table.take_turn(news)
            except LostError as error:
                self._say(f"game {news['game']}: {error.message}")
                self._sleep(pause)
                if self._news.get(news["game"]) is not None or self._stopped.is_set():
                    return
            except MotuError as error:
                self._say(f"game {news['game']}: {error.message}")
                return
            except Exception as error:  # noqa: BLE001 - whatever it is: who waits for a move must hear of it
                self._give_up(table, news, f"{type(error).__name__}: {error}")
                return
            else:
                return

    def _give_up(self, table: BotTable, news: dict[str, Any], why: str) -> None:
        """Give a game up in which nothing can be played."""
        try:
            table.give_up(news, why)
        except MotuError as error:
            self._say(f"game {news['game']}: {error.message}")


def _outcome(result: dict[str, Any] | None, seat: int) -> str:
    if result is None or result["winner"] is None:
        return "ended without a winner"
    return f"{'won' if result['winner'] == seat else 'lost'}, {result['reason']}"
