import { isRecord } from "@gaia/install/installed";

/** One of the errors that a tool's failure goes back to. */
export interface Cause {
  type: string;
  message: string;
  errno: number | null;
  /** Node's, as `ENOENT`. */
  code: string | null;
  path: string | null;
  isProgram: boolean;
  isWritten: boolean;
  /** A module that was not found. */
  module: string | null;
}

/** What a driver said of a call. It is the skill's word as much as the driver's: both run in one process. */
export type Reply =
  | { ok: true; output: unknown }
  | { ok: false; code: ToldCode; message: string; causes: Cause[]; missedVariables: string[]; output: unknown };

/** What a driver may say of a call; everything else is said outside, where no skill has a voice. */
const TOLD_CODES = [
  "tool_failed",
  "invalid_tools",
  "invalid_input",
  "invalid_output",
  "requirement_missing",
  "not_runnable",
] as const;
type ToldCode = (typeof TOLD_CODES)[number];

/** Reads the marked line; null where there is none, or it is no answer. What others printed around it is passed over. */
export function readReply(stdout: string, mark: string): Reply | null {
  const line = stdout.split("\n").findLast((one) => one.includes(mark));
  if (line === undefined) return null;
  const value = parseJson(line.slice(line.indexOf(mark) + mark.length));
  if (value === undefined) return noJson("what it gave");
  if (!isRecord(value)) return null;
  if (value["ok"] === true) return { ok: true, output: value["output"] ?? null };
  const error = value["error"];
  if (!isRecord(error)) return null;
  const causes = Array.isArray(error["causes"]) ? error["causes"].filter(isRecord).slice(0, 8).map(toCause) : [];
  const missed = Array.isArray(error["missedVariables"]) ? error["missedVariables"] : [];
  return {
    ok: false,
    code: TOLD_CODES.find((one) => one === error["code"]) ?? "tool_failed",
    message: textOf(error["message"]) ?? "the tool failed",
    causes,
    missedVariables: missed.filter((one) => typeof one === "string").slice(0, 16),
    output: null,
  };
}

/** A failure of its own: what was answered cannot be read. */
const noJson = (what: string): Reply => ({
  ok: false,
  code: "invalid_output",
  message: `${what} is no JSON, or nests deeper than ${MAX_DEPTH}`,
  causes: [],
  missedVariables: [],
  output: null,
});

function toCause(value: Record<string, unknown>): Cause {
  return {
    type: textOf(value["type"]) ?? "",
    message: textOf(value["message"]) ?? "",
    errno: typeof value["errno"] === "number" ? value["errno"] : null,
    code: textOf(value["code"]),
    path: textOf(value["path"]),
    isProgram: value["isProgram"] === true,
    isWritten: value["isWritten"] === true,
    module: textOf(value["module"]),
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, 4000) : null);

/** What is nested deeper is refused: whoever writes it or compares it goes down as deep. */
const MAX_DEPTH = 100;

/** Undefined for what is no JSON, or JSON that nests deeper than `MAX_DEPTH`. */
export function parseJson(text: string): unknown {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Before it is parsed, and without calling itself. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charCodeAt(at);
    if (isInString) {
      if (one === BACKSLASH) at += 1;
      else if (one === QUOTE) isInString = false;
    } else if (one === QUOTE) isInString = true;
    else if (one === OPEN_ARRAY || one === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (one === CLOSE_ARRAY || one === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
