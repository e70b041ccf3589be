import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  addCheckpoint,
  formatVerifierKey,
  generateSignerKey,
  noteSigner,
  parseVerifierKey,
  type WitnessState,
} from "@gaia/log";

/** A witness over HTTP that remembers in memory, and believes the first key of a log that it is told. */
export interface WitnessServer {
  /** Its line in a policy. */
  line: string;
  url: string;
  /** The trees that it cosigned last, by origin. */
  states: Map<string, WitnessState>;
  follow(logKey: string): void;
  /** While true it answers nothing but 503. */
  isDown: boolean;
  close(): Promise<void>;
}

export async function startWitness(name: string): Promise<WitnessServer> {
  const signer = await noteSigner(await generateSignerKey(name, "ed25519-cosignature"));
  const states = new Map<string, WitnessState>();
  const logs = new Map<string, string>();
  const isAt = (origin: string, root: Uint8Array | undefined) =>
    Buffer.compare(states.get(origin)?.tree.root ?? Buffer.alloc(0), root ?? Buffer.alloc(0)) === 0;
  const ctx = {
    signers: [signer],
    now: () => Math.floor(Date.now() / 1_000),
    findLogKeys: async (origin: string) => {
      const key = logs.get(origin);
      return key === undefined ? null : [parseVerifierKey(key)];
    },
    store: {
      find: async (origin: string) => states.get(origin) ?? null,
      async replace(origin: string, previous: { root: Uint8Array } | null, next: WitnessState) {
        if (!isAt(origin, previous?.root)) return false;
        states.set(origin, next);
        return true;
      },
    },
  };
  const witness: WitnessServer = {
    line: "",
    url: "",
    states,
    isDown: false,
    follow: (key) => void logs.set(parseVerifierKey(key).name, key),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (witness.isDown) return response.writeHead(503).end();
    const answer = await addCheckpoint(ctx, Buffer.concat(chunks));
    response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  witness.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  witness.line = `witness ${name} ${formatVerifierKey(signer.key)} ${witness.url}`;
  return witness;
}
