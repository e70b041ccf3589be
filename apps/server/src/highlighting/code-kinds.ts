/**
 * What the marketplace tells apart in code, each with what grammars call it (TextMate scopes). A part's kind is its place
 * here, from 1; 0 is plain. A narrower name wins over a wider one, so a plain row takes parts out of another kind.
 */
const KINDS: readonly { kind: number; scopes: readonly string[] }[] = [
  {
    kind: 0,
    scopes: [
      "keyword.operator",
      "punctuation",
      "meta.embedded",
      "string meta.interpolation",
      "storage.type.function.arrow",
    ],
  },
  { kind: 1, scopes: ["comment", "punctuation.definition.comment", "markup.quote"] },
  {
    kind: 2,
    scopes: ["string", "punctuation.definition.string", "markup.inline.raw", "markup.fenced_code", "markup.inserted"],
  },
  { kind: 3, scopes: ["constant", "variable.language", "support.constant", "keyword.other.unit"] },
  {
    kind: 4,
    scopes: [
      "keyword",
      "storage",
      "keyword.operator.new",
      "keyword.operator.expression",
      "keyword.operator.logical.python",
      "support.type.primitive",
      "markup.deleted",
    ],
  },
  {
    kind: 5,
    scopes: ["entity.name.function", "support.function", "meta.function-call.generic", "entity.name.command"],
  },
  {
    kind: 6,
    scopes: [
      "entity.name.type",
      "entity.name.class",
      "entity.other.inherited-class",
      "support.class",
      "support.type",
      "entity.name.namespace",
    ],
  },
  {
    kind: 7,
    scopes: [
      "entity.name.tag",
      "entity.other.attribute-name",
      "support.type.property-name",
      "punctuation.support.type.property-name",
      "meta.object-literal.key",
      "variable.parameter.function-call",
      "variable.other.normal.shell",
      "support.type.vendored.property-name",
      "support.type.property-name.toml",
      "variable.key.table.toml",
      "markup.underline.link",
      "string.other.link",
    ],
  },
  { kind: 8, scopes: ["markup.heading", "entity.name.section", "markup.bold", "punctuation.definition.heading"] },
];

const PLAIN = "#000000";
const colourOf = (kind: number): string => `#00000${kind}`;

/** A theme whose colours are kinds: shiki hands out colours, and the marketplace's own styles say what is seen. */
export const KIND_THEME = {
  name: "kinds",
  type: "light" as const,
  fg: PLAIN,
  bg: "#ffffff",
  settings: [
    { settings: { foreground: PLAIN, background: "#ffffff" } },
    ...KINDS.map(({ kind, scopes }) => ({ scope: [...scopes], settings: { foreground: colourOf(kind) } })),
  ],
};

export const kindOf = (colour: string | undefined): number => {
  const kind = Number(colour?.slice(-1));
  return kind >= 1 && kind <= 8 ? kind : 0;
};
