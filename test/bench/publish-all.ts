import { call } from "../harness/api.ts";
import type { SampleSkill } from "./published-sample.ts";

export interface Published {
  folder: string;
  name: string;
  version: string;
  /** The code of its refusal; null: it is in. */
  refused: string | null;
}

/** Publishes them one after the other, with a version for those whose manifest has none. */
export async function publishAll(to: { url: string; token: string }, skills: SampleSkill[]): Promise<Published[]> {
  const published: Published[] = [];
  for (const { folder, zip } of skills) {
    let answer = await send(to, zip, "?default_version=1.0.0");
    // Two authors, one name: here they are one publisher.
    if (answer.status === 409) answer = await send(to, zip, `?version=1.0.${published.length + 1}`);
    const { name, version, code } = answer.body;
    published.push({ folder, name, version, refused: answer.status === 201 ? null : `${answer.status} ${code}` });
  }
  return published;
}

const send = (to: { url: string; token: string }, zip: Uint8Array, query: string) =>
  call(`${to.url}/api/v1/skills${query}`, {
    token: to.token,
    body: zip as Uint8Array<ArrayBuffer>,
    type: "application/zip",
  });
