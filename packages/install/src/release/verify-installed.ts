import { ArchiveError, contentDigest, type PackageFile, parseSums, releaseDigest, type Sums } from "@gaia/archive";
import { readSkill } from "@gaia/manifest";
import { judgeInstalledProof } from "../log/installed-proof.ts";
import { formerOf, type PinnedLogs } from "../log/pinned-log.ts";
import { judgeInstalledBill } from "../terms/bill.ts";
import { type AttestationVerdict, judgeAttestations } from "../trust/attestations.ts";
import { filesOf, problemsOfFiles } from "../terms/file-problems.ts";
import { InstallError } from "../failures.ts";
import { followChain, followLog } from "../handover/key-chain.ts";
import { PROOF } from "../terms/generated-files.ts";
import { isKnownKey, type KnownPublishers } from "../trust/known-publishers.ts";
import { judgeBuilds } from "../trust/build-provenance.ts";
import { directoryWords, judgeDirectories } from "../trust/directory-signature.ts";
import { judgeSignatures, SIGNATURE_FILES, type SignatureAnchors } from "../trust/publisher-signature.ts";
import { readSignatureRecord, type SignatureRecord } from "../trust/signature-record.ts";
import type { LockEntry } from "../home/skill-lock.ts";
import type { PinnedKey, PinnedKeys } from "../trust/trust-store.ts";

/** One line of `verify`. `unchecked` is never a pass: `detail` says why nothing was checked. */
export interface Check {
  check:
    | "files"
    | "manifest"
    | "lock"
    | "signature"
    | "directory"
    | "build"
    | "attestations"
    | "log"
    | "bill"
    | "revocations"
    | "copy"
    | "source";
  state: "passed" | "failed" | "unchecked";
  detail: string;
  /** Of one that passed: there is something to know all the same. */
  warns?: true;
}

/**
 * What an installed skill is judged by; all of it is on this machine. `name` and `entry` are null for a directory that this home did not
 * install.
 */
export interface InstalledInput extends SignatureAnchors {
  /** What lies in the skill's place: its files, and what stands there that no skill holds. */
  found: { files: readonly PackageFile[]; errors: readonly { message: string }[] };
  name: string | null;
  entry: LockEntry | null;
  pinned: PinnedKeys;
  logs: PinnedLogs;
  known: KnownPublishers;
  now: Date;
}

type Header = NonNullable<Sums["header"]>;
interface Context extends InstalledInput {
  text: string;
  sums: Sums & { header: Header };
  record: SignatureRecord | null;
}

const passed = (check: Check["check"], detail: string): Check => ({ check, state: "passed", detail });
const failed = (check: Check["check"], detail: string): Check => ({ check, state: "failed", detail });
const unchecked = (check: Check["check"], detail: string): Check => ({ check, state: "unchecked", detail });

/** Judges an installed skill offline (docs/TRUST.md, docs/lifecycle.md). Pure. */
export async function verifyInstalled(input: InstalledInput): Promise<Check[]> {
  const text = textOf(input.found.files, "SHA256SUMS");
  if (text === null) return [failed("files", "SHA256SUMS is missing")];
  const sums = readSums(text);
  if (typeof sums === "string") return [failed("files", sums)];
  const { header } = sums;
  if (header === null) return [failed("files", "SHA256SUMS has no header: it names no release")];
  const context: Context = {
    ...input,
    text,
    sums: { ...sums, header },
    record: readSignatureRecord(textOf(input.found.files, "signature.json")),
  };
  const followed = followRecorded(context);
  if (typeof followed === "string") return [...checkFiles(context), failed("attestations", followed)];
  const attested = attestationsOf(context, followed.keys);
  return [
    ...checkFiles(context),
    checkManifest(context),
    checkLock(context),
    await checkSignature(context),
    ...(await checkDirectories(context)),
    ...(await checkBuilds(context)),
    checkAttestations(context, attested, followed),
    await checkLog(context, attested, followed),
    ...checkBill(context),
  ];
}

function readSums(text: string): Sums | string {
  try {
    return parseSums(text);
  } catch (error) {
    if (error instanceof ArchiveError) return error.message;
    throw error;
  }
}

function checkFiles({ found, sums, entry }: Context): Check[] {
  const problems = [
    ...found.errors.map(({ message }) => message),
    ...problemsOfFiles(found.files, sums, hashOf(entry)),
  ];
  if (problems.length > 0) return problems.map((problem) => failed("files", problem));
  return [passed("files", `${filesIn(sums.entries.length)} as in SHA256SUMS, and no others`)];
}

