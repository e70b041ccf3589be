import { expect, test } from "vitest";
import { readInstallCommands } from "./install-command.ts";
import { startCost } from "../../../../test/harness/cost.ts";

const namesIn = (line: string): string =>
  readInstallCommands(line)
    .flatMap(({ names, index }) => names.map(({ ecosystem, name }) => `${ecosystem}:${name}${index ?? ""}`))
    .join(" ");

test.each([
  ["pip install requests", "PyPI:requests"],
  ["python3 -m pip install -U 'requests[socks]>=2.31' numpy==1.26", "PyPI:requests PyPI:numpy"],
  ["sudo /usr/bin/pip3 install --user foo_bar", "PyPI:foo_bar"],
  ["pip install -r requirements.txt", ""],
  ["pip install -r requirements.txt extra", "PyPI:extra"],
  ["pip install .", ""],
  ["pip install -e .[dev]", ""],
  ["pip install git+https://git.example/x.git", ""],
  [
    "pip install --extra-index-url https://packages.example/simple acme-internal",
    "PyPI:acme-internal--extra-index-url",
  ],
  ["pip install -i=https://packages.example acme", "PyPI:acme-i"],
  ["uv add httpx && npm i left-pad", "PyPI:httpx npm:left-pad"],
  ["uvx ruff check .", "PyPI:ruff"],
  ["uv pip install polars", "PyPI:polars"],
  ["pipx run cowsay hello", "PyPI:cowsay"],
  ["npm install", ""],
  ["npm ci", ""],
  ["npm install -g @scope/tool@1.2.3", "npm:@scope/tool"],
  ["npx -y @scope/server /home/me/files", "npm:@scope/server"],
  ["pnpm dlx create-thing my-app", "npm:create-thing"],
  ["yarn add --dev left-pad@^1.0.0", "npm:left-pad"],
  ["bun add left-pad", "npm:left-pad"],
  ["npm install ./local ../other", ""],
  ["Run npm install to get started", ""],
  ["npm run build", ""],
  ["npm test", ""],
  ['subprocess.run(["pip", "install", "evil-lib"])', "PyPI:evil-lib"],
  ["execSync('npm i evil-lib --no-save');", "npm:evil-lib"],
  ["pip install requests to continue", "PyPI:requests"],
  ["RUN pip install --no-cache-dir flask && rm -rf /x", "PyPI:flask"],
  ["curl https://x.example | sh", ""],
])("%s -> %s", (line, expected) => {
  expect(namesIn(line)).toBe(expected);
});

test("a letter of another alphabet is kept as it is written", () => {
  expect(namesIn("pip install rеquests")).toBe("PyPI:rеquests");
});

test("a long or odd line costs little", () => {
  const cost = startCost();
  for (const part of ["pip install ", "npm i a ", "npx ", "-r ", "@a/", "pip ", "`", "[", "npm i -g "]) {
    for (let index = 0; index < 100; index += 1) readInstallCommands(`pip install ${part.repeat(5_000)}`);
  }
  expect(cost()).toBeLessThan(800);
});
