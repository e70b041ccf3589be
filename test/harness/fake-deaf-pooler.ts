import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** NotificationResponse, of PostgreSQL's protocol 3.0 (55.7, Message Formats). */
const NOTIFICATION = "A".charCodeAt(0);

/**
 * Stands before a PostgreSQL server and passes everything on but notifications, as a pooler does that takes `LISTEN` and does not know what
 * it is; none of Debian's keeps sessions and does so.
 */
export async function fakeDeafPooler(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const url = new URL(databaseUrl);
  const behind = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(behind);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
    client.pipe(database);
    let waiting: Buffer = Buffer.alloc(0);
    database.on("data", (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length >= 5 && waiting.length > waiting.readUInt32BE(1)) {
        const size = 1 + waiting.readUInt32BE(1);
        if (waiting[0] !== NOTIFICATION) client.write(waiting.subarray(0, size));
        waiting = waiting.subarray(size);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url.port = String((server.address() as AddressInfo).port); // a TCP server has one
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
