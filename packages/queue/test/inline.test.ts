import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { inlineQueue } from "../src/inline.ts";
import { queueConformance } from "./conformance.ts";

queueConformance("inlineQueue", async (retryBaseMs) => ({ queue: inlineQueue({ retryBaseMs }) }));

it("inlineQueue: ringing does not run the job inside the caller's turn", async () => {
  const queue = inlineQueue();
  const seen: string[] = [];
  await queue.work({ inspect: async (id) => void seen.push(id) }, { concurrency: 1, onError: () => {} });
  const rung = queue.ring({ name: "inspect", id: "1" });
  expect(seen).toEqual([]);
  await rung;
  await pause(5);
  expect(seen).toEqual(["1"]);
  await queue.close();
});
