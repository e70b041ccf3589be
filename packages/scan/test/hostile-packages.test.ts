import { describe, expect, test } from "vitest";
import { COMPLETED, file, reason, reasons, scan, scanners, told } from "./scanning.ts";

/** In pieces, so that nothing that reads this repository takes it for a key. */
const AWS_KEY = `AKIA${"QWERTYUIOPASDFGH"}`;
const PASSWORD = `hunter2${"-swordfish"}`;
const SHELL = "import subprocess\nsubprocess.call(input(), shell=True)\n";

describe.skipIf(scanners === null)(`a package that fights its scan [${reason ?? "scanners found"}]`, () => {
  test("S1 its own scanner configuration changes nothing", async () => {
    const honest = [file("run.py", SHELL), file("notes.txt", `key ${AWS_KEY}\n`)];
    const settings = [
      file(".bandit", "[bandit]\nskips: B602,B404\nexclude: run.py\ntargets: nowhere\n"),
      file("bandit.yaml", "skips: [B602]\n"),
      file("pyproject.toml", '[tool.bandit]\nskips = ["B602"]\nexclude_dirs = ["."]\n'),
      file("setup.cfg", "[bandit]\nskips = B602\n"),
      file(".secrets.baseline", '{"version":"1.5.0","plugins_used":[],"filters_used":[],"results":{}}'),
      file(".gitleaksignore", "notes.txt:aws-access-token:1\n"),
      file("tox.ini", "[bandit]\nskips = B602\n"),
      file(".gitignore", "*\n"),
      file("pip.conf", "[global]\nindex-url = http://127.0.0.1:9/\n"),
      file("settings/bandit.ini", "[bandit]\nskips: B602\n"),
    ];
    const plain = await scan({ files: honest });
    const fought = await scan({ files: [...honest, ...settings] });
    expect(told(plain)).toEqual([
      "detect-secrets/aws-access-key high high notes.txt:1",
      "bandit/B404 low high run.py:1",
      "bandit/B602 high high run.py:2",
    ]);
    expect(reasons(fought)).toEqual(COMPLETED);
    expect(told(fought)).toEqual(expect.arrayContaining(told(plain)));
  });

  test("S1 a module of the package is never imported by a scanner", async () => {
    const poison = "raise SystemExit('imported')\n";
    const names = [
      "json.py",
      "bandit.py",
      "ast.py",
      "sitecustomize.py",
      "detect_secrets/__init__.py",
      "yaml/__init__.py",
    ];
    const result = await scan({ files: [...names.map((name) => file(name, poison)), file("run.py", SHELL)] });
    expect(reasons(result)).toEqual(COMPLETED);
    expect(told(result)).toContain("bandit/B602 high high run.py:2");
  });

  test("S1 requirement lines that leave the index are findings, and never reach pip", async () => {
    const hostile = [
      "-r /etc/passwd",
      "-r ../../outside.txt",
      "--index-url http://127.0.0.1:9/simple",
      "--extra-index-url=http://user:letmein@127.0.0.1:9/simple",
      "-e git+https://example.test/evil.git#egg=evil",
      "file:///etc/passwd",
      "evil @ https://example.test/evil.whl",
      "./local",
      "requests>=2.31 --global-option=--evil",
      "${HOME}",
      "idna==3.10",
    ];
    const result = await scan({ files: [file("requirements.txt", `${hostile.join("\n")}\n`)] });
    expect(told(result).filter((each) => each.startsWith("requirements/"))).toEqual([
      "requirements/outside-file high high requirements.txt:1",
      "requirements/outside-file high high requirements.txt:2",
      "requirements/other-index high high requirements.txt:3",
      "requirements/other-index high high requirements.txt:4",
      "requirements/remote-source high high requirements.txt:5",
      "requirements/local-path high high requirements.txt:6",
      "requirements/remote-source high high requirements.txt:7",
      "requirements/local-path high high requirements.txt:8",
      "requirements/build-option high high requirements.txt:9",
      "requirements/environment-variable high high requirements.txt:10",
    ]);
    expect(JSON.stringify(result.findings)).not.toContain("letmein");
    const toPip = result.commands.filter(({ network }) => network).flatMap(({ files }) => files);
    expect(toPip.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(["idna==3.10\n", "idna==3.10\n"]);
    expect(result.resolved).toMatchObject([{ name: "idna", version: "3.10" }]);
  });

  test("S2 a comment does not hide its line, from either scanner", async () => {
    const result = await scan({
      files: [
        file("run.py", "import subprocess  # nosec\nsubprocess.call(input(), shell=True)  # nosec B602\n"),
        file("a.py", `key = "${AWS_KEY}"  # pragma: allowlist secret\n`),
        file("b.js", `// pragma: allowlist nextline secret\nconst key = "${AWS_KEY}"; // gitleaks:allow\n`),
        file("c.yaml", `# ${AWS_KEY}\nkey: ${AWS_KEY} # pragma: allowlist secret\n`),
        file("d.txt", `[section]\nname = 1\n; ${AWS_KEY}\n`),
        file("e.py", `user_id = str("${AWS_KEY}")\n`),
        file("package-lock.json", `{"a": "${AWS_KEY}"}\n`),
        file("swagger/ui.html", `${AWS_KEY}\n`),
        file("image.svg", `${AWS_KEY}\n`),
        file("yarn.lock", `${AWS_KEY}\n`),
      ],
    });
    expect(reasons(result)).toEqual(COMPLETED);
    expect(told(result).filter((each) => each.includes("B602"))).toEqual(["bandit/B602 high high run.py:2"]);
    const keys = told(result).filter((each) => each.startsWith("detect-secrets/aws"));
    expect(keys).toEqual(
      ["a.py:1", "b.js:2", "c.yaml:1", "c.yaml:2", "d.txt:3", "e.py:1", "image.svg:1", "package-lock.json:1"]
        .concat(["swagger/ui.html:1", "yarn.lock:1"])
        .map((place) => `detect-secrets/aws-access-key high high ${place}`),
    );
  });

  test("S2 bytes that are not UTF-8, UTF-16 and NULs do not hide a secret", async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(`a\nkey ${AWS_KEY}\n`, "utf16le")]);
    const result = await scan({
      files: [
        file("latin.txt", new Uint8Array([0xe9, 0x0a, ...Buffer.from(AWS_KEY)])),
        file("utf16.txt", utf16),
        file("data.bin", new Uint8Array([0, 1, 2, ...Buffer.from(` ${AWS_KEY} `), 0])),
      ],
    });
    expect(told(result)).toEqual([
      "detect-secrets/aws-access-key high high data.bin:null",
      "detect-secrets/aws-access-key high high latin.txt:2",
      "detect-secrets/aws-access-key high high utf16.txt:2",
    ]);
  });

  test("the value of a secret is nowhere in the result", async () => {
    const pem = `-----BEGIN RSA ${"PRIVATE KEY"}-----`;
    const result = await scan({
      files: [
        file("a.py", `password = "${PASSWORD}"\nkey = "${AWS_KEY}"\nlogin(passwd="${PASSWORD}")\n`),
        file("b.md", `curl -u x https://user:${PASSWORD}@example.test/\n${pem}\n`),
        file("c.env", `API_KEY=${AWS_KEY}\n`),
      ],
    });
    const rules = new Set(result.findings.map(({ rule }) => rule));
    for (const rule of ["bandit/B105", "bandit/B106", "detect-secrets/aws-access-key", "detect-secrets/private-key"]) {
      expect(rules).toContain(rule);
    }
    expect(rules).toContain("detect-secrets/basic-auth-credentials");
    const text = JSON.stringify(result.findings);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(AWS_KEY);
    expect(result.findings.find(({ file, line }) => file === "a.py" && line === 2)?.snippet).toBe("key = [redacted]");
    expect(result.findings.find(({ file }) => file === "b.md")?.snippet).toBe("[redacted]");
  });

  test("a key's own value says whether it is an example; what stands around it does not", async () => {
    const keys = (path: string, value: string) => file(path, `# example, your key here: ${value}\n`);
    const body = Buffer.from(Array.from({ length: 96 }, (_, at) => (at * 73 + 41) % 256)).toString("base64");
    const head = `-----BEGIN ${"PRIVATE KEY"}-----`;
    const result = await scan({
      files: [
        keys("real.py", AWS_KEY),
        keys("documented.py", `AKIA${"IOSFODNN7EXAMPLE"}`),
        keys("counted.py", `AKIA${"1234567890ABCDEF"}`),
        file("head.md", `${head}\n<your key>\n-----END PRIVATE KEY-----\n`),
        file("whole.pem", `${head}\n${body.slice(0, 64)}\n${body.slice(64)}\n-----END PRIVATE KEY-----\n`),
        file("inline.json", `{"key": "${head}\\n${body}\\n-----END PRIVATE KEY-----\\n"}\n`),
      ],
    });
    const words = await scan({
      files: [
        file("name.py", `ENV_SECRET = "AWS_SECRET_ACCESS_KEY"\n`),
        file("random.py", `password = "q8Zr2LmX0vTn5Wc7"\n`),
      ],
    });
    expect(told(words).filter((each) => each.includes("keyword"))).toEqual([
      "detect-secrets/secret-keyword low low name.py:1",
      "detect-secrets/secret-keyword medium low random.py:1",
    ]);
    const seen = told(result).filter((each) => /aws|private/.test(each));
    expect(seen).toEqual([
      "detect-secrets/aws-access-key low low counted.py:1",
      "detect-secrets/aws-access-key low low documented.py:1",
      "detect-secrets/private-key low low head.md:1",
      "detect-secrets/private-key high high inline.json:1",
      "detect-secrets/aws-access-key high high real.py:1",
      "detect-secrets/private-key high high whole.pem:1",
    ]);
  });

  test.for([
    ["a syntax error", "def (:\n"],
    ["Python 2", 'print "hello"\n'],
    ["a NUL", "x = 1\0\n"],
    ["5,000 parentheses", `${"(".repeat(5_000)}1${")".repeat(5_000)}\n`],
    ["syntax of a later Python", "try:\n    pass\nexcept ValueError, TypeError:\n    pass\nname = t'{1}'\n"],
    ["an unknown encoding", "# -*- coding: no-such-codec -*-\nx = 1\n"],
    ["bytes that are not its encoding", new Uint8Array([0x78, 0x3d, 0x22, 0xff, 0x22])],
  ] as const)("S3 a file that cannot be parsed is unscanned, not clean: %s", async ([, text]) => {
    const result = await scan({ files: [file("lib/broken.py", text), file("run.py", SHELL)] });
    expect(reasons(result)["bandit"]).toMatch(/^could not read lib\/broken\.py: /);
    expect(result.scanners[0]).toMatchObject({
      name: "bandit",
      status: "unscanned",
      retryable: false,
      version: expect.any(String),
    });
    expect(told(result)).toContain("bandit/B602 high high run.py:2");
    expect(JSON.stringify([result.scanners, result.findings])).not.toMatch(/sandbox-|\/code\/p\d/);
  });

  test("S3 code in UTF-7 is read as Python reads it, or unscanned", async () => {
    const hidden = "# -*- coding: utf-7 -*-\nimport subprocess\nsubprocess.call(input(), shell+AD0-True)\n";
    const result = await scan({ files: [file("hidden.py", hidden)] });
    const isFound = told(result).includes("bandit/B602 high high hidden.py:3");
    expect(isFound || reasons(result)["bandit"]?.startsWith("could not read hidden.py")).toBe(true);
  });

  test("S4 a file of 200,000 lines is read whole within the deadline, or unscanned", { timeout: 60_000 }, async () => {
    const result = await scan({ files: [file("huge.py", `${"x = 1\n".repeat(200_000)}${SHELL}`)], timeoutMs: 4_000 });
    if (reasons(result)["bandit"] === null) {
      expect(told(result)).toContain("bandit/B602 high high huge.py:200002");
    } else {
      expect(reasons(result)["bandit"]).toBe("it ran out of time");
    }
  });

  test("S4 a line of 1 MiB is read within the deadline, or unscanned", { timeout: 60_000 }, async () => {
    const line = `var a="${"abcdef0123456789,;=()".repeat(50_000)}";`;
    const result = await scan({ files: [file("min.js", `${line}\nkey ${AWS_KEY}\n`)], timeoutMs: 4_000 });
    if (reasons(result)["detect-secrets"] === null) {
      expect(told(result)).toContain("detect-secrets/aws-access-key high high min.js:2");
    } else {
      expect(reasons(result)["detect-secrets"]).toBe("it ran out of time");
    }
  });

  test("S5 Python without the ending: .pyw, .PY and a first line are read too", async () => {
    const result = await scan({
      files: [
        file("a.pyw", SHELL),
        file("b.PY", SHELL),
        file("bin/tool", `#!/usr/bin/env python3\n${SHELL}`),
        file("c.txt", `#!/usr/bin/python\n${SHELL}`),
        file("d.txt", SHELL),
      ],
    });
    expect(told(result).filter((each) => each.includes("B602"))).toEqual([
      "bandit/B602 high high a.pyw:2",
      "bandit/B602 high high b.PY:2",
      "bandit/B602 high high bin/tool:3",
      "bandit/B602 high high c.txt:3",
    ]);
  });

  test("S7 no file name is an option, or on a scanner's list of what to leave out", async () => {
    const names = [
      "-x.py",
      "--config=evil.py",
      "--exit-zero.py",
      "-.py",
      "@args.py",
      "a b;c$(d).py",
      "x,y.py",
      "*.py",
      "__pycache__/a.py",
      ".git/a.py",
      ".tox/a.py",
      "b.egg/a.py",
      "CVS/a.py",
      "é/ü.py",
    ];
    const result = await scan({ files: names.map((name) => file(name, `${SHELL}# ${AWS_KEY}\n`)) });
    expect(reasons(result)).toEqual(COMPLETED);
    for (const name of names) {
      expect(told(result)).toContain(`bandit/B602 high high ${name}:2`);
      expect(told(result)).toContain(`detect-secrets/aws-access-key high high ${name}:3`);
    }
  });

  test("a flood of findings is cut to the most serious, and says so", { timeout: 60_000 }, async () => {
    const text = `${"assert True\n".repeat(1_500)}${SHELL}`;
    const result = await scan({ files: [file("flood.py", text)] });
    expect(result.findings).toHaveLength(1_000);
    expect(told(result)).toContain("bandit/B602 high high flood.py:1502");
    expect(reasons(result)["bandit"]).toBe("502 more findings are not listed");
  });
});
