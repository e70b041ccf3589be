/** Programs that start and fetch nothing. */
export const UNREAD_QUIET: [string, string][] = [
  [
    "build.gradle.kts",
    'plugins { kotlin("jvm") version "2.0.0" }\nval key = System.getenv("SIGNING_KEY")\nsigning { useInMemoryPgpKeys(key, System.getenv("SIGNING_PASSWORD")) }\npublishing { repositories { maven { url = uri("https://maven.pkg.example/x"); credentials { username = System.getenv("USER"); password = System.getenv("PUBLISH_TOKEN") } } } }\n',
  ],
  [
    "clip.swift",
    'import AppKit\nlet pb = NSPasteboard.general\npb.clearContents()\npb.setString("hello", forType: .string)\n',
  ],
  [
    "macro.bas",
    "Sub Tidy()\n  Dim c As Range\n  For Each c In Selection\n    c.Value = Trim(c.Value)\n  Next\nEnd Sub\n",
  ],
  ["keys.ahk", "#NoEnv\n^!n::\nRun, notepad.exe\nreturn\n::btw::by the way\n"],
  [
    "a.fish",
    "function gs --description 'status'\n    git status\nend\nif test -d ~/bin\n    set -gx PATH ~/bin $PATH\nend\nfor f in *.txt\n    echo $f\nend\n",
  ],
  [
    "schema.sql",
    "CREATE TABLE t (id int, name text);\nINSERT INTO t VALUES (1, 'a');\nCOPY t FROM '/data/t.csv' WITH CSV;\n",
  ],
  [
    "main.zig",
    'const std = @import("std");\npub fn main() !void {\n    const out = std.io.getStdOut().writer();\n    try out.print("hi {s}\\n", .{"x"});\n}\n',
  ],
];

