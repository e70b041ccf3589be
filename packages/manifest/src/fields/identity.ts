import { hasHidden } from "@gaia/text";
import { createHash } from "node:crypto";
import type { CanonicalSkill, Sourced } from "../model/canonical.ts";
import { declaredAt, describe, codePoints, readText, readTexts, refuse, strictly } from "../model/field-reader.ts";
import type { Field, Fields, Reading } from "../model/field-reader.ts";
import { readLicenseText } from "../model/license.ts";
import { type Mode, quoted } from "../model/report.ts";
import type { DiagnosticCode } from "../model/diagnostic-codes.ts";
import { isSkillName, NAME_MAX_LENGTH, refusingReaders, suggestName } from "../model/skill-name.ts";
import { isSentinelVersion, isVersion, suggestVersion } from "../model/skill-version.ts";

/** Takes a required field, or reports `code` at the start of the front matter. */
export function takeRequired(reading: Reading, fields: Fields, name: string, code: DiagnosticCode): Field | null {
  const field = fields.take(name);
  if (field === null)
    reading.report.note(
      code,
      reading.source.placeAt(reading.startAt),
      `There ${name.endsWith("s") ? "are" : "is"} no ${name}.`,
      strictly(reading),
    );
  return field;
}

/**
 * Spec §2.3, and what the registry allows beyond it (a digit first): such a name carries a warning. At import a name that is none is
 * brought into form, and what was written becomes an alias.
 */
export function readName(reading: Reading, fields: Fields): Sourced<string> | null {
  const field = takeRequired(reading, fields, "name", "SK3001");
  const name = field && readText(reading, field, { maxLength: 1000 });
  if (name === null) return null;
  const { report } = reading;
  const suggestion = suggestName(name.value);
  if (!isSkillName(name.value)) {
    noteBadName(reading, name, suggestion);
    if (report.mode === "publish") return null;
    reading.aliases?.push(name);
    return { value: suggestion, origin: { ...name.origin, how: "inferred" } };
  }
  for (const { readers, reason } of refusingReaders(name.value)) {
    const message = `Readers of ${readers} refuse the name ${quoted(name.value)}: ${reason}.`;
    report.note("SK3009", name.origin, message, { fill: { suggestion } });
  }
  return name;
}

function noteBadName({ report }: Reading, { value, origin }: Sourced<string>, suggestion: string): void {
  if (value.length > NAME_MAX_LENGTH) {
    const message = `The name has ${codePoints(value)} characters; the limit is ${NAME_MAX_LENGTH}.`;
    report.note("SK3003", origin, message);
    return;
  }
  const message = `The name ${quoted(value)} is not made of lower-case ASCII letters, digits and hyphens.`;
  report.note("SK3002", origin, message, { fill: { suggestion } });
}

/** A version from outside the manifest. It must equal what is written there, unless it only fills a gap: then what is written stands. */
export interface GivenVersion {
  value: string;
  fillsGap: boolean;
}

/**
 * The version in the manifest, or the one given at publish. Both must be SemVer 2.0.0 and, where both are there, equal.
 */
export function readVersion(reading: Reading, fields: Fields, given: GivenVersion | undefined): Sourced<string> | null {
  const field = fields.take("version");
  const written = field && readText(reading, field, { maxLength: 128, ofNumber: "SK3012" });
  if (field !== null && written === null) return null;
  return settleVersion(reading, written, given);
}

/** The same for a version that was read elsewhere. At import a missing one is made up, from the manifest's digest. */
export function settleVersion(
  reading: Reading,
  written: Sourced<string> | null,
  given: GivenVersion | undefined,
): Sourced<string> | null {
  const { report, source, startAt } = reading;
  const nowhere = { file: source.file, line: null, column: null };
  const counts = given !== undefined && !(given.fillsGap && (written !== null || isNone(report.mode, given.value)));
  const argument: Sourced<string> | null = counts
    ? { value: given.value, origin: { ...nowhere, how: "publish-arg" } }
    : null;
  const found = [written, argument].filter((one) => one !== null);
  if (found.length === 0) {
    report.note("SK3010", source.placeAt(startAt), "There is no version.");
    if (report.mode === "publish") return null;
    const digest = createHash("sha256")
      .update(reading.stableText ?? source.text)
      .digest("hex")
      .slice(0, 16);
    return { value: `0.0.0+sha256.${digest}`, origin: { ...nowhere, how: "inferred" } };
  }
  const good = found.filter((version) => isUsableVersion(reading, version));
  if (report.mode === "import" && argument === null && written !== null && good.length === 0)
    return { value: suggestVersion(written.value), origin: { ...written.origin, how: "inferred" } };
  if (good.length < found.length) return null;
  if (written !== null && argument !== null && written.value !== argument.value) {
    const message = `The manifest says version ${quoted(written.value)}, the publish asks for ${quoted(argument.value)}.`;
    report.note("SK3013", written.origin, message);
    return null;
  }
  return found[0] ?? null;
}

