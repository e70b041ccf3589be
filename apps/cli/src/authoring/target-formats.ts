/** What `--target` names, and the format whose readers' rules it stands for. */
export const TARGETS = {
  "gaia-0.1": "gaia-0.1",
  gaia: "gaia",
  "agent-skills": "agent-skills",
  openclaw: "openclaw",
  "openclaw-draft": "openclaw-draft",
  aria: "aria-2",
  "aria-2": "aria-2",
  "skill-md": "skill-md",
  miaos: "miaos",
} as const;
export type TargetFormat = (typeof TARGETS)[keyof typeof TARGETS];
