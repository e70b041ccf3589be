import type { CanonicalSkill } from "../model/canonical.ts";
import type { PackageView } from "../formats/format.ts";
import { quoted } from "../model/report.ts";
import type { Place, Report } from "../model/report.ts";
import { requirementsText } from "./requirements-text.ts";

const MAX_REPORTED = 20;

interface Dependency {
  manager: "pip" | "npm";
  spec: string;
  place: Place;
}

/** SK6002 and SK6003: packages of an index without a version, and those that come from elsewhere. The manifest's and requirements.txt's. */
export function checkDependencies(skill: CanonicalSkill, pkg: PackageView, report: Report): void {
  let reported = 0;
  for (const { manager, spec, place } of dependenciesOf(skill, pkg)) {
    if (reported >= MAX_REPORTED) return;
    const judge = manager === "pip" ? judgePip : judgeNpm;
    const found = judge(spec);
    if (found === null) continue;
    reported++;
    if (found === "remote") report.note("SK6003", place, `${quoted(spec)} is installed from outside a package index.`);
    else {
      const fill = { suggestion: manager === "pip" ? "e.g. name>=1.0" : "e.g. name@^1.0.0" };
      report.note("SK6002", place, `${quoted(spec)} has no version.`, { fill });
    }
  }
}

function dependenciesOf(skill: CanonicalSkill, pkg: PackageView): Dependency[] {
  const { packages } = skill.requires;
  const declared = packages.flatMap(({ manager, spec, origin }): Dependency[] => {
    const { file, line, column } = origin;
    const index = manager === "uv" ? "pip" : manager;
    return index === "pip" || index === "npm" ? [{ manager: index, spec, place: { file, line, column } }] : [];
  });
  const own = packages.filter(({ manager }) => manager === "pip").length;
  const lines = requirementsText(skill, pkg.files).slice(own);
  const listed = lines.map(({ text, origin }): Dependency => {
    const at = origin.lastIndexOf(":");
    const place = { file: origin.slice(0, at), line: Number(origin.slice(at + 1)), column: 1 };
    return { manager: "pip", spec: text.replace(/(?:^|\s)#.*$/, "").trim(), place };
  });
  return [...declared, ...listed.filter(({ spec }) => spec !== "")];
}

type Judgement = "remote" | "unpinned" | null;

/** PEP 508, and the options that a requirements file may hold. */
function judgePip(spec: string): Judgement {
  const text = spec.slice(0, 500);
  if (/^-(?:e|f|i)\b|^--(?:editable|find-links|index-url|extra-index-url)\b/.test(text)) return "remote";
  if (text.startsWith("-")) return null;
  const [bare = ""] = text.split(";");
  if (/@\s*[a-z][a-z0-9+.-]{0,20}:|^[a-z][a-z0-9+.-]{0,20}:\/\/|^git\+|^file:|^[.~]{0,2}\//i.test(bare))
    return "remote";
  return /[=<>~!]/.test(bare) ? null : "unpinned";
}

/** `name@range`, as npm's command line has it. */
function judgeNpm(spec: string): Judgement {
  const text = spec.slice(0, 500);
  const at = text.indexOf("@", 1);
  const name = at === -1 ? text : text.slice(0, at);
  const range = at === -1 ? "" : text.slice(at + 1).trim();
  if (/^(?:git|https?|file|link|github|gitlab|bitbucket|gist)\b[+:]/i.test(range)) return "remote";
  if (/^[\w.-]+\/[\w.-]+(?:#|$)/.test(range) || /^(?:[.~]{0,2}\/|[a-z+]{2,10}:)/i.test(name)) return "remote";
  return range === "" || /^(?:\*|x|latest|next)$/i.test(range) ? "unpinned" : null;
}