/** At import what stands for no version fills no gap: that is where one is made up, the same each time. */
const isNone = (mode: Mode, version: string): boolean => mode === "import" && isSentinelVersion(version);

function isUsableVersion({ report }: Reading, { value, origin }: Sourced<string>): boolean {
  const from = origin.how === "publish-arg" ? "The version given at publish," : "The version";
  if (!isVersion(value)) {
    const suggestion = suggestVersion(value);
    const comma = origin.how === "publish-arg" ? "," : "";
    report.note("SK3011", origin, `${from} ${quoted(value)}${comma} is not SemVer 2.0.0.`, {
      fill: { suggestion },
    });
    return false;
  }
  if (isSentinelVersion(value)) {
    report.note("SK3015", origin, "0.0.0 means unversioned and cannot be published.");
    return false;
  }
  return true;
}

/** One line of at most `maxLength` code points (docs/specification.md §2.2). */
export function readDescription(reading: Reading, fields: Fields, maxLength: number): Sourced<string> | null {
  const field = takeRequired(reading, fields, "description", "SK3020");
  if (field === null) return null;
  const { value: tree } = field;
  if (tree.kind !== "scalar") return refuse(reading, field, "text", describe(tree));
  const text = tree.text.trim();
  const place = reading.source.placeAt(tree.at);
  if (text === "") reading.report.note("SK3020", place, "The description is empty.");
  const length = codePoints(text);
  if (length > maxLength) {
    const message = `The description has ${length} characters; the limit is ${maxLength}.`;
    reading.report.note("SK3021", place, message);
  }
  if (/[\r\n]/.test(text))
    reading.report.note("SK3025", place, "The description is longer than one line.", strictly(reading));
  return { value: text, origin: declaredAt(reading, tree.at) };
}

export function readAuthors(reading: Reading, fields: Fields): CanonicalSkill["authors"] {
  const field = takeRequired(reading, fields, "author", "SK3033");
  const author = field && readText(reading, field);
  return author === null ? [] : [{ name: author.value, origin: author.origin }];
}

/**
 * SPDX (docs/specification.md §2.2). What is no SPDX expression is reported with the identifier that was probably meant; unless the
 * format requires one, the text is kept as it is.
 */
export function readLicense(reading: Reading, fields: Fields): CanonicalSkill["license"] {
  const field = takeRequired(reading, fields, "license", "SK3030");
  const license = field && readText(reading, field, { maxLength: 1000 });
  if (license === null) return null;
  const read = readLicenseText(license.value);
  if (read.ok) return { ...license, spdx: read.spdx };
  const message = `The license ${quoted(license.value)} is not an SPDX expression.`;
  reading.report.note("SK3031", license.origin, message, {
    fill: { suggestion: read.suggestion },
    ...strictly(reading),
  });
  return { ...license, spdx: null };
}

export function readLinks(reading: Reading, fields: Fields): CanonicalSkill["links"] {
  const link = (name: string) => {
    const field = fields.take(name);
    return field && readUrl(reading, field);
  };
  return {
    homepage: link("homepage"),
    repository: link("repository"),
    registry: link("registry"),
  };
}

/** Only http and https, without credentials: these become links that people click. */
function readUrl(reading: Reading, field: Field): Sourced<string> | null {
  const want = "an http or https address";
  const text = readText(reading, field, { maxLength: 2048, want });
  if (text === null) return null;
  // URL() drops tabs and line ends silently, so what it would drop is refused first.
  const url = /[\s\\]/.test(text.value) || hasHidden(text.value, { asName: true }) ? null : URL.parse(text.value);
  const isWeb = url !== null && ["http:", "https:"].includes(url.protocol) && url.host !== "";
  if (!isWeb || !/^https?:\/\//i.test(text.value) || url.username !== "" || url.password !== "")
    return refuse(reading, field, want, quoted(text.value), "Write https://…");
  return text;
}

const TAGS = { maxItems: 64, maxLength: 64 };

export function readTags(reading: Reading, fields: Fields): Sourced<string>[] {
  const tags = readTexts(reading, fields.take("tags"), { ...TAGS, want: "a tag" });
  const seen = new Set<string>();
  return tags.filter(({ value }) => !seen.has(value) && seen.add(value));
}
