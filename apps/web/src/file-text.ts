import { plainText } from "./plain-text.ts";
import { ensureBytes } from "./registry-api.ts";
import type { Visit } from "./visit.ts";

/** A larger file is downloaded, and not shown on a page. */
export const MOST_SHOWN_BYTES = 256 * 1024;

/** The text of a file, made plain; null: it is none. @throws ApiProblem */
export async function readFileText(
  { api }: Pick<Visit, "api">,
  at: { name: string; version: string; path: string },
): Promise<string | null> {
  const call = api.GET("/skills/{name}/{version}/files/{path}", { params: { path: at }, parseAs: "arrayBuffer" });
  const bytes = await ensureBytes(call);
  if (bytes.includes(0)) return null;
  try {
    return plainText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Its lines: a line break at the end begins none. */
export const linesOf = (text: string): string[] => text.replace(/\r?\n$/, "").split(/\r\n|\r|\n/);
