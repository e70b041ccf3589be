import type { CanonicalSkill } from "../canonical.ts";
import type { PackageView } from "../formats/format.ts";
import { quoted } from "../report.ts";
import type { Report } from "../report.ts";

/** A document with more links has enough to repair. */
const MAX = { reported: 20, links: 2000, bytes: 256 * 1024 };

const LINK = /\]\([ \t]{0,8}<?([^()\s<>]{1,400})|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,8}<?([^\s<>]{1,400})/g;

/** SK7005 and SK7006: relative links of the instructions that lead to no file of the package, or out of it. Code is left out. */
export function checkLinks({ instructions }: CanonicalSkill, pkg: PackageView, report: Report): void {
  const file = pkg.find(instructions.file);
  if (file === null) return;
  const folder = instructions.file.includes("/") ? instructions.file.slice(0, instructions.file.lastIndexOf("/")) : "";
  const { bodyStart } = instructions;
  const places = placesOf(pkg);
  const seen = new Set<string>();
  const body = new TextDecoder().decode(file.bytes.subarray(bodyStart, bodyStart + MAX.bytes));
  for (const { target, line, column } of linksOf(body)) {
    const path = pathOf(target);
    if (path === null || seen.has(path) || seen.size >= MAX.links) continue;
    seen.add(path);
    const place = { file: file.path, line: instructions.bodyLine + line, column };
    const found = resolved(folder, path);
    if (found === null) report.note("SK7006", place, `${quoted(target)} points outside the package.`);
    else if (!places.exact.has(found)) {
      const other = places.folded.get(found.toLowerCase());
      const hint = other === undefined ? {} : { hint: `Write ${quoted(other)}: case counts.` };
      report.note("SK7005", place, `${quoted(target)} is not in the package.`, hint);
    } else continue;
    if (--places.left === 0) return;
  }
}

function placesOf(pkg: PackageView): { exact: Set<string>; folded: Map<string, string>; left: number } {
  const exact = new Set([""]);
  for (const { path } of pkg.files) {
    exact.add(path);
    for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) exact.add(path.slice(0, at));
  }
  return { exact, folded: new Map([...exact].map((path) => [path.toLowerCase(), path])), left: MAX.reported };
}

/** Links and images of the lines outside fences, code in a line left out. `line` counts from 0, `column` from 1. */
function* linksOf(body: string): Generator<{ target: string; line: number; column: number }> {
  if (!body.includes("](") && !body.includes("]:")) return;
  let fence: string | null = null;
  let line = -1;
  for (let at = 0; at <= body.length;) {
    const end = body.indexOf("\n", at);
    const text = body.slice(at, end === -1 ? body.length : end);
    at = end === -1 ? body.length + 1 : end + 1;
    line++;
    const mark = /^ {0,12}(```|~~~)/.exec(text)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence;
    if (fence !== null || mark !== undefined || !text.includes("]")) continue;
    const plain = text.includes("`") ? text.replace(/`[^`]*`/g, (code) => " ".repeat(code.length)) : text;
    for (const match of plain.matchAll(LINK)) {
      const target = match[1] ?? match[2] ?? "";
      yield { target, line, column: match.index + match[0].length - target.length + 1 };
    }
  }
}

/** The path of a link that is meant to be a file; null for addresses, anchors, templates and single words. */
function pathOf(target: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]{0,30}:|#|\/\/|\?)/i.test(target) || /[{}*$|`]|\.\.\.|…/.test(target)) return null;
  const [bare = ""] = target.split(/[?#]/, 1);
  if (!/[./]/.test(bare) || /^[\w-]+\.(?:com|org|io|dev|net|ai|app)(?:\/|$)/i.test(bare)) return null;
  try {
    return decodeURIComponent(bare).normalize("NFC");
  } catch {
    return bare;
  }
}

/** From the package's root; null where it leaves it. */
function resolved(folder: string, path: string): string | null {
  if (/^[/\\~]/.test(path)) return null;
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
