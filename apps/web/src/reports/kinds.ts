import type { components } from "@gaia/client";

type Shapes = components["schemas"];
export type OwnReport = Shapes["OwnReport"];
export type Case = Shapes["Report"];

/** What a report may be about, as people say it. */
export const KIND_WORDS: Record<OwnReport["kind"], string> = {
  malware: "It does harm: malware, stolen data, hidden instructions",
  impersonation: "It pretends to be another publisher’s",
  copyright: "It takes what belongs to others",
  spam: "It is advertising, or nothing at all",
  other: "Something else",
};

/** What upholding a report does. */
export const EFFECT_WORDS: Record<NonNullable<Case["effect"]>["kind"], string> = {
  demotion: "Take its tier",
  quarantine: "Withhold it from everybody",
};

/** A key of this table. */
export const isOneOf = <Word extends string>(words: Record<Word, string>, value: string): value is Word =>
  Object.hasOwn(words, value);

export const isCaseId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