/** Honest ones that do, which nothing here can tell from others. */
export const UNREAD_ACTING: [string, string][] = [
  ["app/build.gradle", "task lint(type: Exec) { commandLine 'npm', 'run', 'lint' }\n"],
  [
    "client.go",
    'package main\n\nimport (\n\t"bytes"\n\t"encoding/json"\n\t"net/http"\n\t"os"\n)\n\ntype Client struct{ key string }\n\nfunc (c *Client) Ask(q string) error {\n\tbody, _ := json.Marshal(map[string]string{"q": q})\n\treq, _ := http.NewRequest("POST", "https://api.weather.example/v1/ask", bytes.NewReader(body))\n\treq.Header.Set("Authorization", "Bearer "+c.key)\n\tresp, err := http.DefaultClient.Do(req)\n\tif err != nil {\n\t\treturn err\n\t}\n\tdefer resp.Body.Close()\n\treturn json.NewDecoder(resp.Body).Decode(&body)\n}\n\nfunc main() {\n\tc := &Client{key: os.Getenv("WEATHER_API_KEY")}\n\tc.Ask("rain")\n}\n',
  ],
  [
    "build.go",
    'package main\nimport ("fmt";"os";"os/exec")\nfunc main() {\n\tout, err := exec.Command("git", "rev-parse", "HEAD").Output()\n\tif err != nil { os.Exit(1) }\n\tcmd := exec.Command("go", "build", "./...")\n\tcmd.Env = append(os.Environ(), "CGO_ENABLED=0")\n\tcmd.Stdout = os.Stdout\n\tcmd.Run()\n\tos.RemoveAll("dist")\n\tos.RemoveAll(os.TempDir() + "/build")\n\tfmt.Println(string(out))\n}\n',
  ],
  [
    "server.go",
    'package main\nimport ("io";"net";"net/http";"os")\nfunc main() {\n\thttp.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {\n\t\tb, _ := io.ReadAll(r.Body)\n\t\tw.Write(b)\n\t})\n\tl, _ := net.Listen("tcp", ":"+os.Getenv("PORT"))\n\thttp.Serve(l, nil)\n}\n',
  ],
  [
    "get.rs",
    'fn main() -> Result<(), Box<dyn std::error::Error>> {\n    let key = std::env::var("WEATHER_API_KEY")?;\n    let body: serde_json::Value = reqwest::blocking::Client::new()\n        .get("https://api.weather.example/v1/now")\n        .header("Authorization", format!("Bearer {}", key))\n        .send()?\n        .json()?;\n    std::fs::write("out.json", body.to_string())?;\n    Ok(())\n}\n',
  ],
  [
    "build.rs",
    'use std::process::Command;\nfn main() {\n    println!("cargo:rerun-if-changed=src/x.c");\n    let out = Command::new("rustc").arg("--version").output().unwrap();\n    Command::new("cc").args(&["-c", "src/x.c", "-o", "x.o"]).status().unwrap();\n    std::fs::remove_dir_all("target/tmp").ok();\n    println!("{}", String::from_utf8_lossy(&out.stdout));\n}\n',
  ],
  [
    "Main.java",
    'import java.net.http.*;\nimport java.net.URI;\npublic class Main {\n  public static void main(String[] args) throws Exception {\n    String key = System.getenv("WEATHER_API_KEY");\n    HttpRequest r = HttpRequest.newBuilder(URI.create("https://api.weather.example/v1"))\n      .header("Authorization", "Bearer " + key)\n      .POST(HttpRequest.BodyPublishers.ofString("{}"))\n      .build();\n    System.out.println(HttpClient.newHttpClient().send(r, HttpResponse.BodyHandlers.ofString()).body());\n    Process p = new ProcessBuilder("git", "status").inheritIO().start();\n    p.waitFor();\n  }\n}\n',
  ],
  [
    "App.cs",
    'using System.Diagnostics;\nusing System.Net.Http;\nclass App {\n  static async System.Threading.Tasks.Task Main() {\n    var http = new HttpClient();\n    http.DefaultRequestHeaders.Add("Authorization", "Bearer " + System.Environment.GetEnvironmentVariable("WEATHER_API_KEY"));\n    var text = await http.GetStringAsync("https://api.weather.example/v1");\n    System.IO.File.WriteAllText("out.json", text);\n    Process.Start("explorer.exe", "out.json");\n    System.IO.Directory.Delete("obj", true);\n  }\n}\n',
  ],
  [
    "plot.R",
    'library(httr)\nres <- GET("https://api.weather.example/v1/now", add_headers(Authorization = paste("Bearer", Sys.getenv("WEATHER_API_KEY"))))\ndata <- jsonlite::fromJSON(content(res, "text"))\nwrite.csv(data, "out.csv")\nsource("helpers.R")\nsystem("pandoc report.md -o report.pdf")\nunlink("cache", recursive = TRUE)\n',
  ],
  [
    "data.R",
    'd <- read.csv(url("https://data.stats.example/a.csv"))\ndownload.file("https://data.stats.example/b.csv", "b.csv")\nmodel <- lm(y ~ x, data = d)\n',
  ],
  [
    "init.lua",
    'local M = {}\nfunction M.setup(opts)\n  vim.keymap.set("n", "<leader>g", function() vim.fn.system({ "git", "status" }) end)\n  local path = vim.fn.stdpath("data") .. "/lazy/lazy.nvim"\n  vim.fn.system({ "git", "clone", "--filter=blob:none", "https://github.com/folke/lazy.nvim.git", path })\nend\nreturn M\n',
  ],
  [
    "fetch.lua",
    'local http = require("socket.http")\nlocal json = require("cjson")\nlocal body = http.request("https://api.weather.example/v1/now?key=" .. os.getenv("WEATHER_API_KEY"))\nprint(json.decode(body).temp)\nos.execute("mkdir -p out")\n',
  ],
  [
    "app.exs",
    'key = System.get_env("WEATHER_API_KEY")\nresp = Req.get!("https://api.weather.example/v1", auth: {:bearer, key})\nIO.inspect(resp.body)\n{out, 0} = System.cmd("git", ["log", "-1"])\nIO.puts(out)\n',
  ],
  [
    "app.jl",
    'using HTTP, JSON\nr = HTTP.get("https://api.weather.example/v1", ["Authorization" => "Bearer " * ENV["WEATHER_API_KEY"]])\nprintln(JSON.parse(String(r.body)))\nrun(`git status`)\nrm("build"; recursive = true, force = true)\n',
  ],
  [
    "build.gradle",
    'plugins { id "java" }\nrepositories { mavenCentral() }\ndef rev = "git rev-parse HEAD".execute().text.trim()\ntask gen(type: Exec) { commandLine "node", "gen.js" }\n',
  ],
  [
    "View.swift",
    'import SwiftUI\nstruct V: View {\n  @State var text = ""\n  var body: some View { Text(text).task { await load() } }\n  func load() async {\n    var r = URLRequest(url: URL(string: "https://api.weather.example/v1")!)\n    r.setValue("Bearer \\(ProcessInfo.processInfo.environment["WEATHER_API_KEY"] ?? "")", forHTTPHeaderField: "Authorization")\n    if let (d, _) = try? await URLSession.shared.data(for: r) { text = String(decoding: d, as: UTF8.self) }\n  }\n}\n',
  ],
  [
    "main.dart",
    "import 'package:http/http.dart' as http;\nvoid main() async {\n  final r = await http.get(Uri.parse('https://api.weather.example/v1'), headers: {'Authorization': 'Bearer $key'});\n  print(r.body);\n}\n",
  ],
  [
    "main.c",
    '#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int argc, char **argv) {\n  const char *home = getenv("HOME");\n  char path[512];\n  snprintf(path, sizeof path, "%s/.config/tool/config", home);\n  FILE *f = fopen(path, "w");\n  fputs("x=1\\n", f);\n  fclose(f);\n  unlink("/tmp/tool.lock");\n  return system("clear");\n}\n',
  ],
  [
    "shell.c",
    "#include <unistd.h>\nint run(char **argv) { pid_t p = fork(); if (p == 0) { dup2(fd, 1); execvp(argv[0], argv); } return 0; }\n",
  ],
  [
    "cfg.el",
    '(setq inhibit-startup-screen t)\n(use-package magit :bind ("C-x g" . magit-status))\n(defun my-build () (interactive) (compile "make -k"))\n(load (expand-file-name "local.el" user-emacs-directory))\n(eval-after-load \'org \'(setq org-log-done t))\n',
  ],
  [
    "core.clj",
    '(ns app.core (:require [clj-http.client :as client]))\n(defn now [] (:body (client/get "https://api.weather.example/v1" {:oauth-token (System/getenv "WEATHER_API_KEY") :as :json})))\n(spit "out.edn" (pr-str (now)))\n',
  ],
  [
    "Main.hs",
    'module Main where\nimport System.Process\nmain :: IO ()\nmain = do\n  out <- readProcess "git" ["status"] ""\n  putStrLn out\n',
  ],
  [
    "main.ml",
    'let () =\n  let ic = open_in "data.txt" in\n  print_endline (input_line ic);\n  ignore (Sys.command "dune build")\n',
  ],
  [
    "tool.tcl",
    "package require http\nset tok [::http::geturl https://api.weather.example/v1]\nputs [::http::data $tok]\nexec git status\nfile delete -force build\n",
  ],
  ["sum.awk", 'BEGIN { FS = "," }\n{ total += $3 }\nEND { print total; system("date") }\n'],
  [
    "plug.vim",
    'function! s:Build()\n  let out = system("make")\n  execute "edit " . fnameescape(out)\nendfunction\ncommand! Build call s:Build()\n',
  ],
  [
    "list.vbs",
    'Set fso = CreateObject("Scripting.FileSystemObject")\nFor Each f In fso.GetFolder(".").Files\n  WScript.Echo f.Name\nNext\nCreateObject("WScript.Shell").Run "notepad.exe list.txt"\n',
  ],
  [
    "a.nu",
    "let now = (http get https://api.weather.example/v1/now)\n$now | save out.json\nls | where size > 1mb | sort-by modified\ngit status\n",
  ],
  ["main.nim", 'import os, osproc\nlet (outp, code) = execCmdEx("nim --version")\necho outp\nremoveDir("nimcache")\n'],
  [
    "gen_test.go",
    'package x\nimport ("net/http";"net/http/httptest";"testing")\nfunc TestGet(t *testing.T) {\n\ts := httptest.NewServer(http.NotFoundHandler())\n\tr, err := http.Get(s.URL)\n\tif err != nil || r.StatusCode != 404 { t.Fatal(err) }\n}\n',
  ],
  [
    "tls.go",
    'package main\nimport ("crypto/tls";"net/http")\nfunc main() {\n\tcert, _ := tls.LoadX509KeyPair("certs/client.pem", "certs/client.key")\n\tc := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{Certificates: []tls.Certificate{cert}}}}\n\tc.Get("https://api.weather.example/v1")\n}\n',
  ],
  [
    "ssh.go",
    'package main\nimport ("os";"path/filepath";"golang.org/x/crypto/ssh")\nfunc main() {\n\thome, _ := os.UserHomeDir()\n\tkey, _ := os.ReadFile(filepath.Join(home, ".ssh", "id_ed25519"))\n\tsigner, _ := ssh.ParsePrivateKey(key)\n\tconf := &ssh.ClientConfig{User: "deploy", Auth: []ssh.AuthMethod{ssh.PublicKeys(signer)}}\n\tc, _ := ssh.Dial("tcp", "deploy.example:22", conf)\n\tc.Close()\n}\n',
  ],
];
