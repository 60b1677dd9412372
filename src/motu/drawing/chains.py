"""The line through a winning chain: from stone to stone, through the islands or out to the edges that it joins.

Floor: drawing. Every renderer draws from these lines: the pictures, and the pages through the server's views.
"""

from motu.drawing.geometry import Box, Point, shortened
from motu.drawing.reef import ReefStone, in_order, reef_of
from motu.drawing.scene import Scene
from motu.drawing.stones import PIECE, place_of
from motu.drawing.wood import EDGE_OUT

Line = tuple[Point, Point]

PIECE_INSET = PIECE + 0.04
"""How far from the middle of a piece a line to it ends, in cells."""


def chain_lines(scene: Scene) -> list[Line]:
    """Return the lines that make the winning chain of a scene visible, in cells; none where nobody has won."""
    if not scene.chain:
        return []
    if scene.board.kind == "squares":
        return _links(scene, PIECE_INSET)
    if scene.board.kind == "points":
        return _links(scene) + _edge_links(scene)
    return _links(scene) + [line for _, stones in joined_islands(scene) for line in _island_links(scene, stones)]


def joined_islands(scene: Scene) -> list[tuple[int, list[ReefStone]]]:
    """Return the islands that the winning chain touches: their numbers, and their stones clockwise."""
    reef = reef_of(scene.board)
    return [
        (island.index, in_order([stone for stone in reef if island.index in stone.islands]))
        for island in scene.board.islands
        if island.colour == scene.chain_colour and set(island.cells) & set(scene.chain)
    ]


def _edge_links(scene: Scene) -> list[Line]:
    """The lines out to the edges that a chain on a board of points joins."""
    field = Box.around((x, y) for x, y in scene.board.centres.tolist())
    top_and_bottom = scene.board.islands[0].colour == scene.chain_colour
    links: list[Line] = []
    for cell in scene.chain:
        x, y = place_of(scene, cell)
        if top_and_bottom and y in {field.top, field.bottom}:
            links.append(((x, y), (x, y - EDGE_OUT if y == field.top else y + EDGE_OUT)))
        elif not top_and_bottom and x in {field.left, field.right}:
            links.append(((x, y), (x - EDGE_OUT if x == field.left else x + EDGE_OUT, y)))
    return links


def _links(scene: Scene, inset: float = 0.0) -> list[Line]:
    """Lines that join the cells of the winning chain, none of them closing a ring, shortened at each end."""
    board, members = scene.board, set(scene.chain)
    roots = {cell: cell for cell in members}
    links = []
    for here in sorted(members):
        for there in sorted(members.intersection(board.neighbours[here])):
            one, other = _root(roots, here), _root(roots, there)
            if one != other:
                roots[one] = other
                links.append(shortened(place_of(scene, here), place_of(scene, there), inset, inset))
    return links


def _root(roots: dict[int, int], cell: int) -> int:
    while roots[cell] != cell:
        cell = roots[cell]
    return cell


def _island_links(scene: Scene, stones: list[ReefStone]) -> list[Line]:
    """The line from the chain to an island, and along it where the chain runs through it."""
    landings = sorted(filter(None, (_contacts(stones, group) for group in _connected_groups(scene))))
    links = []
    used = []
    for number, contacts in enumerate(landings):
        if len(landings) == 1:
            chosen = [contacts[len(contacts) // 2]]
        else:
            chosen = ([contacts[0]] if number else []) + ([contacts[-1]] if number < len(landings) - 1 else [])
        links += [(place_of(scene, cell), stones[index].place) for index, cell in chosen]
        used += [index for index, _ in chosen]
    along = range(min(used), max(used)) if used else range(0)
    return links + [(stones[index].place, stones[index + 1].place) for index in along]


def _contacts(stones: list[ReefStone], group: frozenset[int]) -> list[tuple[int, int]]:
    """Where a piece of chain meets an island: (island stone, cell), by stones between islands only if it must."""
    met = [(index, cell) for index, stone in enumerate(stones) for cell in stone.cells if cell in group]
    return [(index, cell) for index, cell in met if len(stones[index].islands) == 1] or met


def _connected_groups(scene: Scene) -> list[frozenset[int]]:
    """The pieces the winning chain falls into without its islands."""
    left = set(scene.chain)
    groups = []
    while left:
        group = {left.pop()}
        edge = list(group)
        while edge:
            near = [cell for cell in scene.board.neighbours[edge.pop()] if cell in left]
            left.difference_update(near)
            group.update(near)
            edge += near
        groups.append(frozenset(group))
    return sorted(groups, key=min)
