import { expect, test } from "vitest";
import { checkpointOf, newSigner, NOW, ORIGIN } from "../../test/signers.ts";
import { turnBit } from "../../test/memory-log.ts";
import {
  formatVerifierKey,
  isSatisfied,
  judgeCheckpoint,
  LogError,
  type NoteSigner,
  parsePolicy,
  parseSignedCheckpoint,
  signCheckpoint,
  withSignatures,
} from "../index.ts";

const vkey = ({ key }: NoteSigner) => formatVerifierKey(key);
const log = await newSigner(ORIGIN, "ed25519");
const names = ["x1", "x2", "x3", "y1", "y2", "y3"] as const;
const witnesses = await Promise.all(
  names.map((name, at) => newSigner(`${name}.example/w`, at % 2 === 0 ? "ed25519-cosignature" : "ml-dsa-44")),
);
const [x1, x2, x3, y1] = witnesses as [NoteSigner, NoteSigner, NoteSigner, NoteSigner];
const tree = { size: 7, root: Buffer.alloc(32, 7) };

/** The example of C2SP tlog-policy, with keys. */
const EXAMPLE = `# who is believed
log ${vkey(log)} https://log.example/skills

${names.map((name, at) => `witness ${name} ${vkey(witnesses[at] ?? log)}\n`).join("")}
group X-witnesses 2 x1 x2 x3
  group\tY-witnesses any y1 y2 y3\t
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

const signedBy = async (...signers: NoteSigner[]) =>
  parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), signers, NOW));

test("a policy with groups in groups is read, with every kind of key", () => {
  const policy = parsePolicy(Buffer.from(EXAMPLE));
  expect(policy.logs).toMatchObject([{ key: { name: ORIGIN }, url: "https://log.example/skills" }]);
  expect(policy.witnesses.map(({ name }) => name)).toEqual(names);
  expect(policy.quorum).toMatchObject({ name: "X-and-Y", threshold: 2, members: [{ threshold: 2 }, { threshold: 1 }] });
});

test("a checkpoint is believed when exactly as many witnesses cosigned as the quorum asks", async () => {
  const policy = parsePolicy(EXAMPLE);
  for (let set = 0; set < 64; set += 1) {
    const cosigners = witnesses.filter((_, at) => (set & (1 << at)) !== 0);
    const [xs, ys] = [
      [0, 1, 2],
      [3, 4, 5],
    ].map((group) => group.filter((at) => (set & (1 << at)) !== 0).length);
    const signed = await signedBy(log, ...cosigners);
    expect(await isSatisfied(policy, signed), String(set)).toBe(Number(xs) >= 2 && Number(ys) >= 1);
  }
}, 120_000);

test("a verdict says who cosigned and when, and takes a witness's newest time", async () => {
  const policy = parsePolicy(EXAMPLE);
  const early = await signedBy(log, x1, x2, y1);
  const later = parseSignedCheckpoint(await signCheckpoint(checkpointOf(tree), [x2], NOW + 60));
  const both = { ...early, note: { ...early.note, signatures: [...later.note.signatures, ...early.note.signatures] } };
  const verdict = await judgeCheckpoint(policy, both);
  expect(verdict).toMatchObject({ ok: true, logKey: { name: ORIGIN } });
  expect(verdict.ok && verdict.cosigned.map(({ witness, timestamp }) => [witness.name, timestamp])).toEqual([
    ["x1", NOW],
    ["x2", NOW + 60],
    ["y1", NOW],
  ]);
});

test("a quorum stands for the latest time that enough of its witnesses say, and no single one makes it later", async () => {
  const policy = parsePolicy(EXAMPLE);
  for (let round = 0; round < 20; round += 1) {
    const times = witnesses.map(() => NOW + Math.floor(Math.random() * 1000));
    const lines = await Promise.all(
      witnesses.map(async (signer, at) => signCheckpoint(checkpointOf(tree), [signer], times[at] ?? NOW)),
    );
    const all = await signedBy(log);
    const cosignatures = lines.flatMap((line) => parseSignedCheckpoint(line).note.signatures);
    const signed = { ...all, note: withSignatures(all.note, cosignatures) };
    const second = (few: number[]) => few.toSorted((a, b) => b - a)[1] ?? 0;
    const expected = Math.min(second(times.slice(0, 3)), Math.max(...times.slice(3)));
    expect(await judgeCheckpoint(policy, signed)).toMatchObject({ ok: true, asOf: expected });
  }
  const none = parsePolicy(`log ${vkey(log)}\nquorum none\n`);
  expect(await judgeCheckpoint(none, await signedBy(log, x1))).toMatchObject({ ok: true, asOf: null });
});

test("a checkpoint beside a note that says another is judged by nobody", async () => {
  const policy = parsePolicy(`log ${vkey(log)}\nquorum none\n`);
  const { note } = await signedBy(log);
  const swapped = { checkpoint: checkpointOf({ ...tree, size: 8 }), note };
  await expect(judgeCheckpoint(policy, swapped)).rejects.toMatchObject({ code: "malformed_checkpoint" });
});

test("each way in which a checkpoint is not believed has its reason", async () => {
  const policy = parsePolicy(EXAMPLE);
  const reason = async (signed: Awaited<ReturnType<typeof signedBy>>) => {
    const verdict = await judgeCheckpoint(policy, signed);
    return verdict.ok ? "believed" : verdict.reason;
  };
  const good = await signedBy(log, x1, x2, y1);
  expect(await reason(good)).toBe("believed");
  expect(await reason(await signedBy(log, x1, x2))).toBe("too_few_witnesses");
  expect(await reason(await signedBy(x1, x2, x3, y1))).toBe("unsigned");
  expect(await reason(await signedBy(await newSigner(ORIGIN, "ed25519")))).toBe("unsigned");
  const elsewhere = await signCheckpoint(checkpointOf(tree, "other.example"), [log, x1, x2, y1], NOW);
  expect(await reason(parseSignedCheckpoint(elsewhere))).toBe("unknown_log");
  const hostile = await signCheckpoint(checkpointOf(tree, "a\u009b31m\u202eb"), [log], NOW);
  expect(await judgeCheckpoint(policy, parseSignedCheckpoint(hostile))).toMatchObject({
    detail: "the policy knows no log a 31m b",
  });
  const torn = good.note.signatures.map((each, at) => (at === 3 ? { ...each, bytes: turnBit(each.bytes, 99) } : each));
  expect(await reason({ ...good, note: { ...good.note, signatures: torn } })).toBe("invalid_signature");
  // One witness three times over is one witness.
  const thrice = await signedBy(log, x1, x1, x1, y1);
  expect(await reason(thrice)).toBe("too_few_witnesses");
});

test("a checkpoint of another tree does not inherit cosignatures", async () => {
  const policy = parsePolicy(EXAMPLE);
  const good = await signedBy(log, x1, x2, y1);
  const other = parseSignedCheckpoint(await signCheckpoint(checkpointOf({ ...tree, size: 8 }), [log], NOW));
  const moved = { ...other, note: withSignatures(other.note, good.note.signatures.slice(1)) };
  expect(await judgeCheckpoint(policy, moved)).toMatchObject({ ok: false, reason: "invalid_signature" });
});

test("no quorum, one witness, two keys of a log, and a log that cosigns itself", async () => {
  const next = await newSigner(ORIGIN, "ml-dsa-44");
  const none = parsePolicy(`log ${vkey(log)}\nlog ${vkey(next)}\nquorum none\n`);
  expect(await isSatisfied(none, await signedBy(log))).toBe(true);
  expect(await isSatisfied(none, await signedBy(next))).toBe(true);
  expect(await isSatisfied(none, await signedBy(x1))).toBe(false);
  const one = parsePolicy(`log ${vkey(log)}\nwitness w ${vkey(x1)}\nquorum w\n`);
  expect(await isSatisfied(one, await signedBy(log, x1))).toBe(true);
  expect(await isSatisfied(one, await signedBy(log, x2))).toBe(false);
  const self = parsePolicy(`log ${vkey(next)}\nwitness w ${vkey(next)}\nquorum w\n`);
  expect(await isSatisfied(self, await signedBy(next))).toBe(true);
  // Without logs no checkpoint is any of theirs.
  const logless = parsePolicy(`witness w ${vkey(x1)}\nquorum w\n`);
  expect(await isSatisfied(logless, await signedBy(log, x1))).toBe(false);
});

const [w1, w2] = [`witness a ${vkey(x1)}\n`, `witness b ${vkey(x2)}\n`];
test.each([
  ["without a quorum", `log ${vkey(log)}\n`],
  ["with two quorums", "quorum none\nquorum none\n"],
  ["whose quorum comes first", `quorum a\n${w1}`],
  ["whose quorum nobody defined", `${w1}quorum c\n`],
  ["whose last line is cut off", "quorum none"],
  ["with a group of nobody", `${w1}group g any\nquorum g\n`],
  ["with a group of strangers", `${w1}group g any a c\nquorum g\n`],
  ["with a group of itself", `${w1}group g any a g\nquorum g\n`],
  ["that needs none of its members", `${w1}group g 0 a\nquorum g\n`],
  ["that needs more than its members", `${w1}group g 2 a\nquorum g\n`],
  ["with a number of another spelling", `${w1}group g 01 a\nquorum g\n`],
  ["that counts a witness twice", `${w1}group g 2 a a\nquorum g\n`],
  ["that counts a witness in two groups", `${w1}${w2}group g any a\ngroup h any a b\ngroup i 2 g h\nquorum i\n`],
  ["with a name given twice", `${w1}witness a ${vkey(x2)}\nquorum a\n`],
  ["with a witness named none", `witness none ${vkey(x1)}\nquorum none\n`],
  ["with one key as two witnesses", `${w1}witness b ${vkey(x1)}\nquorum a\n`],
  ["with one key as two logs", `log ${vkey(log)}\nlog ${vkey(log)} https://a.example\nquorum none\n`],
  ["with a log's key as a witness's", `witness a ${vkey(log)}\nquorum a\n`],
  ["with a witness's key as a log's", `log ${vkey(x1)}\nquorum none\n`],
  ["with a key of another id", `log ${vkey(log).replace(/\+[0-9a-f]{8}\+/, "+00000000+")}\nquorum none\n`],
  ["with words behind a URL", `log ${vkey(log)} https://a.example # ours\nquorum none\n`],
  ["with another keyword", "logs x\nquorum none\n"],
  ["with a carriage return", "quorum none\r\n"],
  ["with NUL in a comment", "# a\0\nquorum none\n"],
  ["with DEL in a comment", "# a\x7f\nquorum none\n"],
])("a policy %s is refused", (_, text) => {
  expect(() => parsePolicy(text)).toThrow(LogError);
});

