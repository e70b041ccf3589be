import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Colour = [number, number, number];
const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** OKLab (https://bottosson.github.io/posts/oklab/) of a token; `theme` 0: light, 1: dark. */
function lab(name: string, theme: 0 | 1): Colour {
  const [, written = ""] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  const [l = 0, c = 0, h = 0] = [...written.matchAll(/oklch\(([^)]+)\)/g)][theme]?.[1]?.split(" ").map(Number) ?? [
    Number.NaN,
  ];
  const angle = (h * Math.PI) / 180;
  return [l, c * Math.cos(angle), c * Math.sin(angle)];
}

const mixed = (a: Colour, b: Colour, share: number): Colour =>
  a.map((part, at) => part * share + (b[at] ?? 0) * (1 - share)) as Colour; // three of them

function linear([l, a, b]: Colour): Colour {
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

const luminance = (colour: Colour): number => {
  const [r, g, b] = linear(colour).map((part) => Math.min(1, Math.max(0, part))) as Colour; // three of them
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

function contrast(a: Colour, b: Colour): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const KINDS = [...css.matchAll(/--(code-\w+):/g)].map(([, name = ""]) => name);

describe.each([["light", 0], ["dark", 1]] as const)("code in the %s theme", (_, theme) => {
  const grounds: [string, Colour][] = ["paper", "sheet", "sunk"].flatMap((name) => {
    const ground = lab(name, theme);
    return [
      [name, ground],
      [`a new line on ${name}`, mixed(lab("allow", theme), ground, 0.14)],
      [`a line that is gone on ${name}`, mixed(lab("block", theme), ground, 0.14)],
    ] as [string, Colour][]; // pairs
  });

  it.each(KINDS)("%s is read on whatever stands behind it, at 4.5:1", (kind) => {
    for (const [name, ground] of grounds) expect(contrast(lab(kind, theme), ground), name).toBeGreaterThanOrEqual(4.5);
  });

  it("is measured as the guide measures", () => {
    expect(KINDS).toHaveLength(7);
    expect(contrast(lab("ink", theme), lab("paper", theme))).toBeGreaterThan(13);
  });
}); // oxfmt-ignore
