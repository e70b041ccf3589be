import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findToken, warnOfClearText } from "./credentials.ts";
import { CliError } from "../failures/failures.ts";
import { notOurs, problemOf, USER_AGENT } from "./registry.ts";
import { showingSecondFactor } from "./second-factor.ts";
import type { Session } from "./session.ts";
import { streamedFetch } from "../transport/streamed-fetch.ts";
import { unreachable } from "../transport/unreachable.ts";

const PUT_TOGETHER_MS = 600_000;

/**
 * Saves what a registry answers as it comes, however long it is. What broke off leaves no file.
 * @param asked.type the media type that it has to have
 * @param asked.body what is asked for, as JSON; absent: a GET
 * @param asked.isNew nothing may be there yet, no link either, and nobody else may read it; what is there is left as it is
 * @returns its size in bytes
 */
export async function saveAnswer(
  session: Session,
  asked: {
    path: string;
    query: Readonly<Record<string, string | number>>;
    type: string;
    file: string;
    body?: unknown;
    isNew?: boolean;
  },
): Promise<number> {
  const { config, terminal, paths } = session;
  const url = new URL(`${config.registry.replace(/\/+$/, "")}/api/v1${asked.path}`);
  for (const [name, value] of Object.entries(asked.query)) url.searchParams.set(name, String(value));
  const token = await findToken(config, paths.credentials);
  if (token !== null) warnOfClearText(terminal, config.registry);
  const headers = { "user-agent": USER_AGENT, ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  const request =
    asked.body === undefined
      ? new Request(url, { headers })
      : new Request(url, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(asked.body),
        });
  // What is asked for has to be put together first.
  const fetchIt = (one: Request) => streamedFetch(one, asked.body === undefined ? undefined : PUT_TOGETHER_MS);
  const send = token === null ? fetchIt : showingSecondFactor(session, fetchIt);
  const response = await send(request);
  if (!response.ok) throw await problemOf(response);
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith(asked.type) || response.body === null) throw notOurs(`its answer is no ${asked.type}`);
  const file = createWriteStream(asked.file, asked.isNew === true ? { flags: "wx", mode: 0o600 } : {});
  try {
    // The two types of one stream.
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), file);
  } catch (error) {
    const isTheirs = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isTheirs) await rm(asked.file, { force: true });
    const isOfFile = error instanceof Error && "syscall" in error && "path" in error;
    throw isOfFile || error instanceof CliError ? error : unreachable(url, error);
  }
  return file.bytesWritten;
}
