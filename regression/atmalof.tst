# Atmalof: announcements, rolls, lost turns, moves.

10 motu-spec atmalof
#? []
20 announce red r4
#? []
30 motu-turn
#? [roll r4]
40 genmove red
#! [engine/roll-awaited .*]
50 roll 7
#! [move/.*]
60 roll 6
#? [6]
70 motu-turn
#? [blue]
80 roll
#! [engine/no-roll .*]
90 play blue r4=6
#? []
100 motu-moves
#? [r4=6 r4=6]
110 motu-turn
#? [red]
120 undo
#? []
130 motu-moves
#? [r4=6]
140 announce blue c3
#? []
150 roll
#? [[1-6]]
160 undo
#? []
170 motu-turn
#? [roll c3]
180 undo
#? []
190 motu-turn
#? [blue]
200 announce blue r4=2
#! [engine/syntax .*]
210 play b r1
#! [engine/colour it is blue's turn, not red's]
220 genmove blue
#? [[rc][1-7]]
230 roll
#? [[1-6]]
240 boardsize 5 4
#? []
250 motu-spec
#? [atmalof\(rows=4,cols=5,.*]
260 param_game allow_swap 1
#! [engine/no-swap .*]

# Blue wins with a move and no die.
300 motu-spec atmalof
#? []
310 play-game c7=4 c6=4 r2=3 r4c6-r5c7 r2c3-r1c4 c6=3 r1c4-r2c5 c5=5 r7=5 c2=3 r5=1 r5c7-r4c6 r2c5-r2c6 r5c5-r6c6 c3=3 r7=6 r5=6 r3c6-r2c7 r4c7-r3c6 r7c6-r6c7 r7=3 r4c6-r5c5 r3c3-r2c3 c7=5 r3c6-r4c5 r5c5-r5c4 r4c5-r3c4 r2c7-r3c6 r4=5 r1=1 r7c3-r6c3 r3c6-r3c7 r5c6-r6c5 r6c7-r5c6 r5c1-r5c2 r1=5 r3c4-r3c3 r3c2-r2c2 r2c3-r1c4 r2c2-r1c3 r6c3-r6c4 r5=2 r4c5-r3c4 r1c1-r1c2 r1c4-r2c4 c3=5 r3c3-r3c2
#? []
320 reg_genmove blue
#? [r6c6-r5c5]
330 genmove blue
#? [r6c6-r5c5]
340 final_score
#? [W\+]

# Other games have no dice.
400 motu-spec hex
#? []
410 announce black r1
#! [engine/no-dice .*]
420 roll 3
#! [engine/no-roll .*]

# Analysis: every face of an awaited roll and their mean; moves with their values otherwise.
500 motu-spec atmalof
#? []
510 play-game r1=1 c2=3 r1
#? []
520 motu-values red
#? [=1 -?\d\.\d+ =2 -?\d\.\d+ =3 -?\d\.\d+ =4 -?\d\.\d+ =5 -?\d\.\d+ =6 -?\d\.\d+ mean -?\d\.\d+]
530 motu-visits
#? [=1 \d+ =2 \d+ =3 \d+ =4 \d+ =5 \d+ =6 \d+]
540 motu-pv
#? []
550 motu-values blue
#! [engine/colour .*]
560 roll 4
#? [4]
570 motu-values blue
#? [\S+ -?\d\.\d+( \S+ -?\d\.\d+)*]
580 motu-pv
#? [\S+( \S+)*]
