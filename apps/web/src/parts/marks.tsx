import type { Tier, Verdict } from "../registry-api.ts";

const SHAPES = {
  hexagon: "M8 1.2l5.9 3.4v6.8L8 14.8l-5.9-3.4V4.6z",
  oval: "M8 3c3.9 0 7 2.2 7 5s-3.1 5-7 5-7-2.2-7-5 3.1-5 7-5z",
  flask: "M5.8 1.5h4.4M6.7 1.5v4.2L2.8 13a1 1 0 0 0 .9 1.5h8.6a1 1 0 0 0 .9-1.5L9.3 5.7V1.5",
  shield: "M8 1.2l5.5 2v4.4c0 3.4-2.2 5.9-5.5 7.2-3.3-1.3-5.5-3.8-5.5-7.2V3.2z",
  triangle: "M8 1.8L15 14H1z",
  octagon: "M5.1 1.2h5.8l3.9 3.9v5.8l-3.9 3.9H5.1l-3.9-3.9V5.1z",
  circle: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z",
  plate: "M3.5 1.5h9l2 2v9l-2 2h-9l-2-2v-9z",
} as const;

const SIGNS = {
  check: "M5.2 8.1l2 2 3.7-4",
  pen: "M4.3 9.2c.9-2.4 1.9-2.4 2.1-.8s.9 1.5 1.6-.2 1.3-1.5 1.5-.2.9 1.1 2.2.1",
  level: "M4.7 10.3h6.6",
  alarm: "M8 6.2v3.6M8 11.7v.2",
  bar: "M5 8h6",
  blocks: "M5 5.5h6v5H5zM8 5.5v5",
} as const;

export type Shape = keyof typeof SHAPES;
export type Sign = keyof typeof SIGNS;

/** A struck mark: a shape with a sign in it, dashed and empty where the mark is missing. Words always stand beside it. */
export function Mark({ shape, sign, tone, missing }: { shape: Shape; sign?: Sign; tone: string; missing?: boolean }) {
  return (
    <svg class={`mark ${tone}${missing ? " missing" : ""}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[shape]} />
      {sign && !missing ? <path d={SIGNS[sign]} /> : null}
    </svg>
  );
}

const TIERS: Record<Tier, { shape: Shape; sign: Sign; word: string }> = {
  verified: { shape: "hexagon", sign: "check", word: "Verified" },
  community: { shape: "oval", sign: "pen", word: "Community" },
  experimental: { shape: "flask", sign: "level", word: "Experimental" },
};

const VERDICTS: Record<Verdict, { shape: Shape; sign: Sign; word: string }> = {
  ALLOW: { shape: "shield", sign: "check", word: "Allow" },
  REVIEW: { shape: "triangle", sign: "alarm", word: "Review" },
  BLOCK: { shape: "octagon", sign: "bar", word: "Block" },
};

/** The tier: shape and word. */
export function TierMark({ tier }: { tier: Tier }) {
  const known = TIERS[tier];
  return (
    <span class={`marked ${tier}`}>
      <Mark shape={known.shape} sign={known.sign} tone={tier} /> {known.word}
    </span>
  );
}

/** The verdict: shape and word; a version without one is unscanned, never clean. */
export function VerdictMark({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) {
    return (
      <span class="marked unscanned">
        <Mark shape="circle" tone="unscanned" missing /> Not scanned
      </span>
    );
  }
  const known = VERDICTS[verdict];
  return (
    <span class={`marked ${verdict.toLowerCase()}`}>
      <Mark shape={known.shape} sign={known.sign} tone={verdict.toLowerCase()} /> {known.word}
    </span>
  );
}
