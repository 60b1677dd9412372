"""What the handlers work with; made when the server starts, ended when it stops (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass, field

from motu.explorer.openings import OpeningExplorer
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.devices import Devices
from motu.server.accounts.lasting import LastingConnections
from motu.server.accounts.own import OwnThings
from motu.server.accounts.sessions import Sessions
from motu.server.accounts.shown import ShownNames
from motu.server.audience import Broadcaster
from motu.server.blocks.blocks import Blocks
from motu.server.bus.exchange import Exchange
from motu.server.challenges import Challenges
from motu.server.chat.chat import Chat
from motu.server.clocks import Clocks
from motu.server.correspondence.post import Correspondence
from motu.server.engines import Engines
from motu.server.guests import Guests
from motu.server.housekeeping import Housekeeping
from motu.server.jobs.seam import Jobs, ReviewMaker
from motu.server.lobby.hall import Hall
from motu.server.lobby.pairing import Pairings
from motu.server.mail.office import MailOffice
from motu.server.moderation.order import HouseOrder
from motu.server.next_games import NextGames
from motu.server.notices.caretaker import Caretaker
from motu.server.notices.desk import Notices
from motu.server.passkeys.passkeys import Passkeys
from motu.server.programs.bots import Bots
from motu.server.programs.streams import Streams
from motu.server.programs.tokens import Tokens
from motu.server.push.desk import PushDesk
from motu.server.puzzle_book import OwnPuzzles, PuzzleBook
from motu.server.puzzle_desk import PuzzleDesk
from motu.server.rates.rates import Rates
from motu.server.ratings.ratings import HouseRatings
from motu.server.renewals import Renewals
from motu.server.reviews import Reviews
from motu.server.rooms import Rooms
from motu.server.rungs.rungs import Rungs
from motu.server.slow_lane import FairExecutor
from motu.server.store import Store
from motu.server.studies import Studies
from motu.server.tournaments.tournaments import Tournaments


@dataclass(slots=True)
class Services:
    """Everything that lives as long as the server."""

    store: Store
    rooms: Rooms
    exchange: Exchange
    """What the processes of the house tell each other."""
    housekeeping: Housekeeping
    challenges: Challenges
    pairings: Pairings
    hall: Hall
    next_games: NextGames
    """Of series."""
    chat: Chat
    blocks: Blocks
    clocks: Clocks
    correspondence: Correspondence
    notices: Notices
    caretaker: Caretaker
    """Of the notices."""
    mail: MailOffice
    push: PushDesk
    studies: Studies
    puzzle_book: PuzzleBook
    own_puzzles: OwnPuzzles
    engines: Engines
    """For the levels' moves."""
    analysts: Engines
    """For analysis."""
    machines: Jobs
    guests: Guests
    accounts: Accounts
    sessions: Sessions
    devices: Devices
    """Browsers in which somebody has logged in before."""
    renewals: Renewals
    """Of cookies."""
    passkeys: Passkeys
    names: ShownNames
    rates: Rates
    """How often anybody does what is counted."""
    lasting: LastingConnections
    own: OwnThings
    """What people do with all that is theirs."""
    tokens: Tokens
    bots: Bots
    streams: Streams
    tournaments: Tournaments
    rungs: Rungs
    order: HouseOrder
    ratings: HouseRatings
    audience: Broadcaster
    slow_lane: FairExecutor
    """For boards, long lists of positions, records."""
    film_lane: FairExecutor
    """For animated pictures, which take long; other pictures do not wait for them."""
    version: str
    reviews: ReviewMaker = field(default_factory=Reviews)
    puzzles: PuzzleDesk = field(default_factory=PuzzleDesk)
    collection: OpeningExplorer | None = None
    """What the opening explorer knows."""
    is_stopping: bool = False
    """Whether no more should be sent here."""
