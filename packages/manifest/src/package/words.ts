import { deviceOf } from "@gaia/archive";
import type { CanonicalSkill } from "../model/canonical.ts";
import type { PackageView } from "../formats/format.ts";
import { quoted } from "../model/report.ts";
import type { Report } from "../model/report.ts";
import { reservedPrefix } from "../model/skill-name.ts";

/** Words that a vendor's upload refuses in the name of somebody else's skill. */
const VENDOR_WORDS: [word: string, vendor: string][] = [
  ["claude", "Anthropic"],
  ["anthropic", "Anthropic"],
];

const SCRIPT = /\.(?:py|[cm]?js|[cm]?ts|sh|bash|zsh|ps1|bat|cmd|rb|pl|php)$/i;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|examples?)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|\.d\.ts$|[.-]test\.[cm]?[jt]s$/i;

/** SK3005, SK3006, SK3017, SK3024 and SK4010: names, words and silence that somebody else objects to. */
export function checkWords(skill: CanonicalSkill, pkg: PackageView, report: Report): void {
  const { name, description, kind } = skill;
  const prefix = reservedPrefix(name.value);
  if (prefix === "mcp-" ? kind !== "mcp" : prefix !== null) {
    const owner = prefix === "mcp-" ? "a skill that wraps an MCP server" : `the publisher ${prefix?.slice(0, -1)}`;
    const message = `Names that begin with ${prefix} are reserved; a registry refuses ${quoted(name.value)} from others.`;
    report.note("SK3005", name.origin, message, { fill: { owner } });
  }
  if (deviceOf(name.value) !== null) {
    const message = `The name ${quoted(name.value)} is that of a device on Windows, where no folder can have it.`;
    report.note("SK3017", name.origin, message);
  }
  for (const [word, vendor] of VENDOR_WORDS)
    if (name.value.includes(word)) {
      const message = `The name contains ${quoted(word)}, which ${vendor} refuses in names of others.`;
      report.note("SK3006", name.origin, message);
      break;
    }
  if (/[<>]/.test(description.value)) {
    const message = "The description has < or > in it, which the upload of Anthropic refuses.";
    report.note("SK3024", description.origin, message);
  }
  const scripts = saysNothing(skill)
    ? pkg.files.filter(({ path }) => SCRIPT.test(path) && !TEST.test(path)).map(({ path }) => path)
    : [];
  const [first] = scripts;
  if (first === undefined) return;
  const what =
    scripts.length === 1 ? `the script ${quoted(first)}` : `${scripts.length} scripts, e.g. ${quoted(first)},`;
  const message = `The package has ${what} and declares no tools, permissions or requirements.`;
  report.note("SK4010", { file: skill.provenance.manifestFile, line: null, column: null }, message);
}

function saysNothing({ tools, permissions, requires, allowedTools, runtime }: CanonicalSkill): boolean {
  const { env, packages, skills, bins, text, python, node } = requires;
  const lists = [tools, permissions.declared ?? [], allowedTools, env, packages, skills, bins.all, bins.anyOf];
  return lists.every(({ length }) => length === 0) && [text, python, node, runtime].every((one) => one === null);
}
