# The protocol itself: what GTP 2 promises to every controller.
# Below a numbered command stands what its answer must match from end to end: `#? [regex]` for `=`, `#! [regex]` for `?`.

10 protocol_version
#? [2]
20 name
#? [motu]
30 version
#? [\d+\.\d+.*]
40 known_command genmove
#? [true]
50 known_command make_tea
#? [false]
60 make_tea
#! [engine/unknown-command unknown command.*]
70 list_commands
#? [(?=.*\bboardsize\b)(?=.*\bgenmove\b)(?=.*\bhexgui-analyze_commands\b).*]
80 echo   two	words   # and a comment
#? [two words]
90 echo
#? []
100 cputime
#? [\d+\.\d+]
110 help undo
#? [undo: .*]
120 help make_tea
#! [engine/unknown-command .*]
130 help
#? [(?=.*\ngenmove COLOUR: ).*]
140 known_command
#! [engine/syntax syntax error: known_command NAME is right]
150 name please
#! [engine/syntax .*]
