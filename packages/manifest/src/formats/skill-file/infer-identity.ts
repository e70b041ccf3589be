import type { Sourced } from "../../model/canonical.ts";
import type { Reading } from "../../model/field-reader.ts";
import { findTitle } from "../../model/front-matter.ts";
import { readMarkdown } from "../../model/markdown-tree.ts";
import { newReport, quoted } from "../../model/report.ts";
import { suggestName } from "../../model/skill-name.ts";
import type { ManifestText } from "../manifest-text.ts";

const DESCRIPTION_MAX_LENGTH = 1024;

/** At import, the name of a skill that has none: its folder's, else its title's. Null where there is neither. */
export function inferName(reading: Reading, { bodyStart }: ManifestText): Sourced<string> | null {
  const { report, source, startAt, folder = null } = reading;
  if (report.mode === "publish") return null;
  const title = findTitle(source.text, bodyStart);
  const from = [folder, title?.title ?? null].find((text) => text !== null && /[a-z0-9]/i.test(text)) ?? null;
  if (from === null) return null;
  const value = suggestName(from);
  const place = source.placeAt(from === folder ? startAt : (title?.offset ?? startAt));
  report.note(
    "SK9007",
    place,
    `The name ${quoted(value)} was inferred from the ${from === folder ? "folder" : "title"}.`,
  );
  return { value, origin: { ...place, how: "inferred" } };
}

/** At import, the description of a skill that has none: the first paragraph of its instructions. */
export function inferDescription(
  { report, source }: Reading,
  { bodyStart }: ManifestText,
  found: Sourced<string> | null,
): Sourced<string> | null {
  if (report.mode === "publish" || (found !== null && found.value !== "")) return found;
  const blocks = readMarkdown(source, bodyStart, newReport("import")) ?? [];
  // Badges, pictures and comments describe nothing.
  const first = blocks.find((block) => block.kind === "paragraph" && !/^(?:\[?!\[|<)/.test(block.text));
  if (first?.kind !== "paragraph") return null;
  const text = first.text.split(/\s+/).join(" ").trim();
  const origin = { ...source.placeAt(first.at), how: "inferred" } as const;
  report.note("SK9007", origin, "The description was inferred from the first paragraph.");
  return { value: Array.from(text).slice(0, DESCRIPTION_MAX_LENGTH).join(""), origin };
}
