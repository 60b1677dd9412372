# Hex as its front ends and tournament scripts use it: sizes, turns, swap, results, parameters.

10 boardsize 5 5
#? []
20 motu-spec
#? [atoll\(board=rhombus,size=5,islands=4,swap=true\)]
30 boardsize 1
#! [engine/size unacceptable size: .*]
40 boardsize 6 -3
#! [engine/syntax .*]
50 motu-spec
#? [.*size=5,.*]
60 showboard
#? [\n *a b c d e\n.*]

# The pie rule: stones stay, white moves next, both names are understood, genmove and the lists say swap-pieces.
100 play black c3
#? []
110 all_legal_moves white
#? [a1 .* e5 swap-pieces]
120 play white swap-pieces
#? []
130 motu-turn
#? [white]
140 play black d4
#! [engine/colour .*a swap leaves the stones where they are.*]
150 undo
#? []
160 play white swap-sides
#? []
170 motu-moves
#? [c3 swap]
180 play w c3
#! [move/illegal illegal move 'c3'.*]
190 play w f9
#! [move/invalid .*]
200 play green a1
#! [engine/syntax .*]
210 play w
#! [engine/syntax syntax error: play COLOUR MOVE is right]
220 motu-moves
#? [c3 swap]
230 clear_board
#? []
240 motu-moves
#? []
250 undo
#! [undo/empty cannot undo.*]

# A won game: who has won, and resign for whoever is still asked.
300 boardsize 3
#? []
310 final_score
#? [cannot score]
320 play-game b1 a1 b2 a2 b3
#? []
330 final_score
#? [B\+]
340 genmove white
#? [resign]
350 play white resign
#? []
360 play white c3
#! [move/game-over .*]
370 all_legal_moves
#? []
380 undo
#? []
390 undo
#? []
400 play w b3
#? []
410 final_score
#? [cannot score]
420 play b resign
#? []
430 final_score
#? [W\+R]

# Stones out of turn, as a front end sets a position up; each is taken back by itself.
500 boardsize 4
#? []
510 play w a1
#? []
520 play w a2
#? []
530 play b d1
#? []
540 play b d2
#? []
550 motu-turn
#? [white]
560 undo
#? []
570 undo
#? []
580 play w d1
#? []
590 printsgf
#? [.*AW\[a1\]\[a2\].*;W\[d1\]\)]

# One move wins, one move saves.
600 boardsize 4
#? []
610 play-game b1 c1 b2 c2 b3 a4
#? []
620 reg_genmove black
#? [b4]
630 play-game b1 c1 b2 a4 b3
#? []
640 reg_genmove white
#? [b4]
650 motu-moves
#? [b1 c1 b2 a4 b3]
660 motu-values white
#? [b4 \S+( [a-d][1-4] \S+)*]
670 motu-visits white
#? [b4 \d+( [a-d][1-4] \d+)*]
680 genmove white
#? [b4]

# Parameters.
700 param_game
#? [\n\[bool\] allow_swap 1\n\[bool\] on_little_golem 0\n\[string\] game_time 0]
710 param_game allow_swap 0
#! [engine/started .*]
720 clear_board
#? []
730 param_game allow_swap 0
#? []
740 play b a1
#? []
750 all_legal_moves w
#? [(?!.*swap).*]
760 play w swap-pieces
#! [move/.*]
770 clear_board
#? []
780 param_game allow_swap 1
#? []
790 param_game on_little_golem 1
#? []
800 play b a1
#? []
810 all_legal_moves w
#? [.* swap]
820 param_game tea 1
#! [engine/unknown-parameter .*]
830 param_game allow_swap maybe
#! [engine/syntax .*]
840 param_motu player uct:50
#? []
850 param_motu
#? [\n\[string\] player uct:50\n\[string\] seed \d+]
860 param_motu player deep-thought
#! [engine/unknown-player .*]
870 hexgui-analyze_commands
#? [([a-z]+/[^/\n]+/[^/\n]+\n?)+]
880 board_id
#? [[0-9a-f]{16}]

# Clocks.
900 time_left
#? [Black: unlimited, White: unlimited]
910 time_settings 60 10 5
#? []
920 time_left
#? [Black: 60, White: 60]
930 time_left white 12 3
#? []
940 time_left white
#? [12]
950 time_settings 0 10 0
#? []
960 time_left black
#? [unlimited]
970 time_settings ten 0 0
#! [engine/syntax .*]