/** Other clients' locks may have none. */
const hashOf = (entry: LockEntry | null): string | null => entry?.dependencies_hash || null;

function checkManifest({ found, sums, name }: Context): Check {
  const { header } = sums;
  if (name !== null && header.name !== name)
    return failed("manifest", `this is ${header.name}, in the place of ${name}`);
  const { skill } = readSkill(filesOf(found.files, sums), { version: header.version });
  if (skill === null) return unchecked("manifest", "this version cannot read the skill's manifest");
  if (skill.name.value !== header.name)
    return failed("manifest", `the manifest says ${skill.name.value}, SHA256SUMS ${header.name}`);
  if (skill.version.value !== header.version)
    return failed("manifest", `the manifest says version ${skill.version.value}, SHA256SUMS ${header.version}`);
  return passed("manifest", `${header.name} ${header.version}, as in SHA256SUMS`);
}

function checkLock({ text, sums, entry, record }: Context): Check {
  if (entry === null) return unchecked("lock", "this home did not install it");
  const { header } = sums;
  if (entry.version !== header.version || entry.publisher !== header.publisher)
    return failed(
      "lock",
      `skill-lock.json says ${entry.version} of ${entry.publisher}; the files are ${header.version} of ${header.publisher}`,
    );
  if (entry.content_digest !== contentDigest(text) || entry.release_digest !== releaseDigest(text))
    return failed("lock", "SHA256SUMS is not the one that was installed");
  if (record === null) return failed("lock", "signature.json is missing or damaged");
  if (record.registry !== entry.registry || record.security_tier !== entry.security_tier)
    return failed("lock", "signature.json and skill-lock.json disagree on registry or tier");
  return passed("lock", `as installed ${entry.installed_at}`);
}

async function checkSignature(context: Context): Promise<Check> {
  const { text, sums, entry, record, known, now } = context;
  const verdict = await judgeSignatures(text, record?.signatures ?? [], now, context);
  const { publisher } = sums.header;
  const tier = tierOf(context);
  if (verdict.state === "invalid") return failed("signature", verdict.reason);
  if (verdict.state === "unchecked") return unchecked("signature", verdict.reason);
  const stray = strayFile(context, verdict.state === "valid" ? verdict : null);
  if (verdict.state === "unsigned") {
    if (stray !== null) return failed("signature", `${stray} is not among the signatures of signature.json`);
    if (entry?.signer)
      return failed("signature", `it was signed with ${entry.signer} when installed; the signature is gone`);
    if (tier !== "experimental") return failed("signature", `its tier is ${tier}, and it is not signed`);
    return unchecked("signature", "not signed by its publisher");
  }
  if (stray !== null) return failed("signature", `${stray} is not the signature of signature.json`);
  if (entry !== null && entry.signer !== verdict.fingerprint)
    return failed(
      "signature",
      `signed with ${verdict.fingerprint}; when installed it was ${entry.signer ?? "not signed"}`,
    );
  const registry = registryOf(context);
  const signed = `signed by ${publisher} with ${verdict.fingerprint}`;
  if (isKnownKey(known, registry, publisher, verdict.fingerprint)) return passed("signature", signed);
  if (entry !== null) return failed("signature", `${signed}, a key that this home never accepted`);
  return unchecked("signature", `${signed}, but that key came with the skill and is not known here`);
}

/** The signatures over the package's own directory, which speak of the files that the sums list and of none beside them. */
async function checkDirectories({ found, sums, record, now, trustedRoots }: Context): Promise<Check[]> {
  const files = filesOf(found.files, sums);
  const judged = await judgeDirectories(files, record?.signatures ?? [], { now, trustedRoots });
  return judged.map((each) => {
    const words = directoryWords(each, sums.header.publisher);
    if (each.state === "invalid") return failed("directory", words);
    return each.state === "valid" ? passed("directory", words) : unchecked("directory", words);
  });
}

/** What builds say of these files. A level that nobody but the build itself speaks for is no pass. */
async function checkBuilds({ text, found, sums, record, now, trustedRoots }: Context): Promise<Check[]> {
  const files = filesOf(found.files, sums);
  const judged = await judgeBuilds({ sums: text, files }, record?.provenance ?? [], { now, trustedRoots });
  return judged.map((one) => {
    if (one.state === "invalid") return failed("build", one.words);
    if (one.state === "unchecked" || one.level < 2) return unchecked("build", one.words);
    return passed("build", one.words);
  });
}

