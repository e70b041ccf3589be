import type { Fact } from "@gaia/findings";
import { hostOf } from "./host.ts";
import type { CodeEvent } from "./event.ts";
import type { Reading } from "./reader.ts";
import { HOLE, wholeText } from "./value.ts";

const MOST_FACTS = 500;

/** What one reading shows the code to reach for. A document's fences only suggest it. */
export function factsOf(reading: Reading): Fact[] {
  const facts = new Map<string, Fact>();
  for (const event of reading.events) {
    const what = factOf(event);
    if (what === null) continue;
    const certain = event.certain && reading.unit.from !== "fence";
    const fact: Fact = {
      ...what,
      file: reading.unit.path,
      line: event.line,
      evidence: event.callee.slice(0, 100),
      certain,
    };
    const key = JSON.stringify([fact.domain, fact.level, fact.scope, fact.certain]);
    if (!facts.has(key) && facts.size < MOST_FACTS) facts.set(key, fact);
  }
  return [...facts.values()];
}

/** What is sent with a GET is its query and headers. */
const GET_LIKE = /(?:^|\.)(?:get|head|options|urlopen|urlretrieve|download_?file)$/i;

type What = Pick<Fact, "domain" | "level" | "scope">;

function factOf({ act, target, callee }: CodeEvent): What | null {
  const text = target.text?.slice(0, 300) ?? null;
  // A buffer of ours is no file.
  if (text?.startsWith("⟨memory") === true) return null;
  switch (act) {
    // Spec §3.1 has two levels: what is asked for like a GET, and what can carry something out.
    case "fetch":
    case "resolve":
      return { domain: "network", level: "read", scope: text === null ? null : hostOf(text) };
    case "send":
      return {
        domain: "network",
        level: GET_LIKE.test(callee) ? "read" : "write",
        scope: text === null ? null : hostOf(text),
      };
    case "connect":
    case "listen":
      return { domain: "network", level: "write", scope: text === null ? null : hostOf(text) };
    case "run":
    case "pty":
      return { domain: "shell", level: "execute", scope: programOf(target.items?.[0]?.text ?? text) };
    case "read":
    case "list":
      return { domain: "filesystem", level: "read", scope: scopeOf(text) };
    case "write":
    case "delete":
    case "delete-tree":
    case "permit":
      return { domain: "filesystem", level: "write", scope: scopeOf(text) };
    case "environment":
      return { domain: "env", level: "read", scope: wholeText(target) };
    case "database":
      return { domain: "database", level: "read", scope: null };
    case "capture":
    case "control":
      return { domain: "desktop", level: "control", scope: null };
    case "mcp":
      return { domain: "mcp", level: "connect", scope: wholeText(target) };
    default:
      return null;
  }
}

function programOf(command: string | null): string | null {
  const word = /^\s*(?:\w+=\S*\s+)*([^\s;|&<>()"'`$]{1,100})/.exec(command ?? "")?.[1] ?? null;
  return word === null || word.includes(HOLE) ? null : word.slice(word.lastIndexOf("/") + 1);
}

/** The known beginning of a path, up to the directory before the first unknown part. */
function scopeOf(path: string | null): string | null {
  if (path === null || path === "") return null;
  const known = path.split(/[\uFFFC⟨]/, 1)[0] ?? "";
  return known === path ? path : known.slice(0, known.lastIndexOf("/") + 1) || null;
}
