import { setTimeout as sleep } from "node:timers/promises";
import { openTiles, parseSignedCheckpoint, proveConsistency } from "@gaia/log";
import { generateSigningKey, registrySigner } from "@gaia/trust";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  directoryOf,
  findForeignPrograms,
  foreignClient,
  verifier,
} from "../../../../../packages/log/test/foreign-programs.ts";
import { type CliHome, cliHome } from "../../../test/cli-process.ts";
import { type FakeRegistry, startFakeRegistry } from "../../../test/fake-registry.ts";
import { keyLeaf, logSigner, type StandInLog, standInLog } from "../../../test/stand-in-log.ts";
import { ask, startWitness } from "../../../test/started-witness.ts";

const noGo = await findForeignPrograms();

let fake: FakeRegistry;
let home: CliHome;
let log: StandInLog;
beforeEach(async () => {
  fake = await startFakeRegistry();
  home = await cliHome(fake.url);
  log = standInLog(fake, logSigner(registrySigner(generateSigningKey())));
  await log.decide(keyLeaf("ada", "openpgp:00"));
  await log.publish();
});
afterEach(async () => {
  await fake.close();
  await home.remove();
});

test("L1 killed with -9 again and again while two histories are shown to it, it cosigns one of them (the log stands in for a registry's)", async () => {
  const args = ["--log", log.key, "--name", "w.example/1"];
  const histories = [log, log.fork()] as const;
  const cosigned = [0, 0];
  // On a busy machine some are killed before they cosign anything.
  for (let round = 0; round < 8 || (round < 64 && Math.max(...cosigned) <= 8); round += 1) {
    const witness = await startWitness(home, args);
    const killed = sleep(20 + Math.random() * 200).then(witness.kill);
    const insist = async (at: 0 | 1) => {
      for (let turn = 0; ; turn += 1) {
        await histories[at].decide(keyLeaf(at === 0 ? "ada" : "mallory", `openpgp:${round}-${turn}`));
        await histories[at].publish();
        const outcome = await ask(witness, histories[at], histories[at].tree.size - 1);
        if (outcome.kind === "cosigned") cosigned[at] = (cosigned[at] ?? 0) + 1;
      }
    };
    // Each ends when the witness is gone.
    await Promise.allSettled([insist(0), insist(1), killed]);
  }
  expect(
    cosigned.filter((count) => count > 0),
    String(cosigned),
  ).toHaveLength(1);
  expect(Math.max(...cosigned)).toBeGreaterThan(8);
  const witness = await startWitness(home, args);
  const [chosen, other] = cosigned[0] === 0 ? [histories[1], histories[0]] : histories;
  await chosen.decide(keyLeaf("eve", "openpgp:99"));
  await chosen.publish();
  expect(await ask(witness, chosen, 0)).toMatchObject({ kind: "cosigned" });
  while (other.tree.size <= chosen.tree.size) await other.decide(keyLeaf("mallory", "openpgp:99"));
  await other.publish();
  expect(await ask(witness, other, 0)).toMatchObject({ kind: "forked" });
  await witness.kill();
});

describe.skipIf(noGo !== null)(`implementations by others${noGo === null ? "" : ` [${noGo}]`}`, () => {
  test("L1 transparency-dev's client is cosigned by `gaia-skill witness`, understands its refusals, and Go verifies what it signed", async () => {
    const args = ["--log", log.key, "--name", "w.example/1", "--type", "ed25519", "ml-dsa-44"];
    const witness = await startWitness(home, args);
    const [small, forked] = [log.checkpoint, log.fork()];
    const grow = async (one: StandInLog, publisher: string) => {
      for (let count = 0; count < 300; count += 1) await one.decide(keyLeaf(publisher, `openpgp:${count}`));
      await one.publish();
      const tiles = await openTiles(async (path) => one.files.get(path) ?? null, one.tree);
      return (await proveConsistency(tiles, 1)).map((hash) => Buffer.from(hash).toString("base64"));
    };
    const Proof = await grow(log, "ada");
    const otherProof = await grow(forked, "mallory");
    const heard = await foreignClient<{ Lines: string; Size: number; Error: string }[]>(witness.url, [
      { OldSize: 0, Checkpoint: small, Proof: [] },
      { OldSize: 0, Checkpoint: log.checkpoint, Proof: [] },
      { OldSize: 1, Checkpoint: log.checkpoint, Proof: [] },
      { OldSize: 1, Checkpoint: log.checkpoint, Proof },
      { OldSize: 1, Checkpoint: forked.checkpoint, Proof: otherProof },
      { OldSize: 301, Checkpoint: forked.checkpoint, Proof: [] },
    ]);
    expect(heard.map(({ Error, Size }) => [Error, Size])).toEqual([
      ["", 0],
      ["stale", 1],
      ["proof", 0],
      ["", 0],
      ["stale", 301],
      ["proof", 0],
    ]);
    const { text } = parseSignedCheckpoint(log.checkpoint).note;
    const lines = (heard[3]?.Lines ?? "").trimEnd().split("\n");
    const notes = witness.keys.map((Vkey, at) => ({ Vkey, Note: `${text}\n${lines[at]}\n` }));
    const changed = notes.map(({ Vkey, Note }) => ({ Vkey, Note: Note.replace("\n301\n", "\n302\n") }));
    const { dir, close } = directoryOf(null);
    expect(verifier("notes", dir, [...notes, ...changed])).toEqual([true, true, false, false]);
    close();
    await witness.kill();
  });
});
