import type { Middleware } from "openapi-fetch";

/** An answer that is not what docs/openapi.json promises. `message` names the address, and the field where there is one. */
export class InvalidAnswer extends Error {
  override readonly name = "InvalidAnswer";
}

/** A compiled check of one schema; what it found wrong is in `errors` until the next call. */
export interface AnswerCheck {
  (value: unknown): boolean;
  errors?: readonly Mistake[] | null;
}
interface Mistake {
  /** RFC 6901. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
}

const MAX_DEPTH = 200;
const LONGEST_FIELD = 120;

/**
 * Holds every answer against its schema before anybody reads it: status, media type, JSON, depth, fields. Unknown fields and unknown
 * words of an enumeration pass, so that a newer registry may say more. Bytes and texts are left to who asked for them. Throws
 * InvalidAnswer.
 */
export const checkedAnswers: Middleware = {
  async onResponse({ request, response, schemaPath }) {
    const { ANSWER_CHECKS, PROBLEM_CHECK } = await import("./answer-checks.js");
    const promised = response.ok ? ANSWER_CHECKS[`${request.method} ${schemaPath}`]?.[response.status] : PROBLEM_CHECK;
    if (promised === null) return;
    const mistake =
      promised === undefined
        ? `answered ${response.status}, which says nothing here`
        : await findMistake(response.clone(), promised);
    if (mistake !== null) throw new InvalidAnswer(`${addressOf(request)}: ${mistake}`);
  },
};

const JSON_TYPE = /^application\/(?:[\w.-]{1,40}\+)?json\s*(?:;|$)/i;
const TEXT_TYPE = /^text\/plain\s*(?:;|$)/i;

async function findMistake(answer: Response, check: AnswerCheck | "text/plain"): Promise<string | null> {
  const at = answer.ok ? "" : `answered ${answer.status}, and `;
  const type = answer.headers.get("content-type") ?? "";
  const [wanted, pattern] = check === "text/plain" ? [check, TEXT_TYPE] : ["JSON", JSON_TYPE];
  if (!pattern.test(type)) return `${at}the answer is ${type === "" ? "of no type" : shown(type)}, not ${wanted}`;
  if (check === "text/plain") return null;
  let value: unknown;
  try {
    value = JSON.parse(await answer.text());
  } catch {
    return `${at}the answer is not JSON`;
  }
  if (isDeeper(value, MAX_DEPTH)) return `${at}the answer is nested deeper than ${MAX_DEPTH} levels`;
  if (check(value)) return null;
  const [first] = check.errors ?? [];
  return at + (first === undefined ? "the answer is not of its schema" : inWords(first));
}

/** Level by level: what is nested too deep for the stack must not be walked on it. */
function isDeeper(value: unknown, maxDepth: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}

function inWords({ instancePath, keyword, params }: Mistake): string {
  const missing = params["missingProperty"];
  const steps = [...instancePath.split("/").slice(1), ...(typeof missing === "string" ? [missing] : [])];
  const field = steps
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
  const subject = field === "" ? "the answer" : shown(field);
  if (keyword === "required") return `${subject} is missing`;
  if (keyword === "type") return `${subject} is not ${[params["type"]].flat().join(" or ")}`;
  return `${subject} is not of its form`;
}

const addressOf = (request: Request): string => new URL(request.url).pathname.replace(/^.*?\/api\/v1\//, "");

const shown = (text: string): string => (text.length > LONGEST_FIELD ? `${text.slice(0, LONGEST_FIELD)}…` : text);
