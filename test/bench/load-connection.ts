import { connect } from "node:net";
import { answerReader } from "./read-answer.ts";

interface Events {
  /** Milliseconds of `performance.now()` after which no request is sent. */
  until: number;
  onAnswer(status: number, milliseconds: number): void;
  onFailure(): void;
}

const SILENCE_MS = 10_000;

/**
 * One keep-alive connection that asks the same address again and again, always waiting for the answer. Resolves when the
 * time is over, or at the first failure: a closed connection, silence, something that is not HTTP.
 */
export async function openConnection(
  { url, headers }: { url: string; headers: Record<string, string> },
  { until, onAnswer, onFailure }: Events,
): Promise<void> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  await new Promise<void>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent = 0;
    let done = false;
    const finish = (wasFailure: boolean): void => {
      if (done) return;
      done = true;
      if (wasFailure) onFailure();
      socket.destroy();
      resolve();
    };
    const send = (): void => {
      sent = performance.now();
      socket.write(request);
    };
    const read = answerReader((status) => {
      const now = performance.now();
      onAnswer(status, now - sent);
      if (now < until) send();
      else finish(false);
    });
    socket.setTimeout(SILENCE_MS, () => finish(true));
    socket.on("connect", send);
    socket.on("error", () => finish(true));
    socket.on("close", () => finish(true));
    socket.on("data", (chunk) => {
      if (!read(chunk)) finish(true);
    });
  });
}
