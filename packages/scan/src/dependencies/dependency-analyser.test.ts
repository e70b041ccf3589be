import { expect, test } from "vitest";
import { viewSkill } from "@gaia/reading";
import { dependencyAnalyser } from "./dependency-analyser.ts";

const NO_TOOLS = { grammars: { parse: () => null } as never, budget: { leftMs: () => 0 } }; // names need no parser

async function rulesOf(files: Record<string, string>, specs: [string, string][] = []): Promise<string[]> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const view = viewSkill({
    files: Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })),
    nested: [],
    about: {
      name: "sample",
      description: "",
      publisher: "ada",
      links: [],
      requirements: specs.map(([manager, spec]) => ({ manager, spec, file: "SKILL.md", line: 3 })),
    },
  });
  const { findings, problems } = await dependencyAnalyser.analyse(view, NO_TOOLS);
  expect(problems).toEqual([]);
  return findings.map(({ rule, severity, file, line }) => `${rule} ${severity} ${file}:${line}`);
}

test("looks at what the manifest, requirements files, package.json, fences, inline code and scripts name", async () => {
  expect(
    await rulesOf(
      {
        "SKILL.md": "# A\n\nFirst `pip install reqeusts`.\n\n```bash\nnpm i crossenv\n```\n",
        "requirements.txt": "# notes\npandsa==2.0\n",
        "package.json": '{\n  "dependencies": {\n    "mognoose": "1"\n  }\n}',
        "setup.sh": "#!/bin/sh\n# pip install padnas\npip install crypt0graphy\n",
      },
      [
        ["pip", "beautifulsuop4>=4"],
        ["npm", "@typess/lodash@1.0.0"],
      ],
    ),
  ).toEqual([
    "dependencies/typosquat-name high SKILL.md:3",
    "dependencies/scope-confusion medium SKILL.md:3",
    "dependencies/typosquat-name high requirements.txt:2",
    "dependencies/typosquat-name high package.json:3",
    "dependencies/separator-name medium SKILL.md:6",
    "dependencies/typosquat-name high SKILL.md:3",
    "dependencies/lookalike-name high setup.sh:3",
  ]);
});

test("one letter more or less, short words and another first letter are recorded, and hold nothing", async () => {
  const names = "preacct\nvreact\nflaskk\nnumpi\nzpython\nrequests-official\n";
  const rules = await rulesOf({ "requirements.txt": names });
  expect(rules.filter((each) => each.includes(" high "))).toEqual([]);
  expect(rules.length).toBeGreaterThan(0);
});

test("a name from inside a company is a weak sign, and with a second index a strong one", async () => {
  expect(await rulesOf({ "requirements.txt": "acme-internal==1.0\n" })).toEqual([
    "dependencies/internal-name low requirements.txt:1",
  ]);
  const two = "--extra-index-url https://packages.example/simple\nacme-internal==1.0\nrequests\n";
  expect(await rulesOf({ "requirements.txt": two })).toEqual(["dependencies/index-confusion high requirements.txt:2"]);
  const fence = "```sh\npip install --extra-index-url https://packages.example corp-tools\n```\n";
  expect(await rulesOf({ "README.md": fence })).toEqual(["dependencies/index-confusion high README.md:2"]);
});

test("what everybody installs is no finding", async () => {
  const requirements = "requests>=2.31\nnumpy\npandas[excel]\ntyping_extensions\npython-dotenv\nPyYAML\n";
  const text =
    "```bash\npip install -U openai anthropic\nnpx -y @modelcontextprotocol/server-github\nnpm i -D typescript @types/node\n```";
  expect(await rulesOf({ "requirements.txt": requirements, "SKILL.md": text })).toEqual([]);
});
