import type { Asked } from "../asked.ts";
import { ensureData } from "../registry-api.ts";
import { asAnybody, crawled } from "./as-anybody.ts";
import { xmlText } from "./xml.ts";

/** Pages of others show it: their own policy decides, ours says nothing against it, and caches keep it for a while. */
const SHOWN_ANYWHERE = {
  "cache-control": "public, max-age=300",
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": "default-src 'none'; sandbox",
};

const TONES: Record<string, string> = {
  verified: "#2e4a86",
  community: "#12686f",
  experimental: "#7a5200",
  yanked: "#8a2b1d",
};

/** `/badges/{name}.svg`: the version that an install takes, and its tier. Of public skills alone. */
export const badge = (asked: Asked, name: string): Promise<Response> =>
  crawled(
    asked,
    "image/svg+xml",
    async () => {
      const skill = await ensureData(asAnybody(asked).api.GET("/skills/{name}", { params: { path: { name } } }));
      const { version, security_tier: tier } = skill.install ?? { ...skill };
      // Where an install takes nothing without an option, the newest is named by what it is.
      const state = skill.install === undefined || skill.install === null ? skill.standing?.state : undefined;
      const word =
        state !== undefined && state !== "published" ? state : skill.status === "published" ? tier : skill.status;
      return badgeSvg({ label: name, value: `${version} ${word}`, tone: TONES[word] ?? "#55585f" });
    },
    SHOWN_ANYWHERE,
  );

const HEIGHT = 20;
const PADDING = 8;

/** Two fields side by side. Widths are guessed, and the text is set to them, so that it fits whatever the font. */
export function badgeSvg({ label, value, tone }: { label: string; value: string; tone: string }): string {
  const widthOf = (text: string) => Math.ceil(Array.from(text).length * 6.6);
  const [left, right] = [widthOf(label) + 2 * PADDING, widthOf(value) + 2 * PADDING];
  const field = (x: number, text: string) =>
    `<text x="${x + PADDING}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>`;
  const title = xmlText(`${label}: ${value}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${left}" height="${HEIGHT}" fill="#2b2d33"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${tone}"/>`,
    `<g fill="#fff" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="11">${field(0, label)}${field(left, value)}</g>`,
    "</svg>",
    "",
  ].join("\n");
}
