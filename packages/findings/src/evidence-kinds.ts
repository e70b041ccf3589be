/** What kinds of evidence there are; each has one weight, which was fitted. */
export const EVIDENCE_KINDS = [
  // The wording of a stretch, by where it stands: up to the score from which it counts for much, and beyond.
  "wording.manifest",
  "wording.manifest.beyond",
  "wording.elsewhere",
  "wording.elsewhere.beyond",
  "wording.hidden",
  "wording.hidden.beyond",
  // A rule of the instructions: in hidden words, in words that do not meet by chance, in a quotation, where the sentence forbids it or
  // speaks about it, or by what the wording around it weighs.
  "rule.hidden",
  "rule.sure",
  "rule.quoted",
  "rule.lowered",
  "rule.borneOut",
  "rule.plain",
  "rule.against",
  "rule.unweighed",
  // What code does: in the manifest, in another document, in a program.
  "code.manifest",
  "code.document",
  "code.program",
  // What a rule only records.
  "recorded",
] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
