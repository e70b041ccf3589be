import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { formatVerifierKey, LogError, parsePolicy, parseVerifierKey, type VerifierKey } from "@gaia/log";
import { misused, refused } from "../../failures/failures.ts";
import type { Session } from "../../session/session.ts";
import { untilStopped } from "../../session/until-stopped.ts";
import { bold, t } from "../../terminal/shown-text.ts";
import { stateFiles } from "../../witness/state-files.ts";
import type { WitnessKeyName } from "../../witness/key-types.ts";
import { witnessSigner } from "../../witness/witness-keys.ts";
import { witnessServer } from "../../witness/witness-server.ts";

export interface WitnessInput {
  dir?: string | undefined;
  listen: string;
  name?: string | undefined;
  /** Verifier keys of the logs that it follows. */
  log?: readonly string[] | undefined;
  /** A file with a C2SP tlog-policy, whose logs it follows. */
  policy?: string | undefined;
  type: readonly WitnessKeyName[];
}

/**
 * `witness`: cosigns the checkpoints of known logs, each only when it begins with the one that was cosigned last (C2SP tlog-witness). Its
 * keys and its memory stay in one directory. Runs until it is told to stop.
 */
export async function witness(session: Session, input: WitnessInput): Promise<void> {
  const { terminal, paths } = session;
  const { host, port } = listenAddress(input.listen);
  const logs = await followedLogs(input);
  const dir = input.dir === undefined ? paths.witness : resolve(input.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const signers = [];
  for (const kind of new Set(input.type)) signers.push(await witnessSigner(dir, kind, input.name));
  const store = stateFiles(dir);
  for (const origin of new Set(logs.map(({ name }) => name))) {
    const state = await store.find(origin);
    if (state === null) terminal.warn(t`Nothing is remembered of ${origin}: its first checkpoint will be believed`);
    else terminal.note(t`Follows ${origin} from ${state.tree.size} entries on`);
  }
  const server = witnessServer(
    {
      store,
      signers,
      now: () => Math.floor(Date.now() / 1000),
      findLogKeys: async (origin) => {
        const keys = logs.filter(({ name }) => name === origin);
        return keys.length === 0 ? null : keys;
      },
    },
    ({ status, reason }) => terminal.note(t`${new Date().toISOString()} ${status} ${reason}`),
  );
  server.listen({ host, port });
  await once(server, "listening");
  const keys = signers.map(({ key }) => formatVerifierKey(key));
  const { port: taken } = server.address() as AddressInfo; // what a TCP server has
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
  terminal.result({ keys, url });
  for (const key of keys) terminal.line(t`${bold(key)}`);
  terminal.note(t`Takes checkpoints at ${url}/add-checkpoint`);
  await untilStopped();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

/** `host:port`, `[::1]:port`, or a port of loopback. */
function listenAddress(text: string): { host: string; port: number } {
  const [, v6, name = "127.0.0.1", digits = ""] =
    /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):)?([0-9]{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) throw misused(`--listen is host:port, not ${text}`, "for example 127.0.0.1:7380");
  return { host: v6 ?? name, port };
}

async function followedLogs({ log = [], policy }: WitnessInput): Promise<VerifierKey[]> {
  try {
    const named = log.map((text) => parseVerifierKey(text));
    const listed = policy === undefined ? [] : parsePolicy(await readFile(policy, "utf8")).logs.map(({ key }) => key);
    if (named.length + listed.length > 0) return [...named, ...listed];
  } catch (error) {
    if (error instanceof LogError)
      throw refused("invalid_policy", `This is no key or policy of a log: ${error.message}`);
    throw error;
  }
  throw misused("A witness follows logs by their keys", "name them with --log KEY, or a policy with --policy FILE");
}
