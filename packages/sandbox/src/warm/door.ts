import { createServer, type Socket } from "node:net";

/** Where those that a parent forked speak with us: a socket in a directory that only we and they enter. */
export interface Door {
  /** The stream of this name, of a job, when it comes; each comes once. Null: the door closed before. */
  expect(job: string, stream: string): Promise<Socket | null>;
  /** Nobody waits any more for what this job has not opened. */
  forget(job: string): void;
  close(): void;
}

/** `<job> <stream>\n` is said first. Whoever says more before, or something else, is nobody that we wait for. */
const MOST_SAID_BYTES = 64;
const SAY_WITHIN_MS = 10_000;

/** Throws where no socket can be made there: its path may be too long, or the file system has none. */
export async function openDoor(path: string): Promise<Door> {
  const waiting = new Map<string, (socket: Socket | null) => void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    const timer = setTimeout(() => socket.destroy(), SAY_WITHIN_MS).unref();
    let said = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      said = Buffer.concat([said, chunk]);
      const end = said.indexOf("\n");
      if (end === -1 && said.length <= MOST_SAID_BYTES) return;
      clearTimeout(timer);
      socket.off("data", onData);
      const name = said.toString("latin1", 0, Math.max(end, 0));
      const take = waiting.get(name);
      if (take === undefined) return void socket.destroy();
      waiting.delete(name);
      socket.pause();
      if (end + 1 < said.length) socket.unshift(said.subarray(end + 1));
      take(socket);
    };
    socket.on("data", onData);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  server.on("error", () => {});
  server.unref();
  const forget = (belongs: (name: string) => boolean): void => {
    for (const [name, take] of waiting) {
      if (!belongs(name)) continue;
      waiting.delete(name);
      take(null);
    }
  };
  return {
    expect: (job, stream) => new Promise((resolve) => waiting.set(`${job} ${stream}`, resolve)),
    forget: (job) => forget((name) => name.startsWith(`${job} `)),
    close() {
      server.close();
      forget(() => true);
    },
  };
}
