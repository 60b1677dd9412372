# Atomorph: flips, contested stones, stones put back.

10 motu-spec atomorph(size=7)
#? []
20 boardsize 5
#? []
30 boardsize 5 6
#! [engine/size unacceptable size: .*]
40 motu-spec
#? [atomorph\(size=5,.*]
50 play black c3
#? []
60 play black c4
#! [engine/colour it is white's turn, not black's]
70 play white swap
#? []
80 motu-turn
#? [white]

# White wins with e7 alone, among flips and contested stones.
200 motu-spec atomorph(size=7)
#? []
210 play-game b2 c6 e1 e3 c2 a6 e5 b6 a5 c3 a2 a7 b1 f5 f6 a1 c7 e4 b4 b5 g1 f3 c1 d1 f1 d7 e6 d2 c5 xc7 g3 d6 e2 g7 d4 f7 f4
#? []
220 reg_genmove white
#? [e7]

# Where contested stones are never flipped, black wins with c2 alone.
300 motu-spec atomorph(size=5,contested=never)
#? []
310 play-game b1 d1 e1 e3 d2 d3 c3 a3 c1 b3 b4 b5 c4 e5 a5 a4 d5 c5 xb5 b2
#? []
320 genmove black
#? [c2]
330 final_score
#? [B\+]
