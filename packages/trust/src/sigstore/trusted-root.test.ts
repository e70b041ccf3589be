import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Json, startInstance } from "../../test/sigstore-instance.ts";
import { SUMS, verifyIn } from "../../test/sigstore-verify.ts";
import { refreshTrustedRoot } from "./refresh-trusted-root.ts";
import { readTrustedRoot, shippedTrustedRoot } from "./trusted-root.ts";

test("an interval without a start is refused, wherever it is, and with it all that the root vouches for", async () => {
  const instance = await startInstance();
  const bundle = await instance.bundle(SUMS);
  const intervals: ((root: Json) => { validFor?: Json })[] = [
    (root) => root.tlogs[1].publicKey,
    (root) => root.ctlogs[0].publicKey,
    (root) => root.certificateAuthorities[0],
    (root) => root.timestampAuthorities[0],
  ];
  for (const owner of intervals)
    for (const validFor of [undefined, {}, { end: "2099-01-01T00:00:00Z" }, { start: "once" }]) {
      const root = instance.root();
      owner(root).validFor = validFor;
      expect(await verifyIn(root, bundle)).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/trusted root cannot be used/),
      });
    }
  expect(await verifyIn(instance.root(), bundle)).toMatchObject({ ok: true });
});

test("what is no trusted root is refused in words", () => {
  const texts = ["", "{}", "[]", "null", '{"mediaType":"text/plain"}', `"${"x".repeat(300_000)}"`];
  for (const text of texts)
    expect(() => readTrustedRoot(text)).toThrow(expect.objectContaining({ code: "invalid_root" }));
});

test("the root that is shipped can be used, and is what counts where none is given", async () => {
  const { tlogs, certificateAuthorities, timestampAuthorities, ctlogs } = readTrustedRoot(shippedTrustedRoot());
  expect(tlogs.map(({ baseURL }) => baseURL)).toContain("https://rekor.sigstore.dev");
  for (const list of [certificateAuthorities, timestampAuthorities, ctlogs]) expect(list.length).toBeGreaterThan(0);
});

test("a refresh that cannot reach its repository says so, and leaves the root that is there to be used", async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), "tuf-"));
  onTestFinished(() => rmSync(cacheDir, { recursive: true }));
  const rootFile = join(cacheDir, "root.json");
  writeFileSync(rootFile, "{}");
  const repository = { url: "http://127.0.0.1:9", rootFile };
  const refresh = refreshTrustedRoot({ cacheDir, repository, timeoutMs: 500 });
  await expect(refresh).rejects.toMatchObject({
    code: "invalid_root",
    message: expect.stringMatching(/could not be refreshed/),
  });
});
