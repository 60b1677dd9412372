"""SGF FF[4] as syntax: the grammar, escapes, character sets, trees with variations, places of errors."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motu.errors import RecordError
from motu.games.formats import sgf_syntax
from motu.games.formats.sgf_syntax import (
    GameTree,
    Node,
    decode,
    escape,
    line_tree,
    parse,
    print_trees,
    simple_text_value,
    split_composed,
    text_value,
)


def test_a_tree_with_variations_is_kept_as_it_is() -> None:
    text = "(;FF[4]C[root](;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))(;B[hh]XX[1][2]))"
    (tree,) = parse(text)
    assert [node.properties for node in tree.main_line()] == [
        (("FF", ("4",)), ("C", ("root",))),
        (("B", ("aa",)),),
        (("W", ("bb",)),),
        (("B", ("cc",)),),
    ]
    root = tree.nodes[0]
    assert root.parent == -1
    assert [tree.nodes[child].values("B") for child in root.children] == [("aa",), ("hh",)]
    assert tree.nodes[root.children[1]].values("XX") == ("1", "2")
    assert tree.nodes[2].names() == ("W",)
    assert tree.nodes[2].values("B") == ()
    assert all(tree.nodes[child].parent == index for index, node in enumerate(tree.nodes) for child in node.children)
    assert print_trees([tree]) == text + "\n"


def test_blanks_stand_anywhere_between_tokens() -> None:
    spaced = " \n( ;\tFF\r\n[4]\n\n C [a b] [c]\v;\f( ; B[] ) (; ) ) \n(;)"
    assert parse(spaced) == parse("(;FF[4]C[a b][c];(;B[])(;))(;)")
    assert [node.line for node in parse("(;\n;\n\n;B[x\ny]\n;)")[0].main_line()] == [1, 2, 4, 6]


def test_values_keep_brackets_and_escapes() -> None:
    (tree,) = parse(r"(;C[a [b\] (;) \\][\:])")
    assert tree.nodes[0].values("C") == (r"a [b\] (;) \\", r"\:")
    assert text_value(tree.nodes[0].values("C")[0]) == "a [b] (;) \\"


@pytest.mark.parametrize(
    ("raw", "text", "simple"),
    [
        ("plain", "plain", "plain"),
        ("two\nlines", "two\nlines", "two lines"),
        ("a\r\nb\n\rc\rd", "a\nb\nc\nd", "a b c d"),
        ("soft\\\nbreak", "softbreak", "softbreak"),
        ("soft\\\r\nbreak", "softbreak", "softbreak"),
        ("a\tb\vc\fd", "a b c d", "a b c d"),
        (r"\]\:\\\n", "]:\\n", "]:\\n"),
        ("\\\tx", " x", " x"),
        ("", "", ""),
        ("é – 碁", "é – 碁", "é – 碁"),
    ],
)
def test_texts_are_read_as_the_specification_says(raw: str, text: str, simple: str) -> None:
    assert text_value(raw) == text
    assert simple_text_value(raw) == simple


def test_composed_values_are_split_at_bare_colons() -> None:
    assert split_composed("motu:1") == ("motu", "1")
    assert split_composed(r"a\:b:c\\:d") == (r"a\:b", r"c\\", "d")
    assert split_composed("") == ("",)
    assert split_composed(":") == ("", "")


@given(st.text())
def test_escaped_texts_come_back(text: str) -> None:
    (tree,) = parse(f"(;C[{escape(text)}])")
    expected = re.sub("[\t\v\f]", " ", re.sub("\r\n|\n\r|\r", "\n", text))
    assert text_value(tree.nodes[0].values("C")[0]) == expected
    if text == expected:
        composed = split_composed(f"{escape(text, composed=True)}:{escape(text, composed=True)}")
        assert [text_value(part) for part in composed] == [text, text]


names = st.text(alphabet=st.sampled_from(list("ABCXYZ")), min_size=1, max_size=3)
values = st.lists(st.text(max_size=8).map(escape), min_size=1, max_size=3).map(tuple)
rows = st.dictionaries(names, values, max_size=3).map(lambda row: tuple(row.items()))


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Draw a tree by saying for each node which earlier one it follows, depth first."""
    properties = draw(st.lists(rows, min_size=1, max_size=12))
    parents, path = [-1], [0]
    for index in range(1, len(properties)):
        del path[draw(st.integers(1, len(path))) :]
        parents.append(path[-1])
        path.append(index)
    children = [
        tuple(child for child, parent in enumerate(parents) if parent == index) for index in range(len(parents))
    ]
    return GameTree(tuple(map(Node, properties, parents, children)))


