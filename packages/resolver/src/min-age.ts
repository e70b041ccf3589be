import { ResolverError } from "./resolver-error.ts";

/** How old a version has to be to be taken; `text` as it was asked for. */
export interface MinAge {
  text: string;
  milliseconds: number;
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Reads `3d`, `12h`, `30m`, `2w`, at most ten years. @throws ResolverError `age_invalid` */
export function parseMinAge(text: string): MinAge {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  // The expression lets no other letter through.
  const milliseconds = Number(count) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (!(milliseconds <= 3_660 * UNITS.d))
    throw new ResolverError("age_invalid", `"${text}" is not an age of at most ten years, as 3d, 12h or 30m`);
  return { text, milliseconds };
}

/** Why a version is too young to be taken, as a reason; null when it is not. What has no date is as young as can be. */
export function whyTooYoung(publishedAt: string | null, { text, milliseconds }: MinAge, now: Date): string | null {
  const age = now.getTime() - Date.parse(publishedAt ?? "");
  if (age >= milliseconds) return null;
  return publishedAt === null
    ? `it has no date, and ${text} are asked for`
    : `it was published ${publishedAt}, less than ${text} ago`;
}
