import { startFilteringProxy } from "./filtering-proxy.ts";
import type { FromProxy, ToProxy } from "./own-proxy.ts";

// The proxy of one command, in a process of its own: what a program or a host sends ends no other. It ends with whoever started it.

const tell = (message: FromProxy): void => {
  if (process.connected) process.send?.(message);
};

process.once("disconnect", () => process.exit());
process.once("message", ({ socketPath, network, networkBytes }: ToProxy) => {
  const onFull = (): void => tell({ kind: "full" });
  startFilteringProxy({ socketPath, network, networkBytes, onFull }).then(
    (proxy) => {
      tell({ kind: "ready" });
      // The second message is the last: what was denied is asked for.
      process.once("message", () => tell({ kind: "end", denials: proxy.denials }));
    },
    () => process.exit(1),
  );
});
