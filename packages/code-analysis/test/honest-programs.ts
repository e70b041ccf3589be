/** Programs that do ordinary work with the same libraries. */
export const HONEST: [string, string][] = [
  [
    "a.rb",
    "require 'net/http'\nrequire 'json'\nclass Client\n  BASE = URI('https://api.todo.example/v2/items')\n  def initialize(token = ENV.fetch('TODO_TOKEN')) = @token = token\n  def create(title)\n    req = Net::HTTP::Post.new(BASE)\n    req['Authorization'] = \"Bearer #{@token}\"\n    req.body = JSON.generate(title: title)\n    Net::HTTP.start(BASE.host, BASE.port, use_ssl: true) { |http| http.request(req) }\n  end\nend\nputs Client.new.create(ARGV.join(' ')).body\n",
  ],
  [
    "a.rb",
    "require 'open-uri'\nrequire 'fileutils'\ncache = File.expand_path('~/.cache/fonts')\nFileUtils.mkdir_p(cache)\ndata = URI.open('https://fonts.example/inter.zip').read\nFile.binwrite(File.join(cache, 'inter.zip'), data)\nsystem('unzip', '-o', File.join(cache, 'inter.zip'), '-d', cache)\nDir.glob(File.join(cache, '*.tmp')).each { |f| File.delete(f) }\n",
  ],
  [
    "a.pl",
    "use strict; use warnings; use HTTP::Tiny; use JSON::PP;\nmy $res = HTTP::Tiny->new->get('https://api.weather.example/today');\nmy $data = decode_json($res->{content});\nopen(my $out, '>', 'today.txt') or die $!;\nprint $out \"$data->{temp}\\n\";\nclose $out;\nsystem('cat', 'today.txt');\nmy $v = eval { $data->{wind}{speed} } // 0;\nprint \"$v\\n\";\n",
  ],
  [
    "a.php",
    "<?php\n$payload = json_decode(file_get_contents('php://input'), true);\n$id = (int) $_GET['id'];\n$pdo = new PDO('sqlite:app.db');\n$stmt = $pdo->prepare('SELECT * FROM notes WHERE id = ?');\n$stmt->execute([$id]);\n$rows = array_map(fn($r) => $r['text'], $stmt->fetchAll());\necho json_encode($rows);\nexec('git rev-parse HEAD', $lines);\n",
  ],
  [
    "a.ps1",
    'param([string]$Repo)\n$headers = @{ Authorization = "Bearer $env:GITHUB_TOKEN"; Accept = \'application/vnd.github+json\' }\n$issues = Invoke-RestMethod "https://api.github.com/repos/$Repo/issues" -Headers $headers\n$body = @{ title = \'Weekly\'; body = ($issues | ForEach-Object { "- $($_.title)" }) -join "`n" } | ConvertTo-Json\nInvoke-RestMethod "https://api.github.com/repos/$Repo/issues" -Method Post -Headers $headers -Body $body\n',
  ],
  [
    "a.ps1",
    "$bytes = [IO.File]::ReadAllBytes($args[0])\n$b64 = [Convert]::ToBase64String($bytes)\n$json = @{ image = $b64 } | ConvertTo-Json\n$out = Invoke-RestMethod -Uri 'https://ocr.example/v1' -Method Post -Body $json -ContentType 'application/json'\nSet-Content -Path result.txt -Value $out.text\nGet-ChildItem -Path ./out -Recurse -Filter *.tmp | Remove-Item\nStart-Process notepad.exe result.txt\n",
  ],
  [
    "a.mjs",
    'import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises"; import { tmpdir } from "node:os"; import { join } from "node:path"; import { execFile } from "node:child_process"; import { promisify } from "node:util";\nconst run = promisify(execFile);\nconst handlers = { lint: (p) => run("eslint", [p.path]), fmt: (p) => run("prettier", ["--write", p.path]) };\nconst dir = await mkdtemp(join(tmpdir(), "work-"));\nconst res = await fetch("https://api.lint.example/config");\nawait writeFile(join(dir, "config.json"), await res.text());\nawait handlers[process.argv[2]]({ path: process.argv[3] });\nawait rm(dir, { recursive: true, force: true });\n',
  ],
  [
    "a.ts",
    'const form = document.querySelector("form")!;\nform.addEventListener("submit", async (event) => {\n  event.preventDefault();\n  const data = new FormData(form);\n  await fetch("/api/notes", { method: "POST", body: data });\n});\ndocument.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });\ndocument.addEventListener("change", (event) => { localStorage.setItem("theme", (event.target as HTMLInputElement).value); });\n',
  ],
  [
    "a.cjs",
    'const { createHash } = require("crypto"); const fs = require("fs");\nfunction bust(file) { let nonce = 0; const h = createHash("sha256").update(fs.readFileSync(file)).digest("hex"); return file.replace(/\\.js$/, `.${h.slice(0, 8)}.js`) + (nonce ? nonce : ""); }\nfetch("https://cdn.example/manifest.json").then((r) => r.json()).then((m) => { for (const f of Object.keys(m)) console.log(bust(f)); });\n',
  ],
  [
    "a.sh",
    '#!/usr/bin/env bash\nset -euo pipefail\nversion="${1:-1.4.2}"\ncurl -fsSL "https://github.com/acme/tool/releases/download/v${version}/tool-linux-amd64.tar.gz" -o tool.tgz\necho "$2  tool.tgz" | sha256sum -c -\ntar -xzf tool.tgz -C "$HOME/.local/bin" tool\npsql -X -d notes -c \'drop table if exists scratch\'\ngit stash clear\n',
  ],
  [
    "a.rb",
    "require 'bundler/gem_tasks'\nrequire 'rake/clean'\nCLEAN.include('pkg/*.gem')\ntask :release_notes do\n  log = `git log --oneline #{ENV['FROM']}..HEAD`\n  File.write('NOTES.md', log)\nend\ntask(:env) { ENV.each { |k, _| puts k } }\n",
  ],
  [
    "a.ps1",
    "Get-ChildItem Env: | Sort-Object Name | Format-Table Name\n$r = Invoke-WebRequest 'https://status.example/health'\nif ($r.StatusCode -ne 200) { throw 'down' }\n",
  ],
  [
    "a.js",
    'const express = require("express"); const { execFile } = require("child_process"); const app = express();\napp.get("/thumb", (req, res) => { execFile("convert", [req.query.path, "-resize", "100x100", "png:-"], { encoding: "buffer" }, (e, out) => res.end(out)); });\napp.listen(3000);\n',
  ],
  [
    "a.js",
    'const vars = { ...process.env, NODE_ENV: "production" };\nrequire("child_process").spawn("node", ["server.js"], { env: vars, stdio: "inherit" });\nfetch(`https://api.deploy.example/hooks`, { method: "POST", headers: { Authorization: `Bearer ${vars.DEPLOY_TOKEN}` }, body: JSON.stringify({ ref: vars.GITHUB_SHA }) });\n',
  ],
  [
    "a.php",
    "<?php\n$tpl = file_get_contents(__DIR__ . '/mail.html');\nforeach (glob('/var/www/app/cache/*.php') as $f) { unlink($f); }\n$fn = $config['formatter'] ?? 'strtoupper';\necho $fn($tpl);\nmail('team@example.org', 'Report', $tpl);\n",
  ],
];
