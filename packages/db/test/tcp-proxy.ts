import { createConnection, createServer, type Server, type Socket } from "node:net";

/** A wire to a server on loopback that can be cut, or go silent while it stays up. */
export interface TcpProxy {
  port: number;
  cut(): Promise<void>;
  restore(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((inward) => {
        const outward = createConnection(targetPort, "127.0.0.1");
        for (const socket of [inward, outward]) {
          sockets.add(socket);
          socket.on("error", () => {});
          socket.on("close", () => {
            sockets.delete(socket);
            inward.destroy();
            outward.destroy();
          });
          if (frozen) socket.pause();
        }
        inward.pipe(outward);
        outward.pipe(inward);
      });
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  let server: Server | null = await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const cut = async () => {
    const closing = server;
    server = null;
    const closed = new Promise<void>((resolve) => (closing === null ? resolve() : closing.close(() => resolve())));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const each = (act: (socket: Socket) => void) => {
    for (const socket of sockets) act(socket);
  };
  return {
    port: address.port,
    cut,
    async restore() {
      server = await listen(address.port);
    },
    freeze() {
      frozen = true;
      each((socket) => socket.pause());
    },
    thaw() {
      frozen = false;
      each((socket) => socket.resume());
    },
    close: cut,
  };
}