/** The first of the signature's files that is not as an install would have left it; null: none. */
function strayFile({ found }: Context, valid: { kind: string; signature: string } | null): string | null {
  const expected = (kind: string) => (valid?.kind === kind ? valid.signature : null);
  const stray = Object.entries(SIGNATURE_FILES).find(([kind, file]) => textOf(found.files, file) !== expected(kind));
  return stray?.[1] ?? null;
}

type Followed = ReturnType<typeof followChain>;

/** From what is pinned, the hand-overs that came with the skill; a text when one of them does not hold. Nothing is pinned by that. */
function followRecorded({ pinned, entry, record }: Context): Followed | string {
  const keys = pinned.get(registryOf({ entry, record })) ?? [];
  try {
    return followChain(keys, record?.keys ?? []);
  } catch (error) {
    if (error instanceof InstallError) return error.message;
    throw error;
  }
}

function attestationsOf({ text, sums, entry, record, now }: Context, keys: readonly PinnedKey[]): AttestationVerdict {
  const digests = { contentDigest: contentDigest(text), releaseDigest: releaseDigest(text) };
  const release = { ...sums.header, ...digests, tier: tierOf({ entry, record }), status: null };
  return judgeAttestations(record?.attestations ?? [], keys, release, now);
}

type Recorded = Pick<Context, "entry" | "record">;
const registryOf = ({ entry, record }: Recorded): string => entry?.registry ?? record?.registry ?? "";
const tierOf = ({ entry, record }: Recorded): string => entry?.security_tier ?? record?.security_tier ?? "experimental";

function checkAttestations(context: Context, verdict: AttestationVerdict, { steps }: Followed): Check {
  const tier = tierOf(context);
  if (verdict.state === "unpinned")
    return unchecked("attestations", `tier ${tier} is the registry's word: pin its key`);
  if (verdict.state === "invalid") return failed("attestations", verdict.reason);
  const step = steps.find(({ to }) => to.key_id === verdict.keyId);
  const whose = step === undefined ? "its pinned key" : `the key that ${step.from.fingerprint} handed over to:`;
  return passed(
    "attestations",
    `what the registry says of this release${verdict.tierIsAttested ? `, that it is ${tier},` : ""} is signed ` +
      `with ${whose} ${verdict.keyId}`,
  );
}

async function checkLog(context: Context, attested: AttestationVerdict, followed: Followed): Promise<Check> {
  const { text, sums, found, entry, logs } = context;
  const { publisher, name, version } = sums.header;
  const statements = attested.state === "valid" ? attested.digests : [];
  const log = logs.get(registryOf(context));
  const pinned = log && { ...followLog(log, followed.steps), former: formerOf(followed.keys) };
  const verdict = await judgeInstalledProof({
    proof: textOf(found.files, PROOF),
    installed: entry?.log_proof ?? null,
    pinned,
    // Whether it was rightly hidden was asked when it was installed.
    subject: { publisher, name, version, releaseDigest: releaseDigest(text), isPublic: false, statements },
  });
  return { check: "log", ...verdict };
}

function checkBill({ found: { files }, text, sums, entry }: Context): Check[] {
  const judged = judgeInstalledBill({ files, sums: { ...sums, text }, installed: entry?.bill ?? null });
  return judged === null ? [] : [{ check: "bill", ...judged }];
}

function textOf(files: readonly PackageFile[], path: string): string | null {
  const file = files.find((one) => one.path === path);
  return file === undefined ? null : Buffer.from(file.bytes).toString("utf8");
}

/** Whether every check that was made held. */
export const isSound = (checks: readonly Check[]): boolean =>
  checks.every(({ state }) => state !== "failed") && checks.some(({ state }) => state === "passed");

/** Whether a key that is pinned for its registry signed what the registry says of it: what a repository alone says is not that. */
export const isAttested = (checks: readonly Check[]): boolean =>
  checks.some(({ check, state }) => check === "attestations" && state === "passed");

/** What sound checks amount to: who vouches for the files, the publisher or the registry, this home's own record, or nobody. */
export function soundnessOf(checks: readonly Check[]): string {
  const holds = (...names: Check["check"][]) =>
    checks.some(({ check, state }) => state === "passed" && names.includes(check));
  if (holds("signature", "attestations")) return "is as it was published";
  return holds("lock") ? "is as it was installed" : "agrees with its own SHA256SUMS; nothing here vouches for them";
}

const filesIn = (count: number): string => (count === 1 ? "1 file" : `${count} files`);