@given(st.lists(trees(), min_size=1, max_size=3))
def test_trees_come_back_from_their_text(collection: list[GameTree]) -> None:
    text = print_trees(collection)
    assert parse(text) == tuple(collection)
    assert print_trees(parse(text)) == text


def test_long_games_need_no_depth_and_long_lines_are_broken() -> None:
    tree = line_tree([(("B", ("a1",)),)] * 20_000)
    text = print_trees([tree])
    assert max(map(len, text.split("\n"))) <= 100
    assert parse(text) == (tree,)
    assert hash(parse(text)[0]) == hash(tree)
    nested = "(;B[a]" * 5000 + ")" * 5000
    assert len(parse(nested)[0].nodes) == 5000


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("", "expected '(', read the end of the text", "line 1, column 1"),
        ("\n\n  x", "'x' is no SGF here", "line 3, column 3"),
        ("junk(;)", "'j' is no SGF here", "line 1, column 1"),
        ("(", "expected ';', read the end", "line 1, column 2"),
        ("()", "expected ';', read ')'", "line 1, column 2"),
        ("(;", "read the end of the text", "line 1, column 3"),
        ("(;FF)", "expected a value in […], read ')'", "line 1, column 5"),
        ("(;FF[4", "the value has no closing ']'", "line 1, column 5"),
        ("(;FF[4\\]", "the value has no closing ']'", "line 1, column 5"),
        ("(;[4])", "expected a property name or ';' or '(' or ')', read '[4]'", "line 1, column 3"),
        ("(;ff[4])", "'f' is no SGF here", "line 1, column 3"),
        ("(;B[a](;W[b]);W[c])", "expected '(' or ')', read ';'", "line 1, column 14"),
        ("(;))", "expected '(', read ')'", "line 1, column 4"),
        ("(;)x", "'x' is no SGF here", "line 1, column 4"),
        ("(;);", "expected '(', read ';'", "line 1, column 4"),
        (")", "expected '(', read ')'", "line 1, column 1"),
        ("(;B[a]\nB[b])", "the property B stands twice in one node", "line 2, column 1"),
    ],
)
def test_wrong_syntax_is_refused_with_its_place(text: str, words: str, place: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert caught.value.slug == "record/sgf"
    assert words in caught.value.message
    assert caught.value.position == place
    assert caught.value.message.startswith(place)


def test_size_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_syntax, "MAX_NODES", 3)
    assert len(parse("(;;;)")[0].nodes) == 3
    monkeypatch.setattr(sgf_syntax, "MAX_CHARACTERS", 8)
    for text in ("(;;)(;;)", "(;;;;;;;;)"):
        with pytest.raises(RecordError) as caught:
            parse(text)
        assert caught.value.slug == "record/too-large"


def test_character_sets() -> None:
    assert decode("(;CA[UTF-8]C[é])".encode()) == "(;CA[UTF-8]C[é])"
    assert decode("(;FF[4] CA[ISO-8859-1]C[é])".encode("latin-1")) == "(;FF[4] CA[ISO-8859-1]C[é])"
    assert decode("(;C[é碁])".encode()) == "(;C[é碁])"
    assert decode("(;C[é])".encode("latin-1")) == "(;C[é])"
    assert decode(b"\xef\xbb\xbf(;CA[utf8])") == "(;CA[utf8])"
    for data, words in ((b"(;CA[Big5])", "cannot read the character set CA[Big5]"), (b"(;CA[no-such])", "CA[no-such]")):
        with pytest.raises(RecordError) as caught:
            decode(data)
        assert words in caught.value.message
        assert "UTF-8" in caught.value.legal
    with pytest.raises(RecordError, match="not in the character set it names"):
        decode("(;CA[UTF-8]C[é])".encode("latin-1"))


@pytest.mark.parametrize("name", [b"UT\x00F-8", b"no\n\rsuch\xff"])
def test_a_damaged_name_of_a_character_set_is_refused_in_one_line(name: bytes) -> None:
    with pytest.raises(RecordError, match=r"^cannot read the character set CA\[.*\]") as refusal:
        decode(b"(;CA[" + name + b"])")
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400
