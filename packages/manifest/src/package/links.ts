import { openedFence, closesFence } from "@gaia/syntax/fences";
import type { CanonicalSkill } from "../model/canonical.ts";
import type { PackageView } from "../formats/format.ts";
import { quoted } from "../model/report.ts";
import type { Report } from "../model/report.ts";

/** A document with more links has enough to repair. */
const MAX = { reported: 20, links: 2000, bytes: 256 * 1024 };

/** A fence, code in a line, the target of a link or image, and that of a definition: one pass over the text. */
const MARK =
  /^( {0,12}(?:```|~~~)[^\n]*)|`[^`\n]*`|\]\([ \t]{0,8}<?([^()\s<>]{1,400})|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,8}<?([^\s<>]{1,400})/gm;

/** SK7005 and SK7006: relative links of the instructions that lead to no file of the package, or out of it. Code is left out. */
export function checkLinks({ instructions }: CanonicalSkill, pkg: PackageView, report: Report): void {
  const file = pkg.find(instructions.file);
  if (file === null) return;
  const folder = instructions.file.includes("/") ? instructions.file.slice(0, instructions.file.lastIndexOf("/")) : "";
  const { bodyStart } = instructions;
  const body = new TextDecoder().decode(file.bytes.subarray(bodyStart, bodyStart + MAX.bytes));
  const links = linksOf(body);
  if (links.size === 0) return;
  const places = placesOf(pkg);
  for (const [target, offset] of links) {
    const path = pathOf(target);
    if (path === null) continue;
    const found = resolved(folder, path);
    if (found !== null && places.exact.has(found)) continue;
    const line = instructions.bodyLine + body.slice(0, offset).split("\n").length - 1;
    const place = { file: file.path, line, column: offset - body.lastIndexOf("\n", offset - 1) };
    if (found === null) report.note("SK7006", place, `${quoted(target)} points outside the package.`);
    else {
      const other = places.folded.get(found.toLowerCase());
      const hint = other === undefined ? {} : { hint: `Write ${quoted(other)}: case counts.` };
      report.note("SK7005", place, `${quoted(target)} is not in the package.`, hint);
    }
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

/** The targets of links and images outside code, each with the offset of its first place. */
function linksOf(body: string): Map<string, number> {
  const links = new Map<string, number>();
  let fence: string | null = null;
  for (const match of body.includes("](") || body.includes("]:") ? body.matchAll(MARK) : []) {
    const [whole, line, inline, definition] = match;
    if (line !== undefined && fence === null) fence = openedFence(line, "anywhere")?.fence ?? null;
    else if (line !== undefined && fence !== null && closesFence(line, fence, "anywhere")) fence = null;
    const target = inline ?? definition;
    if (fence !== null || target === undefined || links.has(target)) continue;
    links.set(target, match.index + whole.length - target.length);
    if (links.size >= MAX.links) break;
  }
  return links;
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
