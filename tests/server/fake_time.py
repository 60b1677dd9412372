"""Time that passes when a test says so, and a house with its clocks that lives in it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from motu.server.clocks import SWEEP_SECONDS, Clocks
from motu.server.events import Event
from motu.server.house_clock import HouseClock
from motu.server.rooms import Room, Rooms
from motu.server.store import Store
from motu.server.wall_time import WallTime

BEGINNING_NS = 1_800_000_000 * 1_000_000_000


@dataclass
class FakeTime:
    """A time of day and a clock that only goes forth."""

    wall_ns: int = BEGINNING_NS
    monotonic_ns: int = 5_000_000_000

    def passes(self, seconds: float) -> None:
        """Let time pass by both."""
        self.wall_ns += round(1e9 * seconds)
        self.monotonic_ns += round(1e9 * seconds)

    def jumps(self, seconds: float) -> None:
        """Set the time of day forth, or back."""
        self.wall_ns += round(1e9 * seconds)

    def boots(self) -> None:
        """Start the machine anew: its other clock begins with nothing."""
        self.monotonic_ns = 1_000_000_000

    @property
    def ms(self) -> int:
        """The time of day in milliseconds since 1970."""
        return self.wall_ns // 1_000_000

    def wall(self) -> WallTime:
        """Return what a process knows of it that starts now."""
        return WallTime(lambda: self.wall_ns, lambda: self.monotonic_ns)


@dataclass
class House:
    """A process that serves games, without its pages; it looks after the clocks when a test says so."""

    store: Store
    time: FakeTime
    running: list[Room] = field(default_factory=list)
    """Games that were told to go on."""
    heard: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        wall = self.time.wall()
        self.rooms = Rooms(self.store, lambda _room, happened, _keep: self.heard.extend(happened), wall=wall)
        self.clock = HouseClock(self.store, wall)
        self.clocks = Clocks(self.store, self.rooms, self.clock, self.running.append)

    async def up(self) -> House:
        """Come up; a house that is killed is one that is not asked any more."""
        await self.clock.open()
        return self

    async def sweep(self) -> None:
        """Do what is done twice a second."""
        await self.clocks.sweep()

    async def down(self) -> None:
        """End by itself."""
        await self.clocks.close()

    async def passes(self, seconds: float) -> None:
        """Let time pass as it does for a process that lives: with a sweep every half second."""
        sweeps = math.ceil(seconds / SWEEP_SECONDS)
        for _ in range(sweeps):
            self.time.passes(seconds / sweeps)
            await self.sweep()
