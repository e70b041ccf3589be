import { BILL_FILE, bringsBill, contentDigest, type PackageFile, sha256Hex, type SumsHeader } from "@gaia/archive";
import { isRecord } from "../home/json-file.ts";

/** No bill that is kept is larger: what stands beside a package is bounded, too (`home/read-files.ts`). */
export const MOST_BILL_BYTES = 2 * 1024 * 1024;

/** The registry's bill of materials of a release, as it came, or why there is none, as the end of a sentence. */
export type SentBill = { text: string } | { why: string };

/** Whose bill it has to be. */
interface Billed {
  name: string;
  version: string;
  content_digest: string;
}

/** The same, where it is CycloneDX of that very release and no larger than a bill may be. Pure. */
export function judgedBill(sent: SentBill, billed: Billed): SentBill {
  if ("why" in sent) return sent;
  const problem = problemOfBill(sent.text, billed);
  return problem === null ? sent : { why: `what came ${problem}` };
}

/** The bill that is to lie beside these files. A package's own stays. Pure. */
export const billBeside = (files: readonly PackageFile[], bill: SentBill): SentBill =>
  bringsBill(files) ? { why: `the package has a ${BILL_FILE} of its own` } : bill;

/** What the lock has of it. */
export const digestOfBill = (text: string): string => `sha256:${sha256Hex(Buffer.from(text))}`;

function problemOfBill(text: string, { name, version, content_digest: digest }: Billed): string | null {
  if (Buffer.byteLength(text) > MOST_BILL_BYTES) return `has more than ${MOST_BILL_BYTES} bytes`;
  const bill = parsed(text);
  if (bill?.["bomFormat"] !== "CycloneDX" || !/^1\.\d+$/.test(String(bill["specVersion"])))
    return "is no CycloneDX in JSON";
  const subject = subjectOf(bill);
  if (subject["name"] !== name || subject["version"] !== version) return `is not of ${name} ${version}`;
  const digests = digestsIn(subject);
  return digests.length === 1 && digests[0] === digest ? null : `is not of this content of ${name} ${version}`;
}

/** Whether a file is what some install wrote in the bill's place, of whichever release: no person wrote that. */
export const isBill = (path: string, bytes: Uint8Array): boolean =>
  path === BILL_FILE && digestsIn(subjectOf(parsed(Buffer.from(bytes).toString("utf8")) ?? {})).length > 0;

function subjectOf({ metadata }: Record<string, unknown>): Record<string, unknown> {
  const subject = isRecord(metadata) ? metadata["component"] : null;
  return isRecord(subject) ? subject : {};
}

function digestsIn({ properties }: Record<string, unknown>): unknown[] {
  const all = Array.isArray(properties) ? properties.filter(isRecord) : [];
  return all.flatMap((one) => (one["name"] === "gaia:content_digest" ? [one["value"]] : []));
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** What lies in a skill's place, and what its lock says of the bill; `installed` null: none came, or the lock is a repository's word. */
interface InstalledBill {
  files: readonly PackageFile[];
  sums: { text: string; header: SumsHeader | null; entries: readonly { path: string }[] };
  installed: string | null;
}

/** Judges the bill beside an installed skill, offline; null: there is none, and none came. Pure. */
export function judgeInstalledBill({ files, sums, installed }: InstalledBill): {
  state: "passed" | "failed" | "unchecked";
  detail: string;
} | null {
  if (bringsBill(sums.entries))
    return { state: "unchecked", detail: `${BILL_FILE} is the publisher's own; what the registry says lies nowhere` };
  const file = files.find(({ path }) => path === BILL_FILE);
  if (file === undefined) return installed === null ? null : { state: "failed", detail: `${BILL_FILE} is gone` };
  const text = Buffer.from(file.bytes).toString("utf8");
  const { name, version } = sums.header ?? { name: "", version: "" };
  const problem = problemOfBill(text, { name, version, content_digest: contentDigest(sums.text) });
  if (problem !== null) return { state: "failed", detail: `${BILL_FILE} ${problem}` };
  if (installed === null)
    return {
      state: "unchecked",
      detail: `${BILL_FILE} is of this release; nothing here says that it is the registry's`,
    };
  return installed === digestOfBill(text)
    ? { state: "passed", detail: `${BILL_FILE} is the one that its registry had when it was installed` }
    : { state: "failed", detail: `${BILL_FILE} is not the one that was installed` };
}
