import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWitnessedRegistry, type WitnessedRegistry } from "../harness/witnessed-registry.ts";

let set: WitnessedRegistry;
beforeAll(async () => {
  set = await startWitnessedRegistry();
});
afterAll(() => set.close());

test("L2 a registry that was put back to an earlier state, log and all, is exit 5, and no witness cosigns what it says then", async () => {
  const place = await mkdtemp(join(tmpdir(), "earlier-"));
  const earlier = join(place, "data");
  await set.publish("weather");
  expect(await set.install("weather")).toMatchObject({ code: 0 });
  await set.registry.running.close();
  await cp(set.dataDir, earlier, { recursive: true });
  await set.restart(set.dataDir);
  await set.publish("later");
  expect(await set.install("later")).toMatchObject({ code: 0 });
  expect(await set.watch()).toMatchObject({ code: 0 });
  await set.restart(earlier);
  const shown = await set.checkpoint();
  for (const run of [await set.install("weather"), await set.watch()])
    expect(run).toMatchObject({ code: 5, said: expect.stringContaining("log_rolled_back") });
  // Another history, longer than the one that was lost: the witness has seen that one.
  for (const name of ["other-a", "other-b", "other-c"]) await set.publish(name);
  const run = await set.install("other-c");
  expect(run).toMatchObject({ code: 5, said: expect.stringContaining("log_rolled_back") });
  expect(await set.checkpoint()).toBe(shown);
  await set.restart(set.dataDir);
  expect(await set.install("weather")).toMatchObject({ code: 0 });
  await rm(place, { recursive: true });
});
