import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Gpg, gpgSuite, isGpgMissing, openGpg } from "../../test/gpg.ts";
import { type Author, type Deed, deeds, newAuthor } from "../../test/key-author.ts";
import { CLOCK_SKEW_MS } from "../clock-skew.ts";
import { mergePublicKeys, type PublicKeyInfo, readPublicKey } from "./public-key.ts";
import { fallenSignatures } from "./received.ts";
import { verifyDetached } from "./verify-detached.ts";

const sums = `# gaia-release/1 publisher=acme name=web-search version=1.0.0\n${"0".repeat(64)}  SKILL.md\n`;
const message = new TextEncoder().encode(sums);

/** What the owner does next, days pass, and which of the exports so far is uploaded then; null: none. */
interface Step {
  deed: Deed;
  days: number;
  upload: number | null;
}

const steps = fc.array(
  fc.record({
    deed: fc.constantFrom(...deeds),
    days: fc.integer({ min: 1, max: 45 }),
    upload: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: fc.nat(9) }),
  }),
  { minLength: 2, maxLength: 5 },
);

interface Accepted {
  signature: string;
  madeBy: string;
  at: Date;
}

/** The registry's side of one history beside a GnuPG that imports the same copies. */
async function live(author: Author, relying: Gpg, history: readonly Step[]): Promise<void> {
  const exports = [author.publicKey()];
  let key = await readPublicKey(exports[0] ?? "");
  relying.run([...author.clock(), "--import"], exports[0] ?? "");
  const accepted: Accepted[] = [];
  for (const { deed, days, upload } of history) {
    author.pass(days);
    author.does(deed);
    exports.push(author.publicKey());
    if (upload !== null) {
      const copy = exports[upload % exports.length] ?? "";
      key = await mergePublicKeys(key.armored, copy);
      relying.run([...author.clock(), "--import"], copy);
    }
    accepted.push(...(await judgeNew(author, relying, key)));
  }
  await judgeReceived(author, key, accepted);
  expect((await mergeAll(exports)).armored).toBe((await mergeAll(exports.toReversed())).armored);
}

/** Every signature of this author sent now is taken exactly where GnuPG calls it good, the key being neither revoked nor expired. */
async function judgeNew(author: Author, relying: Gpg, { armored }: PublicKeyInfo): Promise<Accepted[]> {
  const at = author.now();
  const found: Accepted[] = [];
  for (const signature of author.signatures) {
    const keys = [{ id: "k", armored, revokedAt: null, isChecked: true }];
    const verdict = await verifyDetached({ message, signature, keys, at, isNew: true });
    const theirs = relying.verify(signature, sums, author.clock());
    expect(verdict.ok, `${author.told()}\n${JSON.stringify(verdict)}\n${theirs}`).toBe(
      /^\[GNUPG:\] GOODSIG /m.test(theirs),
    );
    if (verdict.ok) found.push({ signature, madeBy: verdict.madeBy, at });
  }
  return found;
}

/**
 * What was taken stands, but for what its owner took back: hard at any time, or softly, or by an expiry, before it came. Who judges it
 * again by the certificate alone, as the registry after a merge and a client do, agree.
 */
async function judgeReceived(author: Author, key: PublicKeyInfo, accepted: readonly Accepted[]): Promise<void> {
  const received = accepted.map(({ madeBy, at }, nth) => ({ id: String(nth), madeBy, body: null, at }));
  const fallen = await fallenSignatures(key.armored, received);
  for (const [nth, { signature, madeBy, at }] of accepted.entries()) {
    const about = key.revocations.filter(({ of }) => of === madeBy || of === key.fingerprint);
    const keys = [{ id: "k", armored: key.armored, revokedAt: null }];
    const again = await verifyDetached({ message, signature, keys, at, isNew: false });
    expect(again.ok, author.told()).toBe(!fallen.includes(String(nth)));
    if (about.some(({ isHard }) => isHard)) expect(again.ok, author.told()).toBe(false);
    const before = about.every((one) => at.getTime() < one.at.getTime() + CLOCK_SKEW_MS && !one.isHard);
    if (!again.ok && before) expect(again.reason, author.told()).toMatch(/expired/);
    if (again.ok) expect(before, author.told()).toBe(true);
  }
}

const mergeAll = async ([first = "", ...others]: readonly string[]): Promise<PublicKeyInfo> => {
  let key = await readPublicKey(first);
  for (const copy of others) key = await mergePublicKeys(key.armored, copy);
  return key;
};

test.skipIf(isGpgMissing)(
  `K1 ${gpgSuite}: whatever an owner does to a key, and in whatever order its copies come, new signatures are taken where gpg calls them good`,
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const [home, relying] = [openGpg(), openGpg()];
        try {
          await live(newAuthor(home, sums), relying, history);
        } finally {
          home.close();
          relying.close();
        }
      }),
      { numRuns: 8, interruptAfterTimeLimit: 45_000, endOnFailure: true },
    );
  },
  120_000,
);
