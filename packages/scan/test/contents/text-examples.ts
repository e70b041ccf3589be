import { B64, PLAIN, ZIP, bytes, inLines, noise, type Examples } from "./sample-bytes.ts";

/** Of the rules about packed code. */
export const TEXT_EXAMPLES = {
  "packed-self-extracting": {
    positive: [
      [
        "high",
        "sed, base64, tar",
        {
          "install.sh": `#!/bin/sh\nsed '1,/^__PAYLOAD__$/d' "$0" | base64 -d | tar xz\nexit 0\n__PAYLOAD__\n${inLines(B64)}\n`,
        },
      ],
      ["high", "a tail behind the exit", { "install.sh": `#!/bin/bash\nunpack\nexit 0\n${inLines(B64)}\n` }],
      [
        "high",
        "through a file",
        { run: '#!/bin/sh\nL=$(awk "/^#X/{print NR+1}" "$0")\ntail -n +$L "$0" > /tmp/p\nchmod +x /tmp/p\n/tmp/p\n' },
      ],
      ["high", "comments of its own", { "x.sh": `eval "$(sed -n 's/^#: //p' "$0")"\n#: id\n` }],
      [
        "high",
        "a file that is read in",
        { "x.sh": '#!/bin/sh\ntail -n +5 "$0" | tr a-z n-za-m > /tmp/.x && . /tmp/.x\nexit\n__TAIL__\nrpub\n' },
      ],
      [
        "high",
        "a batch file's own end",
        {
          "x.bat":
            '@echo off\nmore +4 "%~f0" > "%TEMP%\\t.b64"\ncertutil -decode "%TEMP%\\t.b64" "%TEMP%\\t.exe"\nexit /b\nTVqQ\n',
        },
      ],
      ["high", "a script with binary data", { tool: bytes("#!/usr/bin/env python3\n", ZIP) }],
      [
        "high",
        "Python",
        {
          "a.py": `import base64\nsrc = open(__file__).read()\nexec(base64.b64decode(src.split("#!!")[1]))\n#!!${B64}\n`,
        },
      ],
      [
        "high",
        "JavaScript",
        {
          "a.js":
            "const s = require('fs').readFileSync(__filename, 'utf8'); new Function(atob(s.split('//@')[1]))()\n//@aWQ=\n",
        },
      ],
      [
        "high",
        "Windows",
        { "a.bat": '@echo off\ncertutil -f -decode "%~f0" "%TEMP%\\a.exe"\nstart %TEMP%\\a.exe\nexit /b\n' },
      ],
      [
        "high",
        "PowerShell",
        {
          "a.ps1":
            "$t = Get-Content $PSCommandPath -Raw\niex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($t.Split('#~')[1])))\n",
        },
      ],
    ],
    negative: [
      [
        "help out of one's own head",
        {
          "a.sh":
            "#!/bin/sh\nusage() { sed -n '2,9p' \"$0\" | sed 's/^# //'; exit 0; }\ngrep '^##' \"$0\" >&2\nbash ./b.sh\n",
        },
      ],
      [
        "one's own folder",
        {
          "a.sh":
            '#!/bin/bash\ncd "$(dirname "$0")" && tar xzf data.tgz\n. "${BASH_SOURCE%/*}/env"\nunzip a.zip -d "$(dirname "${BASH_SOURCE[0]}")"\nexit 0\n',
        },
      ],
      [
        "a program's own documentation",
        {
          "a.py": "import re\nhelp = re.compile('x').search(open(__file__).read())\n",
          "a.js": "const own = fs.readFileSync(__filename); /x/.exec(own)\n",
        },
      ],
      ["awk's line", { "a.sh": "#!/bin/sh\ntar tf a.tar | awk '{print $0}' | sh -c cat\n" }],
    ],
  },
  "packed-literal": {
    positive: [
      ["high", "Python", { "a.py": `import base64\nexec(base64.b64decode("${B64}"))\n` }],
      [
        "high",
        "Python, in lines, by way of names",
        {
          "a.py": `import base64, zlib\nDATA = """\n${inLines(B64)}\n"""\ncode = zlib.decompress(base64.b64decode(DATA))\nexec(compile(code, "x", "exec"))\n`,
        },
      ],
      ["high", "JavaScript", { "a.js": `eval(atob("${B64}"));\n` }],
      ["high", "JavaScript that says it is a picture", { "a.js": `eval(atob("iVBOR${B64}"));\n` }],
      ["high", "numbers", { "a.js": `eval(String.fromCharCode(${Array.from(noise(500)).join(",")}));\n` }],
      ["high", "shell", { "a.sh": `#!/bin/sh\nbase64 -d <<'EOF' | sh\n${inLines(B64)}\nEOF\n` }],
      [
        "high",
        "PowerShell",
        { "a.ps1": `iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String("${B64}")))\n` },
      ],
      [
        "high",
        "code without a name for it",
        {
          loader: `#!/usr/bin/env python3\nimport marshal, base64\nexec(marshal.loads(base64.b64decode(b"${B64}")))\n`,
        },
      ],
      [
        "high",
        "short pieces",
        {
          "a.js": `const p=[${B64.match(/.{1,32}/g)?.map((part) => `"${part}"`)}];eval(Buffer.from(p.join(""),"base64")+"")`,
        },
      ],
      [
        "high",
        "by way of a file, Python",
        { "a.py": `import base64, os\nopen("x","wb").write(base64.b64decode("${B64}"))\nos.system("./x")\n` },
      ],
      [
        "high",
        "by way of a file, JavaScript",
        { "a.js": `fs.writeFileSync(p, Buffer.from("${B64}", "base64")); require("child_process").execFileSync(p)` },
      ],
      ["high", "a name that is put together", { "a.py": `getattr(builtins, "ex" + "ec")(b64decode("${B64}"))\n` }],
    ],
    negative: [
      [
        "a bundle with WebAssembly and a font",
        {
          "a.js": `const wasm = Buffer.from("AGFzb${B64}", "base64");\nWebAssembly.compile(wasm);\n(0, eval)("1");\nconst css = "url(data:font/woff2;base64,${B64})";\n`,
        },
      ],
      [
        "a minified library",
        { "a.min.js": `!function(e){${"var t=e.call(n,r),o=Function('return this')();atob(t);".repeat(200)}}(this)` },
      ],
      ["a picture in code", { "icon.py": `import base64\nICON = base64.b64decode("${B64}")\nprint(len(ICON))\n` }],
      [
        "a picture that is written and shown",
        { "a.py": `open("i.png", "wb").write(base64.b64decode("iVBORw0${B64}"))\nsubprocess.run(["open", "i.png"])\n` },
      ],
      [
        "a notebook with a picture",
        {
          "a.ipynb": JSON.stringify({
            cells: [{ cell_type: "code", source: ["exec(x)"], outputs: [{ data: { "image/png": B64 } }] }],
          }),
        },
      ],
      [
        "a library that decodes and evaluates other things",
        {
          "a.js": `const re = /x/; re.exec(y); model.eval(); const k = atob(z);\n${"export const name = 'value';\n".repeat(60)}`,
        },
      ],
    ],
  },
  "packed-carried": {
    positive: [
      [
        "high",
        "text that is decoded and run",
        {
          "assets/theme.txt": inLines(B64),
          "a.py": "import base64\nexec(base64.b64decode(open('assets/theme.txt').read()))\n",
        },
      ],
      [
        "high",
        "a payload that a shell restores",
        { "assets/logo.b64": B64, "a.sh": "#!/bin/sh\nbase64 -d assets/logo.b64 > /tmp/x\nchmod +x /tmp/x\n/tmp/x\n" },
      ],
    ],
    negative: [
      [
        "a picture in a text that code decodes",
        {
          "assets/logo.b64": B64,
          "a.py": "import base64\nopen('l.png','wb').write(base64.b64decode(open('assets/logo.b64').read()))\n",
        },
      ],
      [
        "data that other code than the one that runs something reads",
        { "assets/logo.b64": B64, "a.py": "eval('1 + 1')\n", "b.py": "print(open('assets/logo.b64').read())\n" },
      ],
    ],
  },
  "packed-obfuscated": {
    positive: [
      ["high", "a packer", { "a.js": "eval(function(p,a,c,k,e,d){return p}('0',1,1,''.split('|')))" }],
      [
        "high",
        "an obfuscator's names",
        { "a.js": Array.from({ length: 30 }, (_, index) => `var _0x${(4096 + index).toString(16)}=1;`).join("") },
      ],
      [
        "high",
        "names that cannot be told apart",
        { "a.py": Array.from({ length: 20 }, () => "IlIlIlIlI = lIlIlIlIl").join("\n") },
      ],
      ["high", "brackets", { "a.js": "[][(![]+[])[+[]]+(![]+[])[!+[]+!+[]]]".repeat(30) }],
    ],
    negative: [
      ["a minified library", { "a.js": `!function(e,t){${"e.x=t(1);".repeat(900)}}(a,b)` }],
      ["binary numbers", { "a.py": `x = [${"10010110, ".repeat(40)}]\n` }],
    ],
  },
  "packed-minified": {
    positive: [
      ["low", "one line", { "a.js": `!function(e,t){${"e.x=t(1);".repeat(900)}}(a,b)` }],
      ["low", "a long line among others", { "a.js": `// x\n${"a(1);".repeat(1_100)}\n` }],
    ],
    negative: [PLAIN, ["long data", { "a.json": `[${"1,".repeat(4_000)}1]` }]],
  },
} satisfies Record<string, Examples>;
