/** What `lint` says beyond a reading: rows of the table of codes. SK4013 is a reading's too. */
export const STYLE_ROWS = {
  SK2021: { title: "template-placeholder", severity: "warning", hint: "Fill it in." },
  SK3022: {
    title: "description-long-for-target",
    severity: "info",
    hint: "Begin with a short sentence: GAIA's flat format takes 200 characters.",
  },
  SK3023: { title: "description-too-short", severity: "warning", hint: 'Say when to use it: "Use when …".' },
  SK7002: {
    title: "body-long",
    severity: "warning",
    hint: "Move detail into files of its own, e.g. below references/.",
  },
  SK7003: {
    title: "body-tokens",
    severity: "warning",
    hint: "Move detail into files of its own, e.g. below references/.",
  },
  SK7007: { title: "html-comment", severity: "warning", hint: "Remove it." },
} as const;
