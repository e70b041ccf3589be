import type { Severity } from "@gaia/policy";
import { inPieces } from "@gaia/reading";
import { createHash } from "node:crypto";
import type { Confidence } from "@gaia/findings";

/** How serious a match of detect-secrets is. */
export interface SecretGrade {
  severity: Severity;
  confidence: Confidence;
}

const KEYWORD = "Secret Keyword";
const PRIVATE_KEY = "Private Key";
const ENTROPY = new Set(["Base64 High Entropy String", "Hex High Entropy String"]);
const GRADES: Record<string, SecretGrade> = {
  [KEYWORD]: { severity: "medium", confidence: "low" },
  "Basic Auth Credentials": { severity: "medium", confidence: "medium" },
  "JSON Web Token": { severity: "medium", confidence: "medium" },
  "Base64 High Entropy String": { severity: "low", confidence: "low" },
  "Hex High Entropy String": { severity: "low", confidence: "low" },
  "Public IP (ipv4)": { severity: "low", confidence: "low" },
};
/** Everything else has the form of one provider's key. */
const EXACT: SecretGrade = { severity: "high", confidence: "high" };
const SHOWN: SecretGrade = { severity: "low", confidence: "low" };

const PLACEHOLDER = /your|example|placeholder|change[-_ ]?me|dummy|xxxx|<[a-z]|\.\.\./i;
/** In the value itself, where a random one does not have them: words, runs and counting. */
const PLACEHOLDER_VALUE = inPieces(
  "i",
  String.raw`example|placeholder|sample|dummy|fake|your|change.?me|redacted|secret|(?:^|[_-])test|(.)\1{4}|12345|`,
  String.raw`23456|34567|45678|56789|67890|abcdef|bcdefg|xyz`,
);
const REFERENCE = /[=:]=?\s{0,20}[\w.-]{1,200}[[(]/;
const DIGEST = /sha-?(?:1|224|256|384|512)\b|md5|checksum|integrity|digest|commit|\bhash/i;
/** Base64 of PNG, JPEG, GIF and SVG, as notebooks carry them. */
const IMAGE = /iVBORw0KGgo|\/9j\/|R0lGOD|PHN2Zy/;
const JUDGED_CHARACTERS = 2_000;

/**
 * How serious a match is, or null for none: entropy beside the word for a digest, and a keyword whose value is read from
 * somewhere. A guess is weighed by its line. What has the form of a provider's key is weighed by its own value alone, whatever a
 * package writes around it: only a value that spells a placeholder, and the head of a private key without its body, are examples.
 *
 * @param hash SHA-1 of the value, in hex, as detect-secrets gives it
 * @param following the lines after the match
 */
export function gradeSecret(match: {
  type: string;
  hash: string;
  line: string;
  following: readonly string[];
}): SecretGrade | null {
  const { type } = match;
  const text = match.line.slice(0, JUDGED_CHARACTERS);
  if (ENTROPY.has(type) && (DIGEST.test(text) || IMAGE.test(text))) return null;
  if (type === KEYWORD && REFERENCE.test(text)) return null;
  const grade = GRADES[type] ?? EXACT;
  if (grade.severity === "medium" && PLACEHOLDER.test(text)) return SHOWN;
  if (type === KEYWORD) {
    const value = findValue(text, match.hash);
    return value === null || isRandom(value) ? grade : SHOWN;
  }
  if (type === PRIVATE_KEY) return hasKeyBody(match.line, match.following) ? grade : SHOWN;
  if (grade !== EXACT) return grade;
  const value = findValue(text, match.hash);
  return value !== null && PLACEHOLDER_VALUE.test(value) ? SHOWN : grade;
}

const SHORTEST_SECRET = 10;
const LEAST_BITS = 3;

/** Whether a value beside the word "password" could be one: names of variables and words of a language are not random. */
function isRandom(value: string): boolean {
  if (value.length < SHORTEST_SECRET || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (PLACEHOLDER_VALUE.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / value.length);
  return shares.reduce((bits, share) => bits - share * Math.log2(share), 0) >= LEAST_BITS;
}

const MAX_WORDS = 400;

/** The value on its line, known by its hash; null when it is not among the words. */
function findValue(line: string, hash: string): string | null {
  const words = line.split(/[\s"'`<>(){}[\],;]+/).slice(0, MAX_WORDS);
  const parts = words.flatMap((word) => [word, ...word.split(/[:=@/?&]/)]);
  return parts.find((part) => part !== "" && createHash("sha1").update(part).digest("hex") === hash) ?? null;
}

const HEAD = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const BODY_LINES = 12;
/** The shortest private key in use, Ed25519 in PKCS #8, has 64 characters of Base64. */
const SHORTEST_BODY = 60;
const FEWEST_DISTINCT = 20;

/** Whether key material follows the head, on the same line (with `\n` written out) or below it. */
function hasKeyBody(line: string, following: readonly string[]): boolean {
  const at = HEAD.exec(line);
  const rest = [at === null ? "" : line.slice(at.index + at[0].length), ...following.slice(0, BODY_LINES)].join("\n");
  const bare = rest
    .slice(0, JUDGED_CHARACTERS)
    .replaceAll(/^(?:Proc-Type|DEK-Info|Version|Comment)[^\n]*$/gm, "")
    .replaceAll(/\\[nr]|[\s"'`+|>#*]+/g, "");
  const body = /^[A-Za-z0-9/=]+/.exec(bare)?.[0] ?? "";
  return body.length >= SHORTEST_BODY && new Set(body).size >= FEWEST_DISTINCT;
}
