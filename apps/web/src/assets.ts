import { createHash } from "node:crypto";
import searchScript from "./browser/search.js?raw";
import siteScript from "./browser/site.js?raw";
import mark from "./browser/mark.svg?raw";
import siteStyle from "./style/index.css?inline";
import { textResponse } from "./respond.ts";

const asset = (name: string, extension: string, type: string, body: string) => {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type, body };
};

const style = asset("site", "css", "text/css; charset=utf-8", siteStyle);
// One file, each part in a block of its own: none sees another's names.
const scripts = [siteScript, searchScript].map((part) => `{\n${part}}\n`).join("");
const script = asset("site", "js", "text/javascript; charset=utf-8", scripts);
const icon = asset("mark", "svg", "image/svg+xml", mark);
const byPath = new Map([style, script, icon].map((one) => [one.path, one]));

/** The addresses that pages link to: they name their content, so they may be kept for ever. */
export const assetPaths = { style: style.path, script: script.path, icon: icon.path };

/** The asset at this path; null for any other path, old hashes included. */
export function assetResponse(request: Request, path: string, headers: Record<string, string>): Response | null {
  const found = byPath.get(path);
  if (found === undefined) return null;
  const cache = { "cache-control": "public, max-age=31536000, immutable" };
  return textResponse(request, { body: found.body, type: found.type, headers: { ...headers, ...cache } });
}
