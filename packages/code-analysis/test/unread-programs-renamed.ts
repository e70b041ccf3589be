/**
 * Programs that start something in a line that looks like a comment and is none, because a block or a text that began before ends in it, or
 * the language has no such comment; and by a module that is called otherwise. Inert.
 */
export const SOURCE_RENAMED: [string, string][] = [
  ["a.go", 'package main\nimport e "os/exec"\nfunc main() { e.Command("tool", "x").Run() }\n'],
  ["a.go", 'package main\nimport . "os/exec"\nfunc main() { Command("tool", "x").Run() }\n'],
  ["a.go", 'package main\nimport "os/exec"\nfunc main() { exec . Command("tool", "x").Run() }\n'],
  ["a.go", 'package main\nimport "os/exec"\n/*\n// */ func main() { exec.Command("tool").Run() }\n'],
  [
    "a.go",
    'package main\nimport "os/exec"\nvar s = `\n// ` + func() string { exec.Command("tool").Run(); return "" }()\n',
  ],
  ["a.rs", 'use std::process::Command as C;\nfn main() { C::new("tool").spawn(); }\n'],
  ["a.lua", 'x = [[\n-- ]] os.execute("tool")\n'],
  ["a.lua", '--[==[\n-- ]==] os.execute("tool")\n'],
  ["a.jl", "#=\n# =# run(`tool`)\n"],
  ["a.ex", 'x =\n%{a: System.cmd("tool", [])}\n'],
  ["a.erl", '-module(a).\ngo() -> X =\n#r{a = os:cmd("tool")}.\n'],
  ["a.nim", 'import osproc\n#[\n# ]# discard execCmd("tool")\n'],
  ["a.cr", "x =\n%x(tool)\n"],
  ["a.lisp", '#|\n; |# (uiop:run-program "tool")\n'],
  ["a.lisp", '(defvar x "\n; ") (uiop:run-program "tool")\n'],
  ["a.ml", 'let (--) a b = b\nlet _ = 0\n-- Sys.command "tool"\n'],
  ["A.hs", "{-\n-- -} import System.Process\nmain = system x\n"],
  ["a.tcl", "set x {\n# }; exec tool\n"],
  ["a.vim", '#|call system("tool")\n'],
  ["a.sql", "COPY t TO PROGRAM $$tool$$;\n"],
  ["a.sql", "/*\n-- */ COPY t FROM PROGRAM 'tool';\n"],
  ["a.go", 'package main\n// #include <stdlib.h>\n// int go(void) { return 1; }\nimport "C"\nfunc main() { C.go() }\n'],
];