test("names are octets: what is no UTF-8 is a name, and looks decide nothing", () => {
  const bytes = Buffer.concat([
    Buffer.from("# caf"),
    Buffer.from([0xe9, 0x0a]),
    Buffer.from("witness K "),
    Buffer.from(`${vkey(x1)}\nwitness \u212a ${vkey(x2)}\nwitness `),
    Buffer.from([0xff]),
    Buffer.from(` ${vkey(x3)}\nquorum \u212a\n`),
  ]);
  const policy = parsePolicy(bytes);
  expect(policy.witnesses).toHaveLength(3);
  expect(policy.quorum).toMatchObject({ kind: "witness", witness: { key: x2.key } });
});

test("a policy has a limit, of which the recommended 32 of each are far", async () => {
  const lines = await Promise.all(
    Array.from({ length: 32 }, async (_, at) => {
      const [ownLog, witness] = [
        await newSigner(`l${at}`, "ed25519"),
        await newSigner(`w${at}`, "ed25519-cosignature"),
      ];
      return `log ${vkey(ownLog)}\nwitness w${at} ${vkey(witness)}\ngroup g${at} any w${at}\n`;
    }),
  );
  expect(parsePolicy(`${lines.join("")}quorum g31\n`).logs).toHaveLength(32);
  expect(() => parsePolicy(`${lines.join("")}quorum g31\n`, { bytes: 1 << 20, definitions: 95 })).toThrow("at most 95");
  expect(() => parsePolicy(`${"#".repeat(512 * 1024)}\nquorum none\n`)).toThrow("at most");
});
