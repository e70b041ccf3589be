import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeLeakedPasswords {
  /** What LEAKED_PASSWORDS_URL takes. */
  url: string;
  /** All that it was told: request lines, headers as they came, bodies. */
  requests: { line: string; headers: Record<string, unknown>; body: string }[];
  /** How it answers from now on, in place of its list; null: by its list. */
  answer: ((response: ServerResponse) => void) | null;
  close(): Promise<void>;
}

/** The digest that such services know a password by, in capital letters. */
export const digestOf = (password: string): string => createHash("sha1").update(password).digest("hex").toUpperCase();

/**
 * A fake of a service of leaked passwords on loopback, as Have I Been Pwned's `GET /range/{first five digits}`: lines of the other 35 and
 * how often it was seen, with 0 for padding.
 * @param listed passwords and their counts
 */
export async function startFakeLeakedPasswords(listed: Record<string, number>): Promise<FakeLeakedPasswords> {
  const digests = Object.entries(listed).map(([password, count]) => ({ digest: digestOf(password), count }));
  const fake: Omit<FakeLeakedPasswords, "url" | "close"> = { requests: [], answer: null };
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const line = `${request.method} ${request.url}`;
      fake.requests.push({ line, headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      if (fake.answer !== null) return fake.answer(response);
      const prefix = /^GET \/range\/([0-9A-F]{5})$/.exec(line)?.[1];
      if (prefix === undefined) return response.writeHead(400).end("The hash prefix was not in a valid format");
      const found = digests.filter(({ digest }) => digest.startsWith(prefix));
      const lines = found.map(({ digest, count }) => `${digest.slice(5)}:${count}`);
      const padding = Array.from({ length: 20 }, (_, n) => `${digestOf(`padding ${n}`).slice(5)}:0`);
      response.writeHead(200, { "content-type": "text/plain" }).end([...lines, ...padding].toSorted().join("\r\n"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on TCP, so not a path
  return Object.assign(fake, {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
