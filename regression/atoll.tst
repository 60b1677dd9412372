# Atoll on boards that no Hex program knows.

10 motu-spec gan
#? []
20 motu-spec
#? [atoll\(board=square,size=7,islands=8,swap=true\)]
30 boardsize 9
#? []
40 motu-spec
#? [atoll\(board=square,size=9,islands=8,swap=true\)]
50 boardsize 9 7
#! [engine/size unacceptable size: .*]
60 motu-spec atoll(board=triangle,size=9)
#? []
70 motu-spec make me a game
#! [spec/.*]
80 motu-spec
#? [atoll\(board=triangle,size=9,islands=12,swap=true\)]
90 play black a1
#? []
100 all_legal_moves white
#? [.* swap]

# Black wins with e7 alone.
200 motu-spec atoll(size=7)
#? []
210 play-game f5 c6 a2 f4 f8 g7 e6 f7 f6 d7 e3 g4 b4 e5 b3 d5 d2 c4 a3 c2 e4 d3
#? []
220 reg_genmove black
#? [e7]
230 genmove black
#? [e7]
240 final_score
#? [B\+]
250 play-game a1 a1
#! [move/illegal .*]
260 final_score
#? [B\+]
