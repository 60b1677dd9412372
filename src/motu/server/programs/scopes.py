"""What a program may ask for, by the scopes of its token (floor: server).

Invariant: what isn't in the tables is for nobody who shows a token: above all an account's own settings, and pages.
"""

from __future__ import annotations

from typing import Literal, get_args

from motu.server.events import ServerError

TokenScope = Literal["play", "challenge", "read"]
"""To do something in games; to make, accept, decline and withdraw challenges, and to join tournaments; to look at
games, boards and records."""
SCOPES: tuple[TokenScope, ...] = get_args(TokenScope)

_PLAYED = ("moves", "take-back", "offers", "answer", "seed", "resign", "reveal", "restore")
_LOOKED_AT = ("", "/board", "/events", "/positions", "/threats", "/record", "/ratings", "/picture.png")
TABLE: dict[str, TokenScope] = {
    **{f"POST /api/games/{{game_id}}/{each}": "play" for each in _PLAYED},
    "POST /api/games": "play",
    "DELETE /api/games/{game_id}": "play",
    "PUT /api/games/{game_id}/plan": "play",
    "POST /api/vacation": "play",
    "POST /api/challenges": "challenge",
    "POST /api/challenges/{challenge_id}/accept": "challenge",
    "POST /api/challenges/{challenge_id}/cancel": "challenge",
    "POST /api/challenges/{challenge_id}/decline": "challenge",
    "POST /api/tournaments/{tournament_id}/join": "challenge",
    "POST /api/tournaments/{tournament_id}/leave": "challenge",
    "GET /api/tournaments": "read",
    "GET /api/rungs/{game}": "read",
    "GET /api/tournaments/{tournament_id}": "read",
    "GET /api/stream": "read",
    "GET /api/challenges": "read",
    "GET /api/challenges/{challenge_id}": "read",
    **{f"GET /api/games/{{game_id}}{each}": "read" for each in _LOOKED_AT},
    "GET /api/games": "read",
    "GET /api/games/{game_id}/plan": "read",
    "GET /api/vacation": "read",
    "GET /api/people/{name}": "read",
    "GET /api/ladder": "read",
    "GET /api/catalogue": "read",
    "GET /api/boards": "read",
    "POST /api/boards": "read",
    "POST /api/positions": "read",
    "POST /api/device": "read",
    "POST /api/records/read": "read",
    "POST /api/records/write": "read",
}
"""Which scope each route asks for; `/api/health` asks for none, and looks at no token."""


ANY_SCOPE = frozenset({"GET /api/schema/openapi.json"})
"""What every good token opens."""


def check_scope(method: str, path: str, scopes: frozenset[str]) -> None:
    """Check that a program may ask for a route, named as in the table.

    Raises:
        ServerError: "token/scope".
    """
    label = f"{'GET' if method == 'HEAD' else method} {path}"
    if label in ANY_SCOPE:
        return
    needed = TABLE.get(label)
    if needed is None:
        raise ServerError(f"no token is good for {label}: log in for it in a browser", slug="token/scope", text=label)
    if needed not in scopes:
        raise ServerError(f"this token lacks the scope '{needed}', which {label} asks for", slug="token/scope")
